import * as vscode from 'vscode';
import type { Code2ProtocolConverter } from 'vscode-languageclient/node';
import type { EditorContextResult } from '../../shared/protocol';

/** Returns the active selection, and the visible and open files. */
export function editorContext(convert: Code2ProtocolConverter): EditorContextResult {
  const active = vscode.window.activeTextEditor;
  return {
    ...(active && isText(active.document.uri) && {
      active: {
        uri: active.document.uri.toString(),
        selection: convert.asRange(active.selection),
        languageId: active.document.languageId,
      },
    }),
    visible: unique(vscode.window.visibleTextEditors.map((editor) => editor.document.uri)),
    open: unique(vscode.window.tabGroups.all.flatMap((group) => group.tabs).flatMap((tab) => tabUri(tab))),
  };
}

function tabUri(tab: vscode.Tab): vscode.Uri[] {
  if (tab.input instanceof vscode.TabInputText) return [tab.input.uri];
  if (tab.input instanceof vscode.TabInputTextDiff) return [tab.input.modified];
  return [];
}

/** Excludes output panels, settings and other editors that show no file. */
function isText(uri: vscode.Uri): boolean {
  return uri.scheme === 'file' || uri.scheme === 'untitled';
}

function unique(uris: vscode.Uri[]): string[] {
  return [...new Set(uris.filter(isText).map((uri) => uri.toString()))];
}
