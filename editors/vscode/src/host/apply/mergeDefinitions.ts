import { definitionKey, findDefinitions, type Definition } from './definitions';
import { commonIndent, indentOf, isBlank, reindent, type Edit } from './lines';
import { isCut } from './wholeFile';

/** Replaces the definitions of the block in the file; undefined if one of its lines is in no known definition. */
export function mergeDefinitions(file: readonly string[], block: readonly string[]): Edit[] | undefined {
  const indent = commonIndent(block);
  const units = findDefinitions(block, indent);
  const covered = new Set(units.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)));
  if (units.length === 0 || block.some((line, i) => !isBlank(line) && !covered.has(i))) return undefined;
  const definitions = findDefinitions(file);
  const targets = units.map((unit) => target(unit, block, file, definitions));
  if (targets.includes('unclear') || targets.every((one) => one === undefined)) return undefined;
  const edits: Edit[] = [];
  for (const [i, unit] of units.entries()) {
    const known = targets[i] as Definition | undefined;
    const edit = known
      ? replaceUnit(unit, block, known, file, indent)
      : insertUnit(i, units, block, targets as (Definition | undefined)[], file, indent);
    if (!edit) return undefined;
    edits.push(edit);
  }
  return overlap(edits) ? undefined : edits;
}

/** Finds the definition of the file that the unit replaces: the one with the same first line, else the same name. */
function target(
  unit: Definition,
  block: readonly string[],
  file: readonly string[],
  definitions: readonly Definition[],
): Definition | undefined | 'unclear' {
  const head = block[unit.head]?.trim();
  const named = definitions.filter(({ key }) => key === unit.key);
  const same = named.filter((definition) => file[definition.head]?.trim() === head);
  const written = file.filter((line) => definitionKey(line) === unit.key).length;
  if (same.length === 1 && written === 1) return same[0];
  if (named.length === 1 && written === 1) return named[0];
  return written === 0 ? undefined : 'unclear';
}

function replaceUnit(
  unit: Definition,
  block: readonly string[],
  known: Definition,
  file: readonly string[],
  indent: string,
): Edit | undefined {
  const old = file.slice(known.head, known.end);
  const added = block.slice(unit.head, unit.end);
  if (isClosed(old) !== isClosed(added) || (!isClosed(added) && isCut(old, added))) return undefined;
  const nested = new Set(findDefinitions(added).map(({ key }) => key));
  if (findDefinitions(old).some(({ key }) => !nested.has(key) && /^(?:func|type)/.test(key))) return undefined;
  const hasLead = unit.start < unit.head;
  const kept = decorators(file.slice(known.start, known.head));
  const given = decorators(block.slice(unit.start, unit.head));
  if (hasLead && kept.some((line) => !given.includes(line))) return undefined;
  const lines = reindent(block.slice(unit.start, unit.end), indent, indentOf(file[known.head] ?? ''));
  return lines && { start: hasLead ? known.start : known.head, end: known.end, lines };
}

/** Returns the decorators and attributes among the lines. */
function decorators(lines: readonly string[]): string[] {
  return lines.filter((line) => /^\s*(?:@|#\[|\[)/.test(line)).map((line) => line.trim());
}

/** Reports whether the last line is a closing bracket or word with the indentation of the first. */
function isClosed(lines: readonly string[]): boolean {
  const last = lines.at(-1) ?? '';
  return indentOf(last) === indentOf(lines[0] ?? '') && /^(?:[}\])]|(?:end|fi|done|esac)\b)/.test(last.trim());
}

/** Inserts a new definition beside the nearest one of the block that the file has. */
function insertUnit(
  i: number,
  units: readonly Definition[],
  block: readonly string[],
  targets: readonly (Definition | undefined)[],
  file: readonly string[],
  indent: string,
): Edit | undefined {
  const unit = units[i];
  if (!unit || (targets[i - 1] === undefined && targets[i + 1] === undefined)) return undefined;
  const [before, after] = [targets[i - 1], targets[i + 1]];
  const lines = reindent(block.slice(unit.start, unit.end), indent, indentOf(file[(before ?? after)?.head ?? 0] ?? ''));
  if (!lines) return undefined;
  if (before) return { start: before.end, end: before.end, lines: [...blankLines(block, units[i - 1]?.end ?? 0, unit.start), ...lines] };
  return after && { start: after.start, end: after.start, lines: [...lines, ...blankLines(block, unit.end, units[i + 1]?.start ?? 0)] };
}

function blankLines(block: readonly string[], from: number, to: number): string[] {
  return block.slice(from, to).map(() => '');
}

function overlap(edits: readonly Edit[]): boolean {
  const sorted = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  return sorted.some((edit, i) => i > 0 && edit.start < (sorted[i - 1]?.end ?? 0));
}
