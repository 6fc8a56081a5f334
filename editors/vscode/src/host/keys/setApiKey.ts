import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ApiKeys, KeyOwner } from './apiKeys';
import { askInput } from '../notifications';
import { escapeLabel, escapeLine } from '../escape';

type OwnerItem = vscode.QuickPickItem & { owner: KeyOwner; isSet: boolean };

/** Lets the user set, replace or delete the key of a provider. */
export async function setApiKey(keys: ApiKeys): Promise<void> {
  const items = await Promise.all(keys.owners().map((owner) => item(keys, owner)));
  const picked = await vscode.window.showQuickPick(items, {
    title: t('Select the provider of the API key'),
    placeHolder: t("VS Code stores it in the system's keychain"),
    matchOnDescription: true,
  });
  if (!picked) return;
  const { owner, isSet } = picked;
  const action = isSet ? await replaceOrDelete(owner) : 'replace';
  if (action === 'delete') await keys.delete(owner);
  else if (action === 'replace') await ask(keys, owner);
}

async function item(keys: ApiKeys, owner: KeyOwner): Promise<OwnerItem> {
  const isSet = await keys.has(owner);
  return {
    owner,
    isSet,
    label: `$(${isSet ? 'key' : 'circle-outline'}) ${escapeLabel(owner.provider)}`,
    description: escapeLabel(owner.variable),
    ...(isSet && { detail: t('a key is set') }),
  };
}

async function replaceOrDelete(owner: KeyOwner): Promise<'replace' | 'delete' | undefined> {
  const choices = [
    { label: t('Replace the Key'), action: 'replace' },
    { label: t('Delete the Key'), action: 'delete' },
  ] as const;
  return (await vscode.window.showQuickPick(choices, { title: escapeLine(t('The key of {0}', owner.provider)) }))?.action;
}

async function ask(keys: ApiKeys, owner: KeyOwner): Promise<void> {
  const key = await askInput({
    title: t('The key of {0}', owner.provider),
    password: true,
    ignoreFocusOut: true,
    prompt: t("It is passed to the server as {0} and stored only in the system's keychain.", owner.variable),
    validateInput: (text) => (/^[\x21-\x7E]*$/.test(text.trim()) ? undefined : t("A key can't contain spaces or accented characters.")),
  });
  if (key?.trim()) await keys.set(owner, key.trim());
}
