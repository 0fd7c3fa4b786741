import { afterEach, expect, it, vi } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { importWithReload } from './retry-import.ts';

const reload = vi.fn();
vi.stubGlobal('location', { href: 'https://vigia.example/dashboard', reload });
afterEach(() => vi.clearAllMocks());

const refused = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

it('gives what comes this time', async () => {
  await expect(importWithReload(async () => 'here')).resolves.toBe('here');
  expect(reload).not.toHaveBeenCalled();
});

it('begins a new page where the server is there and the browser refuses all the same', async () => {
  vi.stubGlobal('fetch', async () => new Response());
  void importWithReload(refused);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

it.each([
  ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the server is not well', async () => new Response(null, { status: 503 })],
])('keeps the page where %s', async (_, answer) => {
  vi.stubGlobal('fetch', answer);
  await expect(importWithReload(refused)).rejects.toThrow('dynamically imported');
  expect(reload).not.toHaveBeenCalled();
});
