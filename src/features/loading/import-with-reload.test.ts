// @vitest-environment jsdom
/** Dynamic import that reloads the page, but not while the server is unreachable. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { importWithReload } from './import-with-reload.ts';

const reload = vi.fn();
beforeEach(() => {
  vi.stubGlobal('location', { href: 'https://vigia.example/dashboard', reload });
});
afterEach(() => {
  vi.clearAllMocks();
  // Other files of this worker have the same globals.
  vi.unstubAllGlobals();
});

const failedImport = () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

it('reloads the page when the server is reachable and the import still fails', async () => {
  vi.stubGlobal('fetch', async () => new Response());
  void importWithReload(failedImport);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

it.each([
  ['is unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['answers 503', async () => new Response(null, { status: 503 })],
])('does not reload when the server %s', async (_what, answer) => {
  vi.stubGlobal('fetch', answer);
  await expect(importWithReload(failedImport)).rejects.toThrow('dynamically imported');
  expect(reload).not.toHaveBeenCalled();
});
