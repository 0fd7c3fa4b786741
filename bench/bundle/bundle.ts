/**
 * JavaScript size budget of /login: every file the first page loads before its form can be used, by owner.
 * Exits with 1 when the budget is exceeded or when a dashboard module is included.
 *
 *     npm run bench -- bundle
 */
import { SourceMap } from 'node:module';
import type { Rolldown } from 'vite';
import { report } from '../report.ts';
import { buildInMemory, gzipped, withImports } from './build.ts';

const budgetBytes = 165_000;
/** Loaded as soon as the app runs: the form shows earlier, but sign-in needs it. */
const identityModule = 'src/services/firebase-identity.ts';
/** Folders and screens that must not be in the first page. */
const forbidden = [
  /^store\//,
  /^src\/screens\/(?!login|error|splash|session-context|public-header)/,
];

const chunks = await buildInMemory();
const files = [
  ...withImports(
    chunks,
    chunks.filter(
      ({ isEntry, facadeModuleId }) => isEntry || facadeModuleId?.endsWith(identityModule),
    ),
  ),
];
const total = files.reduce((sum, file) => sum + gzipped(file), 0);
const bytesPerOwner = bytesByOwner(files);

process.stdout.write(`JavaScript of /login, gzip −9: ${total} bytes of ${budgetBytes}\n\n`);
for (const [owner, bytes] of [...bytesPerOwner]
  .sort(([, a], [, b]) => b - a)
  .filter(([, b]) => b >= 100))
  process.stdout.write(`${String(Math.round(bytes)).padStart(8)}  ${owner}\n`);

report({
  what: 'JavaScript of /login, gzip −9',
  unit: 'bytes',
  value: total,
  goal: { max: budgetBytes },
});
const unwanted = [...modulesOf(files)].filter((id) => forbidden.some((rule) => rule.test(id)));
for (const id of unwanted) process.stdout.write(`\nnot for the first page: ${id}\n`);
if (total > budgetBytes) process.stdout.write(`\n${total - budgetBytes} bytes over the budget\n`);
process.exitCode = total > budgetBytes || unwanted.length > 0 ? 1 : 0;

/** Compressed bytes per package or folder, in proportion to its minified characters in each file. */
function bytesByOwner(chunks: readonly Rolldown.OutputChunk[]): Map<string, number> {
  const bytes = new Map<string, number>();
  for (const chunk of chunks) {
    if (chunk.map === null) {
      bytes.set('bundler', (bytes.get('bundler') ?? 0) + gzipped(chunk));
      continue;
    }
    const map = new SourceMap({ ...chunk.map, file: chunk.fileName, sourceRoot: '' });
    const perCharacter = gzipped(chunk) / chunk.code.length;
    for (const [line, text] of chunk.code.split('\n').entries()) {
      for (let column = 0; column <= text.length; column += 1) {
        const entry = map.findEntry(line, column);
        const owner =
          'originalSource' in entry && entry.originalSource !== undefined
            ? ownerOf(entry.originalSource)
            : 'bundler';
        bytes.set(owner, (bytes.get(owner) ?? 0) + perCharacter);
      }
    }
  }
  return bytes;
}

function ownerOf(source: string): string {
  const path = source.replace(/^(\.\.?\/)+/, '');
  const inPackage = path.split('node_modules/').at(-1);
  if (inPackage === undefined || inPackage === path) return path.split('/').slice(0, 2).join('/');
  return inPackage
    .split('/')
    .slice(0, inPackage.startsWith('@') ? 2 : 1)
    .join('/');
}

function* modulesOf(chunks: readonly Rolldown.OutputChunk[]): Generator<string> {
  for (const { modules } of chunks)
    for (const id of Object.keys(modules)) yield id.replace(`${process.cwd()}/`, '');
}
