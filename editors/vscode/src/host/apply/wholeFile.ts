// Decides whether a code block is a whole file.
import { definitionKey, findDefinitions } from './definitions';
import { isBlank, isSignificant } from './lines';

const headerWords = 'package|import|from|use|using|namespace|module|library|require';
const header = new RegExp(
  String.raw`^(?:#include|#!|#pragma|<\?|<!doctype|@charset|---$|['"]use strict|const \w+ = require|(?:${headerWords})\b)`,
  'i',
);

export function isHeader(line: string): boolean {
  return header.test(line.trim());
}

/** Reports whether both lines are headers of the same kind, such as imports. */
function isSameHeader(a: string, b: string): boolean {
  return isHeader(a) && isHeader(b) && /^\W*\w+/.exec(a)?.[0] === /^\W*\w+/.exec(b)?.[0];
}

export function isComment(line: string): boolean {
  return isBlank(line) || /^\s*(?:\/\/|\/\*|\*|--(?!-)|# |#$)/.test(line);
}

/** Reports whether the block is the whole file; `maybe` if it could be its beginning only. */
export function wholeFile(file: readonly string[], block: readonly string[]): 'yes' | 'no' | 'maybe' {
  const [first, blockFirst] = [file, block].map(
    (lines) => lines.find((line) => !isComment(line)) ?? lines.find((line) => !isBlank(line)) ?? '',
  );
  const startsAlike = first === blockFirst || (isSameHeader(first ?? '', blockFirst ?? '') && !file.includes(blockFirst ?? ''));
  const known = new Set(block.filter((line) => !isBlank(line)));
  const lines = file.filter((line) => !isBlank(line));
  const share = lines.filter((line) => known.has(line)).length / lines.length;
  if (!startsAlike) return share > 0.9 && isHeader(first ?? '') === isHeader(blockFirst ?? '') && lines.length > 3 ? 'maybe' : 'no';
  if (!isHeader(blockFirst ?? '') && definitionKey(blockFirst ?? '') !== undefined && findDefinitions(file, '').length > 1) {
    // The first definition alone starts like the file, too.
    if (findDefinitions(block, '').length < 2) return 'no';
  }
  const keys = new Set(findDefinitions(block).map(({ key }) => key));
  const missing = findDefinitions(file, '').filter(({ key }) => !keys.has(key));
  if (missing.length > 0 || isCut(file, block)) return isHeader(blockFirst ?? '') || share > 0.5 ? 'maybe' : 'no';
  return isHeader(blockFirst ?? '') || share > 0.6 ? (share >= 0.3 || lines.length < 10 ? 'yes' : 'maybe') : 'no';
}

/** Reports whether the block could end in the middle of the lines: its last line is followed by lines that it does not have. */
export function isCut(lines: readonly string[], block: readonly string[]): boolean {
  const known = new Set(block.map((line) => line.trim()));
  return [isSignificant, (line: string) => !isBlank(line)].some((counts) => {
    const last = block.findLast(counts)?.trim();
    const at = lines.findLastIndex((line) => line.trim() === last);
    const rest = at < 0 ? [] : lines.slice(at + 1).filter(counts);
    return rest.length > 0 && rest.filter((line) => known.has(line.trim())).length < rest.length / 2;
  });
}
