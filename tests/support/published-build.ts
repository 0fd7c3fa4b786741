/** A copy of the built app, which a test can replace by another build while the server runs. */
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

export interface PublishedBuild {
  readonly distDir: string;
  /** Path of the script that every page loads. */
  entry(): Promise<string>;
  /** Publishes a build whose scripts have other names, as after a change of the code. */
  publishNext(): Promise<void>;
  delete(): Promise<void>;
}

export async function publishBuild(): Promise<PublishedBuild> {
  const distDir = await mkdtemp(join(tmpdir(), 'vigia-dist-'));
  await cp(dist, distDir, { recursive: true });
  const assets = join(distDir, 'assets');
  const entry = async () => {
    const page = await readFile(join(distDir, 'index.html'), 'utf8');
    const [, path] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? [];
    if (path === undefined) throw new Error('index.html has no entry');
    return path;
  };
  let builds = 1;
  return {
    distDir,
    entry,
    async publishNext() {
      builds += 1;
      const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
      const renamed = names.map(
        (name) => [name, name.replace(/(-build\d+)?\.js$/, `-build${builds}.js`)] as const,
      );
      for (const file of await textFiles(distDir)) {
        let text = await readFile(file, 'utf8');
        for (const [before, after] of renamed) text = text.replaceAll(before, after);
        await writeFile(file, text.replace(/"id":"\w+"/, `"id":"${builds}"`));
      }
      for (const [before, after] of renamed) {
        await rename(join(assets, before), join(assets, after));
        for (const compressed of ['.br', '.gz'])
          await rm(join(assets, before + compressed), { force: true });
      }
    },
    delete: () => rm(distDir, { recursive: true }),
  };
}

async function textFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(js|html)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
