import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { line, prose, text } from '../src/shared/visible';

interface Table {
  newline: string[];
  joiner: string[];
  hidden: string[];
  cases: { name: string; in: string; line: string; text: string; prose: string }[];
}
const table = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../workspace/visible/testdata/marks.json'), 'utf8')) as Table;

describe('marks', () => {
  test.each(table.cases.map((one) => [one.name, one] as const))('%s', (_, one) => {
    expect([line(one.in), text(one.in), prose(one.in)]).toEqual([one.line, one.text, one.prose]);
  });

  test('match the server for every character', () => {
    const levels = new Map<number, number>();
    [table.newline, table.joiner, table.hidden].forEach((ranges, i) => {
      for (const range of ranges) {
        const [from = '', to = from] = range.split('-');
        for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code++) levels.set(code, i + 1);
      }
    });
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const one = `x${String.fromCodePoint(code)}x`;
      const level = [line, text, prose].filter((mark) => mark(one) !== one).length;
      if (level !== (levels.get(code) ?? 0)) wrong.push(`U+${code.toString(16)}: ${level}`);
    }
    expect(wrong).toEqual([]);
  });
});
