/** A copy of the repository in a temporary folder, so that a mutant never stands in the working tree. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Files that git tracks or would track. */
export function listFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return listed.split('\0').filter((file) => file !== '' && existsSync(file));
}

/** `node_modules` is linked, not copied. */
export function copyRepository(files: readonly string[]): { root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), 'vigia-mutation-'));
  // PostgreSQL, which never runs as root, has its files below.
  chmodSync(root, 0o755);
  for (const file of files) cpSync(file, join(root, file));
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  return { root, remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }) };
}
