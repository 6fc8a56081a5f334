// Bundles the extension and its view into dist/. --watch builds again on every change; --production is small.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const production = process.argv.includes('--production');
const common = { absWorkingDir: root, bundle: true, minify: production, sourcemap: !production, metafile: true, logLevel: 'warning' };

const builds = [
  {
    ...common,
    entryPoints: ['src/extension.ts'],
    outfile: 'dist/extension.js',
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
  },
  {
    ...common, entryPoints: { webview: 'src/webview/main.ts', math: 'src/webview/math/main.ts' }, outdir: 'dist',
    platform: 'browser', format: 'iife', target: 'chrome122',
  },
  { ...common, entryPoints: { webview: 'src/webview/styles/main.css' }, outdir: 'dist', loader: { '.ttf': 'file' }, assetNames: '[name]' },
];

if (process.argv.includes('--watch')) {
  const contexts = await Promise.all(builds.map((build) => esbuild.context(build)));
  await Promise.all(contexts.map((context) => context.watch()));
} else {
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  mkdirSync(path.join(root, 'dist'));
  const results = await Promise.all(builds.map((build) => esbuild.build(build)));
  writeFileSync(path.join(root, 'dist', 'THIRD-PARTY.txt'), notices(results));
}

/** The licences of all packages that went into the bundles. */
function notices(results) {
  const inputs = results.flatMap((result) => Object.keys(result.metafile.inputs));
  const packages = new Set(inputs.map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]).filter(Boolean));
  return [...packages]
    .toSorted()
    .map((dir) => notice(path.join(root, dir)))
    .join('\n');
}

function notice(dir) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8'));
  const files = readdirSync(dir).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  if (files.length === 0 && !license) throw new Error(`${name} has no licence`);
  const text = files.map((file) => readFileSync(path.join(dir, file), 'utf8').trim()).join('\n\n');
  return `${'='.repeat(80)}\n${name} ${version} (${license ?? 'see below'})\n\n${text}\n`;
}
