import { t } from '@vscode/l10n';
import { access, constants } from 'node:fs/promises';
import * as path from 'node:path';

export type Located = { path: string } | { problem: string };

/** Finds the server: the configured program, else the one in the extension's folder `bundled`. */
export async function locateServer(configured: string, bundled: string): Promise<Located> {
  const program = configured.trim();
  if (program !== '' && !path.isAbsolute(program)) {
    return { problem: t('The setting ptk.serverPath must be an absolute path; it is "{0}".', program) };
  }
  const file = program || path.join(bundled, process.platform === 'win32' ? 'ptk-lsp.exe' : 'ptk-lsp');
  try {
    await access(file, constants.X_OK);
    return { path: file };
  } catch {
    const advice = program === ''
      ? t('Install the package of this extension for your platform, or set ptk.serverPath to a ptk-lsp program.')
      : t('Set ptk.serverPath to a ptk-lsp program, or clear it to use the one inside the extension.');
    return { problem: `${t('There is no executable program at {0}.', file)} ${advice}` };
  }
}
