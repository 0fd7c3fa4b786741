/** A mock server for code that asks for paths of its own origin, as a browser completes them and Node's fetch does not. */
import type { SetupServer } from 'msw/node';
import { afterAll, beforeAll, vi } from 'vitest';

export const origin = 'https://vigia.example';

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
    const PlainRequest = Request;
    const absolute = (input: string | URL | Request) =>
      typeof input === 'string' ? new URL(input, origin) : input;
    class OriginRequest extends PlainRequest {
      constructor(input: string | URL | Request, init?: RequestInit) {
        super(absolute(input), init);
      }
    }
    const fetchAtOrigin: Fetch = (input, init) =>
      fetchStream !== undefined && String(input).startsWith('/api/monitoring/stream')
        ? fetchStream(new OriginRequest(input, init))
        : plainFetch(absolute(input), init);
    vi.stubGlobal('Request', OriginRequest);
    vi.stubGlobal('fetch', fetchAtOrigin);
  });
  afterAll(() => {
    // Before the server closes: what was there before its fetch is what the files after this one get.
    vi.unstubAllGlobals();
    server.close();
  });
}
