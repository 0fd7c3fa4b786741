/** Documents agree with the code: files they name exist, and operations.md names every metric and every variable. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '#server/base/metrics.ts';
import { type VariableName, variables } from '#server/config/variables.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const filesBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => ending.test(path));

const all = new Set(
  [
    'domain',
    'contract',
    'machines',
    'store',
    'src',
    'server',
    'standins',
    'scripts',
    'tests',
    'bench',
    'docs',
    'deploy',
  ].flatMap((folder) => [folder, ...filesBelow(folder, /./)]),
);
const documents = ['README.md', 'SECURITY.md', ...filesBelow('docs', /\.md$/)];
const operations = read('docs/operations.md');

describe('documents', () => {
  it('name only files and folders that exist', () => {
    const missing = documents.flatMap((document) =>
      [
        ...read(document).matchAll(
          /`((?:domain|contract|machines|store|src|server|standins|scripts|tests|bench|docs|deploy)\/[\w./-]+)`/g,
        ),
      ]
        .map(([, path = '']) => path.replace(/\/$/, ''))
        .filter((path) => !all.has(path))
        .map((path) => `${document}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('name only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const missing = documents.flatMap((document) =>
      [...read(document).matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !(name in scripts))
        .map((name) => `${document}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('docs/operations.md', () => {
  it('names every metric of the server', () => {
    const sources = filesBelow('server', /metrics\.ts$/)
      .map(read)
      .join('\n');
    const inSource = [...sources.matchAll(/'(vigia_\w+)'/g)].map(([, name = '']) => name);
    const registered = createMetrics()
      .registry.getMetricsAsArray()
      .map(({ name }) => name)
      .filter((name) => name.startsWith('vigia_'));
    const names = new Set([...inSource, ...registered]);
    expect(names.size).toBeGreaterThan(20);
    expect([...names].filter((name) => !operations.includes(name))).toEqual([]);
  });

  it('has every variable of the configuration in a table, and no other', () => {
    const documented = variableRows().flatMap(({ names }) => names);
    const names = Object.keys(variables);
    expect(names.filter((name) => !documented.includes(name))).toEqual([]);
    expect(documented.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('gives the defaults of the configuration', () => {
    const wrong = variableRows().flatMap(({ names, defaults }) =>
      names.flatMap((name, index) => {
        const written = defaults[index];
        const actual = variables[name as VariableName]?.safeParse(undefined).data;
        const text = typeof actual === 'boolean' ? String(Number(actual)) : String(actual);
        return written === undefined || written === text || written in variables
          ? []
          : [`${name}: ${text}, not ${written}`];
      }),
    );
    expect(wrong).toEqual([]);
  });
});

/** Rows of the tables whose first column names variables: `A`, `B` | `a`, `b` | meaning; or without defaults. */
function variableRows(): { names: string[]; defaults: string[] }[] {
  const documented = [
    operations.split('### Renamed')[0],
    read('docs/adding-a-marketplace.md'),
  ].join('\n');
  const codes = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  return documented.split('\n').flatMap((row) => {
    const [, first, ...cells] = row.split('|').slice(0, -1);
    const names = codes(first).map((code) => code.replace(/=.*/, ''));
    if (!names.some((name) => /^[A-Z][A-Z_]+$/.test(name))) return [];
    return [
      {
        names: names.filter((name) => !name.includes('*')),
        defaults: cells.length > 1 ? codes(cells[0]) : [],
      },
    ];
  });
}

it('styles use only custom properties that are set somewhere', () => {
  const code = [...filesBelow('src', /\.(css|tsx?)$/), 'index.html'].map(read).join('\n');
  const set = new Set(
    [...code.matchAll(/['"\s;{](--[\w-]+)['"]?\]?\s*:/g)].map(([, name]) => name),
  );
  const used = filesBelow('src', /\.(css|tsx?)$/).flatMap((path) =>
    [...read(path).matchAll(/var\((--[\w-]+)\)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !set.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(used).toEqual([]);
});
