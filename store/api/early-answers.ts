/**
 * `fetch` that takes an answer the page's head has asked for with the stored token, beside the code (vite.first-load.ts):
 * each once, and only for a read of the same session.
 */
interface EarlyAnswers {
  readonly token: string;
  /** By path and query; null = the request failed. */
  readonly byUrl: Map<string, Promise<Response | null>>;
}

declare global {
  var earlyAnswers: EarlyAnswers | undefined;
}

export async function fetchOrTakeEarly(input: RequestInfo, init?: RequestInit): Promise<Response> {
  const early = globalThis.earlyAnswers;
  if (early === undefined) return fetch(input, init);
  const request = new Request(input, init);
  if (request.headers.get('authorization') !== `Bearer ${early.token}`) {
    // Another user's session, or a newer token of the same: whatever was asked for is too old.
    globalThis.earlyAnswers = undefined;
    return fetch(request);
  }
  const { pathname, search } = new URL(request.url);
  const url = pathname + search;
  const answer = request.method === 'GET' ? early.byUrl.get(url) : undefined;
  if (answer === undefined) return fetch(request);
  early.byUrl.delete(url);
  const response = await answer;
  // Asked for again, so that a refusal or a failure takes its usual way.
  return response?.ok ? response : fetch(request);
}
