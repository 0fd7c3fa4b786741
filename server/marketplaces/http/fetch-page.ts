/** Request of one page, with timeout, size limit and address check; redirects are rejected. */
import { type Agent, request } from 'undici';
import { parseRetryAfter } from '../../outgoing/retry-after.ts';
import { AddressBlockedError } from '../../outgoing/ssrf-guard.ts';
import type { Clock } from './clock.ts';
import type { CrawlError } from './crawl-error.ts';

/** What a page is asked for with. */
export interface PageRequest {
  readonly url: URL;
  /** null = GET. */
  readonly body: string | null;
}

export interface PageFetch extends PageRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly format: 'json' | 'csv';
  readonly agent: Agent;
  readonly clock: Clock;
  /** Of the cached copy. */
  readonly etag: string | null;
  /** For the whole exchange, including the last byte of the body. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export type PageAnswer =
  | { readonly kind: 'page'; readonly body: string; readonly etag: string | null }
  | { readonly kind: 'unchanged' }
  | CrawlError;

const mediaTypes = {
  json: /^application\/([\w.+-]+\+)?json\b/i,
  csv: /^text\/(csv|plain)\b/i,
};

/** @throws only the signal's reason */
export async function fetchPage(page: PageFetch): Promise<PageAnswer> {
  const timeout = new AbortController();
  const cancelTimeout = page.clock.after(page.timeoutMs, () => timeout.abort());
  try {
    return await requestPage(page, AbortSignal.any([page.signal, timeout.signal]));
  } catch (error) {
    page.signal.throwIfAborted();
    if (timeout.signal.aborted) return failed('timeout');
    return failed(error instanceof AddressBlockedError ? 'address' : 'network');
  } finally {
    cancelTimeout();
  }
}

async function requestPage(page: PageFetch, signal: AbortSignal): Promise<PageAnswer> {
  const { statusCode, headers, body } = await request(page.url, {
    dispatcher: page.agent,
    signal,
    ...(page.body !== null && { method: 'POST', body: page.body }),
    headers: {
      accept: page.format === 'json' ? 'application/json' : 'text/csv',
      ...(page.body !== null && { 'content-type': 'application/json' }),
      ...page.headers,
      // No compression, so no decompression bombs.
      'accept-encoding': 'identity',
      ...(page.etag === null ? {} : { 'if-none-match': page.etag }),
    },
  });
  // Destroying an unread body emits an error that does not matter.
  body.on('error', () => {});
  const header = (name: string) => [headers[name] ?? []].flat()[0];
  const drop = (answer: PageAnswer) => {
    body.destroy();
    return answer;
  };
  if (statusCode === 304) return drop({ kind: 'unchanged' });
  if (statusCode >= 300 && statusCode < 400) return drop(failed('redirect'));
  if (statusCode !== 200) {
    const retryAfterMs = parseRetryAfter(header('retry-after'), page.clock.wallMs());
    return drop(failed(statusCode === 429 ? 'throttled' : 'status', retryAfterMs));
  }
  const isPlain =
    mediaTypes[page.format].test(header('content-type') ?? '') &&
    /^(identity)?$/i.test(header('content-encoding') ?? '');
  if (!isPlain) return drop(failed('content'));
  if (Number(header('content-length') ?? 0) > page.maxBytes) return drop(failed('too_large'));
  const text = await readText(body, page.maxBytes);
  if (text === null) return drop(failed('too_large'));
  return { kind: 'page', body: text, etag: header('etag') ?? null };
}

/** @returns null when it is longer than `maxBytes` */
async function readText(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const failed = (reason: CrawlError['reason'], retryAfterMs: number | null = null): CrawlError => ({
  kind: 'error',
  reason,
  retryAfterMs,
});
