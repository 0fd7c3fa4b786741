/** Tests without a browser: project `node` for server code, `jsdom` for components and the store. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const clientTests = ['store/**/*.test.{ts,tsx}', 'src/**/*.test.{ts,tsx}'];

export default defineConfig({
  test: {
    // More workers than the two cores: tests mostly wait for PostgreSQL and child processes.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{domain,contract,machines,server,standins,tests}/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts'],
          // Servers that tests start need some app, not a build of this one.
          env: { DIST_DIR: 'tests/support/minimal-dist' },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'jsdom',
          environment: 'jsdom',
          include: clientTests,
          setupFiles: ['tests/support/dom-setup.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
