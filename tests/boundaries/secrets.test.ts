/** Secret scan: no credentials in the repository; production-bundle.test.ts scans what browsers get. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { credentialsIn } from './credentials.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

function listTrackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  return listed.split('\0').filter((path) => path !== '' && !/\.(png|ico|woff2|br|gz)$/.test(path));
}
describe('secrets', () => {
  it('are recognised', () => {
    const planted = [
      `-----BEGIN PRIVATE KEY-----\n${'MIIEvQ'.repeat(10)}`,
      `sk_${'live'}_${'a'.repeat(12)}`,
      `AIza${'b'.repeat(35)}`,
      `AKIA${'C'.repeat(16)}`,
      `ghp_${'d'.repeat(36)}`,
      `eyJ${'e'.repeat(24)}.eyJ${'f'.repeat(24)}.${'g'.repeat(24)}`,
      `postgres://vigia:${'h'.repeat(12)}@db.internal/vigia`,
    ];
    for (const text of planted) expect([text, credentialsIn(text).length]).toEqual([text, 1]);
  });

  it('are not in any file of the repository', async () => {
    const paths = listTrackedFiles();
    expect(paths.length).toBeGreaterThan(500);
    const leaks: string[] = [];
    for (const path of paths) {
      // Tracked but deleted, and not committed yet.
      const text = await readFile(join(root, path), 'utf8').catch(() => '');
      leaks.push(...credentialsIn(text).map((what) => `${path}: ${what}`));
    }
    expect(leaks).toEqual([]);
  });
});
