/**
 * `npm run test:upgrade [-- revision]`: the release before this one beside it, under load. Without a revision, the last
 * one with another version in package.json.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

const revision = process.argv[2] ?? previousVersion();
if (revision === null) {
  process.stdout.write(
    'not run: package.json has had no other version\n0 passed, 0 failed, 1 skipped\n',
  );
  process.exit(0);
}
const work = mkdtempSync(join(tmpdir(), 'vigia-upgrade-'));
const folder = join(work, 'vigia');
try {
  git('worktree', 'add', '--quiet', '--detach', folder, revision);
  process.stdout.write(
    `${versionAt(revision)} (${git('rev-parse', '--short', revision)}) → ${versionAt('HEAD')}\n`,
  );
  installPackages();
  const { status } = spawnSync(
    join(root, 'node_modules', '.bin', 'vitest'),
    ['run', 'tests/deploy/upgrade.test.ts'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, PREVIOUS_RELEASE: folder } },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(work, { recursive: true, force: true });
  git('worktree', 'prune');
}

function versionAt(of: string): string {
  return JSON.parse(git('show', `${of}:package.json`)).version;
}

/** The newest revision of package.json whose version is not the present one; null = none. */
function previousVersion(): string | null {
  const revisions = git('log', '--format=%H', '--', 'package.json').split('\n');
  return revisions.find((each) => versionAt(each) !== versionAt('HEAD')) ?? null;
}

/** Those of this folder where the lock files agree. */
function installPackages(): void {
  const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8');
  if (lock(folder) === lock(root) && existsSync(join(root, 'node_modules'))) {
    cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
    return;
  }
  const args = ['ci', '--omit=dev', '--include=optional', '--no-audit', '--no-fund'];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] });
}
