/** Files of the repository that git tracks or would track, by their paths in it. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param folder all of them unless given */
export function listFiles(folder = '.'): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard', folder], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
}
