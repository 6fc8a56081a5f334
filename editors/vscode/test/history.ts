// Builds (file, block, wanted) triples from the history of this repository. What is wanted follows from git's own diffs.
import { execFileSync } from 'node:child_process';

export interface Triple {
  name: string;
  kind: 'whole file' | 'lines around a change' | 'changed function' | 'omitted code';
  file: string;
  block: string;
  wanted: string;
}

interface Hunk {
  start: number; // in the old file, from 0
  removed: number;
  lines: string[]; // of the new file
  /** It removes lines at one of its ends, which the new lines don't show. */
  startsOpen: boolean;
  /** It removes whole lines in the middle without new ones in their place. */
  hasGap: boolean;
  endsOpen: boolean;
}
interface Change {
  commit: string;
  path: string;
  old: string;
  new: string;
  hunks: Hunk[];
}

/** The newest commit that is used, so that the triples stay the same. */
const newest = '3317b52dfd176bd3abbd06c787a38fd04aaf7ef4';
const extensions = ['go', 'ts', 'lua', 'mjs', 'css', 'sh', 'md', 'json', 'toml', 'yml', 'py'];

function git(args: readonly string[], input = ''): Buffer {
  return execFileSync('git', args, { cwd: import.meta.dirname, input, maxBuffer: 1 << 30 });
}

/** Returns up to `count` triples, the same number of each kind; none if the history is not there. */
export function triplesOfHistory(count: number): Triple[] {
  if (!hasHistory()) return [];
  const near = changes('-U3');
  const functions = changes('-W');
  const texts = blobs([...new Set([...near, ...functions].flatMap((change) => [change.old, change.new]))]);
  const text = (id: string) => texts.get(id) ?? '';
  const all: Triple[][] = [[], [], [], []];
  const add = (i: number, change: Change, kind: Triple['kind'], code: string, wanted: string): void => {
    const name = `${kind} of ${change.path} in ${change.commit.slice(0, 9)}`;
    all[i]?.push({ name, kind, file: text(change.old), block: code, wanted });
  };
  for (const change of near) {
    add(0, change, 'whole file', text(change.new), text(change.new));
    const hunk = change.hunks[change.hunks.length >> 1];
    if (hunk) add(1, change, 'lines around a change', block([hunk]), applied(text(change.old), [hunk]));
    if (change.hunks.length > 1) add(3, change, 'omitted code', block(change.hunks), applied(text(change.old), change.hunks));
  }
  for (const change of functions) {
    const hunk = change.hunks.find(({ hasGap }) => !hasGap);
    if (hunk) add(2, change, 'changed function', block([hunk]), applied(text(change.old), [hunk]));
  }
  return all.flatMap((triples) => spread(triples, count / all.length));
}

/** Reports whether the commits are there; a shallow clone has only the last one. */
function hasHistory(): boolean {
  try {
    return Number(git(['rev-list', '--count', newest]).toString()) > 100;
  } catch {
    return false;
  }
}

/** Takes so many triples evenly from all of them. */
function spread(triples: readonly Triple[], count: number): Triple[] {
  if (triples.length <= count) return [...triples];
  return Array.from({ length: count }, (_, i) => triples[Math.floor((i * triples.length) / count)] as Triple);
}

function block(hunks: readonly Hunk[]): string {
  return hunks.map(({ lines }) => lines.join('\n')).join('\n// ... existing code ...\n') + '\n';
}

function applied(old: string, hunks: readonly Hunk[]): string {
  const lines = old.split('\n');
  for (const { start, removed, lines: added } of hunks.toReversed()) lines.splice(start, removed, ...added);
  return lines.join('\n');
}

/** Returns the changes of single files in the history, newest first. */
function changes(context: string): Change[] {
  const globs = extensions.map((extension) => `:(top)*.${extension}`);
  const log = git([
    'log',
    '-p',
    '--no-merges',
    '--no-renames',
    '--diff-filter=M',
    '--full-index',
    context,
    '--format=commit %H',
    newest,
    '--',
    ...globs,
  ]);
  const found: Change[] = [];
  let commit = '';
  for (const line of log.toString('utf8').split('\n')) {
    const change = found.at(-1);
    const hunk = change?.hunks.at(-1);
    if (line.startsWith('commit ')) commit = line.slice(7);
    else if (line.startsWith('diff --git '))
      found.push({ commit, path: line.slice(line.lastIndexOf(' b/') + 3), old: '', new: '', hunks: [] });
    else if (change && line.startsWith('index ')) [, change.old = '', change.new = ''] = /^index (\w+)\.\.(\w+)/.exec(line) ?? [];
    else if (change && line.startsWith('@@ ')) change.hunks.push(hunkOf(line));
    else if (hunk && /^[ +-]/.test(line)) addLine(hunk, line);
    else if (line.startsWith('\\')) change?.hunks.splice(0); // no newline at the end of the file
  }
  for (const change of found) change.hunks = change.hunks.filter(({ startsOpen, endsOpen }) => !startsOpen && !endsOpen);
  return found.filter(({ hunks, path }) => hunks.length > 0 && !/protocol\.|testdata|bundle\.l10n|package-lock/.test(path));
}

function addLine(hunk: Hunk, line: string): void {
  if (line.startsWith('-')) {
    hunk.startsOpen ||= hunk.lines.length === 0;
    hunk.endsOpen = true;
    return;
  }
  if (line.startsWith(' ') && hunk.endsOpen) hunk.hasGap = true;
  hunk.endsOpen = false;
  hunk.lines.push(line.slice(1));
}

function hunkOf(head: string): Hunk {
  const [, start = '0', removed = '1'] = /^@@ -(\d+)(?:,(\d+))? /.exec(head) ?? [];
  return {
    start: Number(start) - (removed === '0' ? 0 : 1),
    removed: Number(removed),
    lines: [],
    startsOpen: false,
    endsOpen: false,
    hasGap: false,
  };
}

function blobs(ids: readonly string[]): Map<string, string> {
  const output = git(['cat-file', '--batch'], `${ids.join('\n')}\n`);
  const texts = new Map<string, string>();
  let at = 0;
  for (const id of ids) {
    const end = output.indexOf('\n', at);
    const size = Number(output.toString('utf8', at, end).split(' ')[2]);
    texts.set(id, output.toString('utf8', end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return texts;
}
