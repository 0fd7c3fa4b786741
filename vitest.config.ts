/** Tests without a browser: projects `node` for the server, `faults` for failures, `client` for the store and the app's logic, `jsdom` for components. */
import react from '@vitejs/plugin-react';
import { defaultExclude, defineConfig } from 'vitest/config';

const server = {
  globalSetup: ['tests/support/postgres-setup.ts'],
  // Servers that tests start need some app, not a build of this one.
  env: { DIST_DIR: 'tests/support/minimal-dist' },
};

export default defineConfig(({ mode }) => ({
  test: {
    // More workers than the two cores: tests mostly wait for PostgreSQL and child processes.
    maxWorkers: 3,
    // Ends what hangs: on a machine with other work to do, a test of a few seconds takes ten times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As tests/support/wait-for.ts; its default is one second.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // A worker loads the server once for all files: none replaces a module.
          isolate: false,
          include: ['{domain,contract,machines,server,standins,tests}/**/*.test.ts'],
          exclude: [...defaultExclude, 'tests/faults/**'],
          ...server,
        },
      },
      {
        extends: true,
        test: {
          // Processes and databases that fail on purpose: each file in a process of its own.
          name: 'faults',
          environment: 'node',
          // They start and kill processes and databases again and again; the longest quick one takes two minutes.
          testTimeout: mode === 'campaign' ? 1_200_000 : 240_000,
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
}));
