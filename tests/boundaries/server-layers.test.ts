/** Layers of `server/`: each folder imports only lower ones, from the entry points down to the database. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Top to bottom: files of `server/` itself by name, and folders. */
const layers = `
  dev.ts cli.ts main.ts admin write-openapi-cli.ts generate-openapi.ts
  startup backend.ts config.ts config renamed-variables.ts read-version.ts
  http openapi mcp market-control market-worker monitoring alerts
  users/thresholds users/keys users/channels users/threshold-files users/account users/profile
  billing users/settings live delivery auth users mail events engine/backtest
  marketplaces marketplaces/listing-search outgoing engine db/alerts db/deliveries db/market db/billing db/users db market-model
  next-check.ts page-cursor.ts content-etag.ts errors.ts metrics.ts process-metrics.ts logger.ts
  concurrency.ts pause-until-due.ts repeat-until-aborted.ts wake-signal.ts recent-ids.ts settle-within.ts within-deadline.ts
  trace-context.ts csv.ts to-single-line.ts
`
  .trim()
  .split(/\s+/);

const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));

/** A file's place in the table: its own name where it stands in `server/` itself, else its folder's; kinds of channels share one. */
const layerOf = (path: string): number =>
  layers.indexOf(dirname(path) === '.' ? path : dirname(path).replace(/^delivery\/.*/, 'delivery'));

/** Relative imports, static or not, as paths below `server/`. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(root, 'server', path), 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(
    ([, specifier]) => normalize(join(dirname(path), specifier ?? '')),
  );
}

const upward = (from: string, to: string): boolean => layerOf(from) > layerOf(to);

describe('the layers of server/', () => {
  it('include every file', () => {
    expect(files.filter((path) => layerOf(path) === -1)).toEqual([]);
  });

  it('name nothing that does not exist', () => {
    const used = new Set(files.map(layerOf));
    expect(layers.filter((_name, index) => !used.has(index))).toEqual([]);
  });

  it('are imported only from higher layers', () => {
    const back = files.flatMap((from) =>
      importsOf(from)
        .filter((to) => to.endsWith('.ts') && !to.startsWith('..') && upward(from, to))
        .map((to) => `${from} imports ${to}`),
    );
    expect(back).toEqual([]);
  });
});
