/** Vite build of the SPA and the prerendered pages. One bundle for all environments: the server injects the configuration. */
import { createHash } from 'node:crypto';
import { basename, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups, compileHints } from './vite.chunks.ts';
import { buildApp, prerenderEnvironment } from './vite.prerender.ts';
import { serviceWorkerEnvironment } from './vite.service-worker.ts';
import { workbenchEntry } from './vite.workbench.ts';

/** Oldest supported browsers: README.md; index.html warns in older ones, tests/support/newest-apis.ts lists what they lack. */
const oldestBrowsers = ['chrome111', 'edge111', 'firefox121', 'safari16.4'];

/** A class of a CSS module: its file, its own name, and a hash of the path, because file names repeat. */
const scopedName = (name: string, path: string): string => {
  const file = relative(import.meta.dirname, path.split('?')[0] ?? path);
  const hash = createHash('sha256').update(file).digest('hex').slice(0, 4);
  return `${basename(file, '.module.css')}_${name}_${hash}`;
};

export default defineConfig({
  css: { modules: { generateScopedName: scopedName } },
  plugins: [react(), workbenchEntry, compileHints],
  build: {
    target: oldestBrowsers,
    // Inlined files would need data: in the content security policy.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  builder: { buildApp },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: chunkGroups, includeDependenciesRecursively: false },
          },
        },
      },
    },
    prerender: prerenderEnvironment,
    serviceWorker: serviceWorkerEnvironment,
  },
});
