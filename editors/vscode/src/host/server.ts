import type { ChildProcessWithoutNullStreams as ChildProcess } from 'node:child_process';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { CloseAction, ErrorAction, LanguageClient, RevealOutputChannelOn } from 'vscode-languageclient/node';
import type {
  LanguageClientOptions,
  StaticFeature,
  StreamInfo,
  WorkDoneProgressBegin,
  WorkDoneProgressEnd,
  WorkDoneProgressReport,
} from 'vscode-languageclient/node';
import type { ServerStatus } from '../shared/state/types';
import { CrashLimit } from './crashLimit';
import { locateServer } from './locate';
import type { SettingsObject } from './collectSettings';
import { escapeLabel, escapeLine } from './escape';
import { spawnServer } from './spawn';

/** The inputs of a server. */
export interface ServerOptions {
  log: vscode.LogOutputChannel;
  /** The folder of the server that comes with the extension. */
  bundled: string;
  settings(): SettingsObject;
  /** The API keys, for its environment. */
  secrets(): Promise<Record<string, string>>;
  features(client: LanguageClient): StaticFeature[];
  onStatus(status: ServerStatus): void;
  /** Called after changed settings were sent to the server. */
  onSettingsSent(): void;
  /** Called after the server was started again by itself. */
  onRestarted(): void;
}

const startWithinMs = 20_000;
const stopWithinMs = 2000;
/** After a crash the server restarts so often within the period. */
const crashRestarts = 3;
const crashPeriodMs = 3 * 60_000;

/** A client that shows no notifications: the chat and the log show errors of the connection. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** The process of the server and the connection to it. After a crash it restarts by itself, a few times. */
export class Server {
  private running: LanguageClient | undefined;
  private child: ChildProcess | undefined;
  /** The connection has been open: its end is a crash. */
  private hasStarted = false;
  private readonly crashes = new CrashLimit(crashRestarts, crashPeriodMs);
  private operations: Promise<void> = Promise.resolve();

  constructor(private readonly options: ServerOptions) {}

  /** The connection, if it is open. */
  get client(): LanguageClient | undefined {
    return this.running?.isRunning() ? this.running : undefined;
  }

  start(): Promise<void> {
    return this.enqueue(() => this.launch());
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.end());
  }

  /** Restarts the server at the user's request. */
  restart(): Promise<void> {
    this.crashes.reset();
    return this.enqueue(async () => {
      await this.end();
      await this.launch();
    });
  }

  /** Runs starts and stops one after the other. */
  private enqueue(operation: () => Promise<void>): Promise<void> {
    this.operations = this.operations.then(operation, operation);
    return this.operations;
  }

  private async launch(): Promise<void> {
    if (this.client) return;
    this.options.onStatus({ kind: 'starting' });
    const configured = vscode.workspace.getConfiguration('ptk').get<string>('serverPath', '');
    const found = await locateServer(configured, this.options.bundled);
    if ('problem' in found) {
      this.reportStopped(found.problem, true);
      return;
    }
    this.options.log.info(`starting ${found.path}`);
    await this.connect(found.path);
  }

  private async connect(program: string): Promise<void> {
    const client = this.makeClient(async () => {
      this.child = await spawnServer(program, await this.options.secrets(), this.options.log);
      return { reader: this.child.stdout, writer: this.child.stdin };
    });
    this.running = client;
    this.hasStarted = false;
    let problem = t('The server did not start.');
    const deadline = setTimeout(() => {
      problem = t('The server did not answer within {0} seconds.', startWithinMs / 1000);
      this.child?.kill('SIGKILL');
    }, startWithinMs);
    try {
      await client.start();
      this.hasStarted = true;
      this.options.onStatus({ kind: 'running' });
    } catch (e) {
      this.running = undefined;
      this.child?.kill();
      this.options.log.error(e instanceof Error ? e : String(e));
      this.reportStopped(problem);
    } finally {
      clearTimeout(deadline);
    }
  }

  private async end(): Promise<void> {
    const { running, child } = this;
    this.running = undefined;
    this.child = undefined;
    if (!running) return;
    try {
      await running.dispose(stopWithinMs);
    } catch (e) {
      this.options.log.warn(`the server did not stop cleanly: ${e instanceof Error ? e.message : String(e)}`);
      child?.kill('SIGKILL');
    }
  }

  private reportStopped(message: string, missing = false): void {
    this.options.log.error(message);
    this.options.onStatus({ kind: 'stopped', message, missing });
  }

  private makeClient(start: () => Promise<StreamInfo>): LanguageClient {
    const client: LanguageClient = new QuietClient(
      'ptk',
      'PTK',
      start,
      this.clientOptions(() => this.connectionLost(client)),
    );
    client.registerFeatures(this.options.features(client));
    return client;
  }

  private connectionLost(client: LanguageClient): void {
    if (this.running !== client) return;
    this.running = undefined;
    if (!this.hasStarted) return; // connect reports that
    this.hasStarted = false;
    this.options.log.warn('the server exited unexpectedly');
    if (this.crashes.allowsRestart(Date.now())) void this.start().then(() => this.options.onRestarted());
    else this.reportStopped(t('The server exited unexpectedly {0} times in a row.', crashRestarts + 1));
  }

  private clientOptions(onLost: () => void): LanguageClientOptions {
    return {
      // Every document that may have unsaved changes.
      documentSelector: [{ scheme: 'file' }, { scheme: 'untitled' }],
      outputChannel: this.options.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: { settings: this.options.settings(), trusted: vscode.workspace.isTrusted },
      initializationFailedHandler: () => false,
      middleware: {
        handleWorkDoneProgress: (_token, params, next) => next(_token, escapeProgress(params)),
        workspace: {
          configuration: (params) => params.items.map((item) => this.section(item.section)),
          didChangeConfiguration: () => this.sendSettings(),
        },
      },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          onLost();
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
    };
  }

  /** Replaces the client's notification, which would send every default as if the user had set it. */
  private async sendSettings(): Promise<void> {
    await this.client?.sendNotification('workspace/didChangeConfiguration', { settings: { ptk: this.options.settings() } });
    this.options.onSettingsSent();
  }

  private section(name: string | undefined): unknown {
    return name === 'ptk' ? this.options.settings() : null;
  }
}

/** Escapes the texts of a progress: the status bar would make icons of them. */
function escapeProgress<P extends WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd>(params: P): P {
  return {
    ...params,
    ...('title' in params && { title: escapeLabel(escapeLine(params.title)) }),
    ...(params.message !== undefined && { message: escapeLabel(escapeLine(params.message)) }),
  };
}
