/**
 * Which tests import a file, directly or through others: first those that import it themselves, then those that share most
 * rare words with it, because every test of a route imports the whole server.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const aliases = ['domain', 'contract', 'machines', 'store', 'src', 'server', 'standins', 'tests'];
/** Started as a process of its own, too. */
const importPattern = /(?:from|import|new URL)\s*\(?\s*['"]([#.][^'"]+)['"]/g;

/** @param files every source and test file, by path from the root */
export function createTestIndex(root: string, files: readonly string[]) {
  const importers = new Map<string, string[]>();
  const words = new Map<string, ReadonlySet<string>>();
  for (const file of files) {
    const code = readFileSync(join(root, file), 'utf8');
    words.set(file, wordsOf(`${file} ${code}`));
    for (const [, specifier = ''] of code.matchAll(importPattern)) {
      const imported = resolveImport(root, file, specifier);
      if (imported !== null) importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  const similarity = createSimilarity(words);
  const testsOf = (file: string) => {
    const isDirect = (test: string) => Number(importers.get(file)?.includes(test));
    return importingTests(importers, file)
      .map((test) => ({ test, rank: 1000 * isDirect(test) + similarity(file, test) }))
      .toSorted((a, b) => b.rank - a.rank)
      .map(({ test }) => test);
  };
  return { testsOf };
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

const wordsOf = (text: string) =>
  new Set(text.match(/[A-Z]?[a-z]{3,}/g)?.map((word) => word.toLowerCase()));

/** Words in common, each weighted by how few tests contain it, over the size of the test (TF-IDF). */
function createSimilarity(words: ReadonlyMap<string, ReadonlySet<string>>) {
  const tests = [...words].filter(([file]) => isTest(file));
  const countByWord = new Map<string, number>();
  for (const [, ofTest] of tests)
    for (const word of ofTest) countByWord.set(word, (countByWord.get(word) ?? 0) + 1);
  const weightOf = (word: string) => Math.log(tests.length / (countByWord.get(word) ?? 1)) ** 2;
  const sum = (of: readonly string[]) => of.reduce((total, word) => total + weightOf(word), 0);
  return (file: string, test: string) => {
    const ofFile = words.get(file);
    const ofTest = [...(words.get(test) ?? [])];
    return sum(ofTest.filter((word) => ofFile?.has(word))) / Math.sqrt(1 + sum(ofTest));
  };
}

function resolveImport(root: string, from: string, specifier: string): string | null {
  const alias = aliases.find((name) => specifier.startsWith(`#${name}/`));
  const path = alias ? specifier.slice(1) : join(dirname(from), specifier);
  if (!alias && !specifier.startsWith('.')) return null;
  return existsSync(join(root, path)) ? relative(root, join(root, path)) : null;
}

function importingTests(importers: ReadonlyMap<string, readonly string[]>, file: string): string[] {
  const seen = new Set([file]);
  const open = [file];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const importer of importers.get(at) ?? []) {
      if (seen.has(importer)) continue;
      seen.add(importer);
      if (!isTest(importer)) open.push(importer);
    }
  return [...seen].filter(isTest);
}
