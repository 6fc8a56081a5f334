import * as vscode from 'vscode';
import type { ClientCapabilities, FeatureState, LanguageClient, StaticFeature } from 'vscode-languageclient/node';
import type { ClientCapabilities as PtkCapabilities } from '../../shared/protocol';
import type { Approvals } from '../consent/approvals';
import { answer } from '../requests';
import { editorContext } from './context';
import { diagnostics } from './diagnostics';
import { forward, forwarded } from './forward';
import { readFile } from './readFile';
import { runCommand } from './runCommand';
import { save } from './save';
import { showError, showInformation, showWarning } from '../notifications';

const errorType = 1;
const warningType = 2;

/** Tells what the server says; whatever it holds, it is text. */
function tell({ type, message }: { type: number; message: string }): void {
  const show = { [errorType]: showError, [warningType]: showWarning }[type] ?? showInformation;
  void show(message);
}

/** What VS Code answers to the server's own requests; announced as `experimental.ptk`. */
export class EditorFeature implements StaticFeature {
  private handlers: vscode.Disposable[] = [];

  constructor(private readonly client: LanguageClient, private readonly approvals: Approvals) {}

  fillClientCapabilities(capabilities: ClientCapabilities): void {
    const ptk: PtkCapabilities = { readFile: true, diagnostics: true, approve: true, runCommand: true, forward: [...forwarded], save: true, context: true };
    capabilities.experimental = { ...capabilities.experimental, ptk };
  }

  initialize(): void {
    const { client } = this;
    this.clear();
    this.handlers = [
      answer(client, 'ptk/readFile', (params) => readFile(params.uri)),
      answer(client, 'ptk/diagnostics', (params) => diagnostics(client.code2ProtocolConverter, params.uri)),
      answer(client, 'ptk/approve', (params, token) => this.approvals.ask(params, token)),
      answer(client, 'ptk/runCommand', (params, token) => runCommand(params, token)),
      answer(client, 'ptk/forward', (params) => forward(params)),
      answer(client, 'ptk/save', (params) => save(params.uris)),
      answer(client, 'ptk/editorContext', () => editorContext(client.code2ProtocolConverter)),
      client.onNotification('window/showMessage', tell), // in place of the client's own, which makes links of the text
    ];
  }

  getState(): FeatureState {
    return { kind: 'static' };
  }

  clear(): void {
    vscode.Disposable.from(...this.handlers).dispose();
    this.handlers = [];
    this.approvals.rejectAll();
  }
}
