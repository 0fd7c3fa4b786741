/** Builds the service worker after the client: one file without a hash in its name, with the list of the client's files. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnvironmentOptions } from 'vite';
import { serviceWorkerPath } from './domain/service-worker-paths.ts';
import type { Output } from './vite.output.ts';

export const serviceWorkerEnvironment: EnvironmentOptions = {
  consumer: 'client',
  build: {
    write: false,
    emitAssets: false,
    copyPublicDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/service-worker/service-worker.ts',
      output: { codeSplitting: false, entryFileNames: 'service-worker.js', format: 'iife' },
    },
  },
};

/** Only what works without the server is worth its place: not the public pages, nor their pictures. */
const publicScreens = /\/src\/screens\/(register|legal|support|how-it-works)\/[^/]+-screen\.tsx$/;

/** @throws when the builds are not as expected */
export async function writeServiceWorker(
  folder: string,
  { client, worker }: { readonly client: Output; readonly worker: Output },
): Promise<void> {
  const [code] = worker;
  if (code?.type !== 'chunk') throw new Error('the service worker build emitted no chunk');
  const entry = client.find((file) => file.type === 'chunk' && file.isEntry);
  if (entry === undefined) throw new Error('the client has no entry');
  const files = client
    .filter((file) =>
      file.type === 'chunk'
        ? !publicScreens.test(file.facadeModuleId ?? '')
        : /\.(css|woff2)$/.test(file.fileName),
    )
    .map(({ fileName }) => `/${fileName}`)
    .sort();
  const build = { entry: `/${entry.fileName}`, files };
  const id = createHash('sha256').update(JSON.stringify(build)).digest('hex').slice(0, 16);
  await writeFile(
    join(folder, serviceWorkerPath),
    `const appBuild=${JSON.stringify({ id, ...build })};\n${code.code}`,
  );
}
