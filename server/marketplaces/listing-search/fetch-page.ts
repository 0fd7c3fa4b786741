/** GET of one page, with timeout, size limit and address check; redirects are rejected. */
import { type Agent, request } from 'undici';
import { parseRetryAfter } from '../../outgoing/retry-after.ts';
import { AddressBlockedError } from '../../outgoing/ssrf-guard.ts';
import type { Clock } from './clock.ts';
import type { CrawlError } from './crawl-error.ts';

export interface PageRequest {
  readonly url: URL;
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
  | { readonly kind: 'page'; readonly body: unknown; readonly etag: string | null }
  | { readonly kind: 'unchanged' }
  | CrawlError;

/** @throws only the signal's reason */
export async function fetchPage(page: PageRequest): Promise<PageAnswer> {
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

async function requestPage(page: PageRequest, signal: AbortSignal): Promise<PageAnswer> {
  const { statusCode, headers, body } = await request(page.url, {
    dispatcher: page.agent,
    signal,
    headers: {
      accept: 'application/json',
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
  const isPlainJson =
    /^application\/([\w.+-]+\+)?json\b/i.test(header('content-type') ?? '') &&
    /^(identity)?$/i.test(header('content-encoding') ?? '');
  if (!isPlainJson) return drop(failed('content'));
  if (Number(header('content-length') ?? 0) > page.maxBytes) return drop(failed('too_large'));
  const text = await readText(body, page.maxBytes);
  if (text === null) return drop(failed('too_large'));
  const parsed = parseJson(text);
  return parsed === null
    ? failed('content')
    : { kind: 'page', body: parsed.value, etag: header('etag') ?? null };
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

function parseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

const failed = (reason: CrawlError['reason'], retryAfterMs: number | null = null): CrawlError => ({
  kind: 'error',
  reason,
  retryAfterMs,
});
