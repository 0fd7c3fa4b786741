/** One GET of one page: short, small, from an allowed address, never redirected. */
import { type Agent, request } from 'undici';
import type { Clock } from './clock.ts';
import type { CrawlError } from './crawl-error.ts';
import { parseRetryAfter } from './retry-after.ts';
import { AddressBlockedError } from './ssrf-guard.ts';

export interface PageRequest {
  readonly url: URL;
  readonly agent: Agent;
  readonly clock: Clock;
  /** Of the copy we hold. */
  readonly etag: string | null;
  /** For everything, the last byte of the body included. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export type PageAnswer =
  | { readonly kind: 'page'; readonly body: unknown; readonly etag: string | null }
  | { readonly kind: 'unchanged' }
  | CrawlError;

/** @throws only the signal's reason */
export async function fetchPage(given: PageRequest): Promise<PageAnswer> {
  const late = new AbortController();
  const callOff = given.clock.after(given.timeoutMs, () => late.abort());
  try {
    return await ask(given, AbortSignal.any([given.signal, late.signal]));
  } catch (error) {
    given.signal.throwIfAborted();
    if (late.signal.aborted) return fault('timeout');
    return fault(error instanceof AddressBlockedError ? 'address' : 'network');
  } finally {
    callOff();
  }
}

async function ask(given: PageRequest, signal: AbortSignal): Promise<PageAnswer> {
  const { statusCode, headers, body } = await request(given.url, {
    dispatcher: given.agent,
    signal,
    headers: {
      accept: 'application/json',
      // What we do not unpack cannot blow up.
      'accept-encoding': 'identity',
      ...(given.etag === null ? {} : { 'if-none-match': given.etag }),
    },
  });
  // Bodies left unread are torn down with an error nobody needs to hear.
  body.on('error', () => {});
  const header = (name: string) => [headers[name] ?? []].flat()[0];
  const drop = (answer: PageAnswer) => {
    body.destroy();
    return answer;
  };
  if (statusCode === 304) return drop({ kind: 'unchanged' });
  if (statusCode >= 300 && statusCode < 400) return drop(fault('redirect'));
  if (statusCode !== 200) {
    const retryAfterMs = parseRetryAfter(header('retry-after'), given.clock.wallMs());
    return drop(fault(statusCode === 429 ? 'throttled' : 'status', retryAfterMs));
  }
  const isPlainJson =
    /^application\/([\w.+-]+\+)?json\b/i.test(header('content-type') ?? '') &&
    /^(identity)?$/i.test(header('content-encoding') ?? '');
  if (!isPlainJson) return drop(fault('content'));
  if (Number(header('content-length') ?? 0) > given.maxBytes) return drop(fault('too_large'));
  const text = await readText(body, given.maxBytes);
  if (text === null) return drop(fault('too_large'));
  const parsed = parseJson(text);
  return parsed === null
    ? fault('content')
    : { kind: 'page', body: parsed.value, etag: header('etag') ?? null };
}

/** @returns null once it is longer than it may be */
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

const fault = (reason: CrawlError['reason'], retryAfterMs: number | null = null): CrawlError => ({
  kind: 'fault',
  reason,
  retryAfterMs,
});
