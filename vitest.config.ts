/** Tests without a browser: projects `node` for the server, `faults` for failures, `client` for the store and the app's logic, `jsdom` for components, `conformance` for the whole app. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultExclude, defineConfig } from 'vitest/config';

const resolveFrom = (file: string, name: string) => createRequire(file).resolve(name);
const identitySdk = resolveFrom(resolveFrom(import.meta.url, 'firebase/auth'), '@firebase/auth');
const identitySdkForBrowsers = join(identitySdk, '../../esm/index.js');

const server = {
  globalSetup: ['tests/support/postgres-setup.ts'],
  // Servers that tests start need some app, not a build of this one.
  env: { DIST_DIR: 'tests/support/minimal-dist' },
};

export default defineConfig({
  test: {
    // Modules stay as they were transformed from one run to the next: a sixth of the processor's time.
    fsModuleCache: true,
    // More workers than the two cores: tests mostly wait for PostgreSQL and child processes.
    maxWorkers: 3,
    // Ends what hangs: on a machine with other work to do, a test of a few seconds takes ten times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As tests/support/wait-for.ts; its default is one second.
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', './tests/conformance/support/section-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // A worker loads the server once for all files: none replaces a module.
          isolate: false,
          include: ['{domain,contract,machines,server,standins,tests}/**/*.test.ts'],
          exclude: [...defaultExclude, 'tests/{faults,conformance}/**'],
          ...server,
        },
      },
      {
        extends: true,
        test: {
          // Processes and databases that fail on purpose: each file in a process of its own.
          name: 'faults',
          environment: 'node',
          // They start and kill processes and databases again and again, and each wait has a limit of its own.
          testTimeout: 1_200_000,
          include: ['tests/faults/**/*.test.ts'],
          ...server,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          // A document takes a second to create: the few of these files that need one say so in their first line.
          name: 'client',
          environment: 'node',
          // As above: a worker loads the app once for all files.
          isolate: false,
          include: ['{store,src}/**/*.test.ts'],
          setupFiles: ['tests/support/dom-setup.ts'],
        },
      },
      {
        extends: true,
        plugins: [react()],
        // React as the product has it, too: its strict mode sends events twice in development.
        oxc: { jsx: { development: false } },
        // The build for browsers, as the product has it; Node gets one that stores no session.
        resolve: { alias: { 'firebase/auth': identitySdkForBrowsers } },
        test: {
          name: 'conformance',
          environment: 'jsdom',
          // As below: the app is loaded once a worker, and one Vigía is started.
          isolate: false,
          include: ['tests/conformance/**/*.test.ts'],
          env: { NODE_ENV: 'production', TZ: 'Europe/Madrid' },
          server: { deps: { inline: [/firebase/] } },
          globalSetup: ['tests/conformance/support/run-vigia.ts'],
          setupFiles: ['tests/support/dom-setup.ts'],
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'jsdom',
          environment: 'jsdom',
          // As above, and one document for all files of a worker: tests leave nothing on it.
          isolate: false,
          // Classes of CSS modules by their own names, which tests read.
          css: { modules: { classNameStrategy: 'non-scoped' } },
          include: ['{store,src}/**/*.test.tsx'],
          setupFiles: ['tests/support/dom-setup.ts', 'tests/support/screen-setup.ts'],
        },
      },
    ],
  },
});
