// Formats the plugin's Lua with stylua, as test/beds/neovim.sh installs it (its WebAssembly build from npm).
// node format.mjs MODULES FOLDER [--write]: without --write it lists the files that are not formatted.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const [modules, folder, write] = process.argv.slice(2);
const stylua = createRequire(path.resolve(modules, 'x.js'))('@johnnymorganz/stylua');

const enums = {
  indent_type: stylua.IndentType,
  quote_style: stylua.QuoteStyle,
  call_parentheses: stylua.CallParenType,
};

/** The configuration that .stylua.toml holds: lines of `name = value`. */
function configuration() {
  const config = stylua.Config.new();
  for (const line of readFileSync(path.join(folder, '.stylua.toml'), 'utf8').split('\n').filter(Boolean)) {
    const [name, value] = line.split(' = ');
    config[name] = name in enums ? enums[name][JSON.parse(value)] : JSON.parse(value);
  }
  return config;
}

let wrong = 0;
for (const name of readdirSync(folder, { recursive: true }).filter((n) => n.endsWith('.lua') && !n.endsWith('protocol.lua'))) {
  const file = path.join(folder, name);
  const text = readFileSync(file, 'utf8');
  const formatted = stylua.formatCode(text, configuration(), undefined, stylua.OutputVerification.Full);
  if (formatted === text) continue;
  wrong++;
  console.log(name);
  if (write) writeFileSync(file, formatted);
}
process.exitCode = wrong > 0 && !write ? 1 : 0;
