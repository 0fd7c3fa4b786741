/** A copy of the repository in a temporary folder, so that a mutant never stands in the working tree. */
import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** `node_modules` is linked, not copied. */
export function copyRepository(files: readonly string[]): { root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), 'vigia-mutation-'));
  // PostgreSQL, which never runs as root, has its files below.
  chmodSync(root, 0o755);
  for (const file of files) cpSync(file, join(root, file));
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  return { root, remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }) };
}
