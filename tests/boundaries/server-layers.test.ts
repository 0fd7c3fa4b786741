/** Six layers of `server/`: each imports only its own and lower ones, and no two folders import each other. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Top to bottom: folders, with all that is in them, and files of `server/` itself. */
const layers = {
  entry:
    'main.ts cli.ts dev.ts backend.ts app-without-services.ts generate-openapi.ts write-openapi-cli.ts admin config startup',
  http: 'http openapi mcp market-push',
  workers: 'workers market-worker',
  subjects:
    'thresholds threshold-files settings channels keys profile monitoring alerts live billing delivery mail auth accounts plans engine marketplaces',
  database: 'db events outgoing market-model',
  base: 'base',
};
const places = Object.values(layers).map((line) => line.split(' '));

const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));

/** A folder of `server/`, or a file in none. */
const placeOf = (path: string): string => path.split('/')[0] ?? path;
const layerOf = (path: string): number => places.findIndex((line) => line.includes(placeOf(path)));

/** Relative imports, static or not, as paths below `server/`. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(root, 'server', path), 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)]
    .map(([, specifier]) => normalize(join(dirname(path), specifier ?? '')))
    .filter((to) => to.endsWith('.ts') && !to.startsWith('..'));
}

const imports = files.flatMap((from) => importsOf(from).map((to) => ({ from, to })));

describe('the layers of server/', () => {
  it('include every file', () => {
    expect(files.filter((path) => layerOf(path) === -1)).toEqual([]);
  });

  it('name nothing that does not exist', () => {
    const used = new Set(files.map(placeOf));
    expect(places.flat().filter((place) => !used.has(place))).toEqual([]);
  });

  it('are imported only from their own and higher ones', () => {
    expect(imports.filter(({ from, to }) => layerOf(from) > layerOf(to))).toEqual([]);
  });

  it('have no two folders that import each other', () => {
    const pairs = new Set(imports.map(({ from, to }) => `${placeOf(from)} ${placeOf(to)}`));
    const mutual = imports.filter(
      ({ from, to }) =>
        placeOf(from) !== placeOf(to) && pairs.has(`${placeOf(to)} ${placeOf(from)}`),
    );
    expect(mutual).toEqual([]);
  });
});
