/** A mock server for code that asks for paths of its own origin, as a browser completes them and Node's fetch does not. */
import type { SetupServer } from 'msw/node';
import { afterAll, beforeAll, vi } from 'vitest';
import { absolute, stubRequest } from './origin-request.ts';

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Registers the hooks of a test file.
 * @param options `fetchStream`: answers the live stream, whose body the mock server holds back until it ends
 */
export function listenAtOrigin(
  server: SetupServer,
  { fetchStream }: { readonly fetchStream?: (request: Request) => Promise<Response> } = {},
): void {
  beforeAll(() => {
    server.listen();
    const plainFetch: Fetch = fetch;
    const OriginRequest = stubRequest();
    const fetchAtOrigin: Fetch = (input, init) =>
      fetchStream !== undefined && String(input).startsWith('/api/monitoring/stream')
        ? fetchStream(new OriginRequest(input, init))
        : plainFetch(absolute(input), init);
    vi.stubGlobal('fetch', fetchAtOrigin);
  });
  afterAll(() => {
    // Before the server closes: what was there before its fetch is what the files after this one get.
    vi.unstubAllGlobals();
    server.close();
  });
}
