/** Names hold the field's words: no identifier and no file name contains a word that the glossary rules out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { listFiles } from '#tests/support/list-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** First column of the table under “Words that stand in no name” in docs/map.md. */
const forbidden = new Set(
  (read('docs/map.md').split('### Words that stand in no name')[1] ?? '')
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('|') && !/^\| *(-|Instead)/.test(line))
    .flatMap((line) => (line.split('|')[1] ?? '').split(','))
    .map((word) => word.trim())
    .filter((word) => word !== ''),
);

const codeFolders = /^(domain|contract|machines|store|src|server|standins|bench|tests|scripts)\//;
const files = listFiles().filter((path) => codeFolders.test(path));

/** `keptUntil` → kept, until; `HTMLPage` → html, page; `look-back.ts` → look, back, ts. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());

const forbiddenWordsIn = (name: string) => wordsOf(name).filter((word) => forbidden.has(word));

const isIdentifier = (node: object): node is { type: string; name: string } =>
  'type' in node &&
  'name' in node &&
  typeof node.name === 'string' &&
  (node.type === 'Identifier' || node.type === 'PrivateIdentifier');

function collectNames(node: unknown, names: Set<string>): void {
  if (typeof node !== 'object' || node === null) return;
  if (isIdentifier(node)) names.add(node.name);
  for (const child of Object.values(node)) collectNames(child, names);
}

function namesIn(path: string): Set<string> {
  const names = new Set<string>();
  collectNames(parseSync(path, read(path)).program, names);
  return names;
}

describe('names', () => {
  it('are checked against the list of the glossary', () => {
    expect(forbidden.size).toBeGreaterThan(20);
    expect(forbiddenWordsIn('untoldAlerts')).toEqual(['untold']);
    expect(forbiddenWordsIn('#ear')).toEqual(['ear']);
    expect(forbiddenWordsIn('yearOfNewspaper')).toEqual([]);
  });

  it('of files hold none of its words', () => {
    expect(files.filter((path) => forbiddenWordsIn(path).length > 0)).toEqual([]);
  });

  it('in code hold none of its words', () => {
    const found = files
      .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
      .flatMap((path) =>
        [...namesIn(path)]
          .filter((name) => forbiddenWordsIn(name).length > 0)
          .map((name) => `${path}: ${name}`),
      );
    expect(found).toEqual([]);
  });
});
