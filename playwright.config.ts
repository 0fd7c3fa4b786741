/** The real application, started as a person starts it, in a real browser. */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests',
  testMatch: '{journeys,conformance,accessibility}/**/*.spec.ts',
  // Each file starts its own Vigía, which mostly waits for its browser: two cores carry two of each.
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: 0,
  outputDir: 'test-results',
  reporter: [['list'], ['./tests/conformance/support/section-reporter.ts']],
});
