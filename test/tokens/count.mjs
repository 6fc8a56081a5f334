// Counts the tokens of each sample as OpenAI's two vocabularies have them, and prints the table that tokens_test.go compares
// the server's estimate with.
import { readdirSync, readFileSync } from 'node:fs';
import { encode as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as o200k } from 'gpt-tokenizer/encoding/o200k_base';

const samples = new URL('testdata/', import.meta.url);
const counts = {};
for (const name of readdirSync(samples).filter((n) => n.endsWith('.txt')).sort()) {
  const text = readFileSync(new URL(name, samples), 'utf8');
  counts[name] = { cl100k: cl100k(text).length, o200k: o200k(text).length };
}
console.log(JSON.stringify(counts, null, 2));
