/** End-to-end tests of the real application in a real browser. */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests',
  globalSetup: './tests/support/build-app.ts',
  testMatch: '{journeys,conformance,accessibility}/**/*.spec.ts',
  // Each file starts its own server and browser; two cores carry two of each.
  workers: 2,
  timeout: 180_000,
  // A busy machine; passing tests wait no longer for it.
  expect: { timeout: 30_000 },
  // Drawing sixty frames a second of every transition is a fifth of a journey's work: where motion matters, files ask for it.
  use: { contextOptions: { reducedMotion: 'reduce' } },
  forbidOnly: true,
  retries: 0,
  outputDir: 'test-results',
  reporter: [['list'], ['./tests/conformance/support/section-reporter.ts']],
});
