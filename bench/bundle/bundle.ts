/**
 * What /login costs before its form can be used: every file the first page loads at once, and whose bytes they are.
 * Ends with 1 when the budget is passed or when something of the dashboard has slipped in.
 *
 *     npm run bench -- bundle
 */
import { SourceMap } from 'node:module';
import type { Rolldown } from 'vite';
import { report } from '../report.ts';
import { buildInMemory, gzipped, withImports } from './build.ts';

const budgetBytes = 165_000;
/** Asked for as soon as the app runs: the form shows before it is there, but nobody can sign in. */
const identityModule = 'src/services/firebase-identity.ts';
/** Rooms and screens that have no business in the first page. */
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
const shares = sharesByOwner(files);

process.stdout.write(`JavaScript of /login, gzip −9: ${total} bytes of ${budgetBytes}\n\n`);
for (const [owner, bytes] of [...shares].sort(([, a], [, b]) => b - a).filter(([, b]) => b >= 100))
  process.stdout.write(`${String(Math.round(bytes)).padStart(8)}  ${owner}\n`);

report({
  what: 'JavaScript of /login, gzip −9',
  unit: 'bytes',
  ours: total,
  goal: { most: budgetBytes },
});
const intruders = [...modulesOf(files)].filter((id) => forbidden.some((rule) => rule.test(id)));
for (const id of intruders) process.stdout.write(`\nnot for the first page: ${id}\n`);
if (total > budgetBytes) process.stdout.write(`\n${total - budgetBytes} bytes over the budget\n`);
process.exitCode = total > budgetBytes || intruders.length > 0 ? 1 : 0;

/** Each file's compressed bytes, shared out by whose source its minified characters come from. */
function sharesByOwner(chunks: readonly Rolldown.OutputChunk[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const chunk of chunks) {
    if (chunk.map === null) {
      shares.set('bundler', (shares.get('bundler') ?? 0) + gzipped(chunk));
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
        shares.set(owner, (shares.get(owner) ?? 0) + perCharacter);
      }
    }
  }
  return shares;
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
