/** Which tests import a file, directly or through others: the nearest first. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const aliases = ['domain', 'contract', 'machines', 'store', 'src', 'server', 'standins', 'tests'];
const importPattern = /(?:from|import)\s*\(?\s*['"]([#.][^'"]+)['"]/g;

/** @param files every source and test file, by path from the root */
export function createTestIndex(root: string, files: readonly string[]) {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    for (const [, specifier = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      importPattern,
    )) {
      const imported = resolveImport(root, file, specifier);
      if (imported !== null) importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return { testsOf: (file: string) => nearestTests(importers, file) };
}

function resolveImport(root: string, from: string, specifier: string): string | null {
  const alias = aliases.find((name) => specifier.startsWith(`#${name}/`));
  const path = alias ? specifier.slice(1) : join(dirname(from), specifier);
  if (!alias && !specifier.startsWith('.')) return null;
  return existsSync(join(root, path)) ? relative(root, join(root, path)) : null;
}

function nearestTests(importers: ReadonlyMap<string, readonly string[]>, file: string): string[] {
  const seen = new Set([file]);
  const tests: string[] = [];
  for (let level: readonly string[] = [file]; level.length > 0; ) {
    const next = [...new Set(level.flatMap((one) => importers.get(one) ?? []))].filter(
      (one) => !seen.has(one),
    );
    for (const one of next) {
      seen.add(one);
      if (/\.test\.tsx?$/.test(one)) tests.push(one);
    }
    level = next.filter((one) => !/\.test\.tsx?$/.test(one));
  }
  return tests;
}
