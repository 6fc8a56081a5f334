import * as vscode from 'vscode';
import type { ClientCapabilities, FeatureState, LanguageClient, StaticFeature } from 'vscode-languageclient/node';
import type { ClientCapabilities as PtkCapabilities } from '../../shared/protocol';
import type { Approvals } from '../consent/approvals';
import { handleRequest } from '../requests';
import { editorContext } from './context';
import { diagnostics } from './diagnostics';
import { forward, forwarded } from './forward';
import { readFile } from './readFile';
import { runCommand } from './runCommand';
import { save } from './save';
import { showError, showInformation, showWarning } from '../notifications';

const errorType = 1;
const warningType = 2;

/** Shows a message of the server as plain text. */
function showMessage({ type, message }: { type: number; message: string }): void {
  const show = { [errorType]: showError, [warningType]: showWarning }[type] ?? showInformation;
  void show(message);
}

/** Handles the requests that the server sends to the editor; announced as the capability `experimental.ptk`. */
export class EditorFeature implements StaticFeature {
  private handlers: vscode.Disposable[] = [];

  constructor(
    private readonly client: LanguageClient,
    private readonly approvals: Approvals,
  ) {}

  fillClientCapabilities(capabilities: ClientCapabilities): void {
    const ptk: PtkCapabilities = {
      readFile: true,
      diagnostics: true,
      approve: true,
      runCommand: true,
      forward: [...forwarded],
      save: true,
      context: true,
    };
    capabilities.experimental = { ...capabilities.experimental, ptk };
  }

  initialize(): void {
    const { client } = this;
    this.clear();
    this.handlers = [
      handleRequest(client, 'ptk/readFile', (params) => readFile(params.uri)),
      handleRequest(client, 'ptk/diagnostics', (params) => diagnostics(client.code2ProtocolConverter, params.uri)),
      handleRequest(client, 'ptk/approve', (params, token) => this.approvals.ask(params, token)),
      handleRequest(client, 'ptk/runCommand', (params, token) => runCommand(params, token)),
      handleRequest(client, 'ptk/forward', (params) => forward(params)),
      handleRequest(client, 'ptk/save', (params) => save(params.uris)),
      handleRequest(client, 'ptk/editorContext', () => editorContext(client.code2ProtocolConverter)),
      client.onNotification('window/showMessage', showMessage), // replaces the client's handler, which makes links of the text
    ];
  }

  getState(): FeatureState {
    return { kind: 'static' };
  }

  clear(): void {
    vscode.Disposable.from(...this.handlers).dispose();
    this.handlers = [];
    this.approvals.withdrawAll();
  }
}
