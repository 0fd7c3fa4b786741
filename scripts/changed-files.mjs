// What changed since a Git revision: committed, staged, edited and new files.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Without a revision: what is not committed yet, or else the last commit. @throws if Git does not know the revision */
export function changedFiles(root, revision) {
  const git = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout.split('\n').filter((line) => line !== '');
  };
  const isClean = git('status', '--porcelain').length === 0;
  const since = revision || (isClean ? 'HEAD~1' : 'HEAD');
  const [base] = git('merge-base', since, 'HEAD');
  const changed = [
    ...git('diff', '--name-only', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return { since: base, changed, existing: changed.filter((path) => existsSync(join(root, path))) };
}
