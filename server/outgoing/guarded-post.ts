/**
 * POST to an address that a user gave. Only https on the usual port of a public address is connected to; redirects are not
 * followed; connecting, the whole exchange and the answer's size are bounded, so that no receiver holds anything.
 */
import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import { createHostResolver, HostUnresolvedError, type ResolveHost } from './resolve-host.ts';
import { AddressBlockedError, guardedLookup, isHostAllowed } from './ssrf-guard.ts';

const connectTimeoutMs = 5_000;
const exchangeTimeoutMs = 10_000;
const maxAnswerBytes = 65_536;
/** A keep-alive connection is the address that was checked when it was opened: kept briefly. */
const keepAliveMs = 10_000;

export interface GuardedPostOptions {
  /** On the operator's own machine: plain http, any port and loopback too. */
  readonly allowLocal: boolean;
  readonly resolve?: ResolveHost;
  /** For tests. */
  readonly exchangeTimeoutMs?: number;
}

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** What came back; never an exception. */
export type PostAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly retryAfter: string | undefined;
      /** Of the beginning of the body; empty when it was not read. */
      readonly text: string;
    }
  /** The address is none that we connect to. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'unreachable'; readonly reason: 'timeout' | 'name' | 'network' };

export interface GuardedPost {
  /**
   * @param readBody of an answer that succeeds, too
   * @param owner the account that gave the address: a few of its names are looked up at a time
   */
  send(post: PostRequest, readBody?: boolean, owner?: string): Promise<PostAnswer>;
  close(): Promise<void>;
}

const loopback = ['127.0.0.0/8', '::1/128'];

/**
 * By its text alone: which addresses a name resolves to is checked when connecting.
 * @returns null for an address that nothing is sent to
 */
export function parseTarget(
  text: string,
  { allowLocal }: Pick<GuardedPostOptions, 'allowLocal'>,
): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '' || url.hostname === '')
    return null;
  if (!isHostAllowed(url.hostname, allowLocal ? loopback : [])) return null;
  if (allowLocal) return /^https?:$/.test(url.protocol) ? url : null;
  // `port` is empty for the scheme's usual one.
  const isPublicName =
    /\.[a-z][a-z\d-]*\.?$/i.test(url.hostname) || /^[\d.]+$|^\[/.test(url.hostname);
  return url.protocol === 'https:' && url.port === '' && isPublicName ? url : null;
}

export function createGuardedPost(options: GuardedPostOptions): GuardedPost {
  const { allowLocal, resolve = createHostResolver() } = options;
  const allowedRanges = allowLocal ? loopback : [];
  const agent = new Agent({
    connect: {
      timeout: connectTimeoutMs,
      lookup: guardedLookup({ allowedRanges, resolve }),
    },
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
  });
  const timeoutMs = options.exchangeTimeoutMs ?? exchangeTimeoutMs;
  return {
    async send(post, readBody = false, owner) {
      const url = parseTarget(post.url, options);
      if (url === null) return { kind: 'blocked' };
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const isName = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
        if (isName && owner !== undefined) await beforeAbort(resolve(url.hostname, owner), signal);
        return await exchange(post, { url, agent, signal, readBody });
      } catch (error) {
        if (error instanceof AddressBlockedError) return { kind: 'blocked' };
        if (error instanceof HostUnresolvedError) return { kind: 'unreachable', reason: 'name' };
        return { kind: 'unreachable', reason: signal.aborted ? 'timeout' : 'network' };
      }
    },
    async close() {
      await agent.destroy();
    },
  };
}

/** @throws what ended the signal; the work itself is not stopped */
async function beforeAbort(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  await Promise.race([work, aborted]);
}

async function exchange(
  { headers, body }: PostRequest,
  context: {
    readonly url: URL;
    readonly agent: Agent;
    readonly signal: AbortSignal;
    readonly readBody: boolean;
  },
): Promise<PostAnswer> {
  const answer = await request(context.url, {
    method: 'POST',
    dispatcher: context.agent,
    signal: context.signal,
    // No compression, so no decompression bombs.
    headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': 'Vigia' },
    body,
  });
  const { statusCode: status } = answer;
  const retryAfter = [answer.headers['retry-after'] ?? []].flat()[0];
  // Destroying an unread body, or its timeout, emits an error that does not matter: the status is known.
  answer.body.on('error', () => {});
  const isRead = context.readBody || status >= 400;
  const text = isRead ? await readBeginning(answer.body).catch(() => '') : '';
  // A short rest is read so that the connection can be used again; a long one is cut off with it.
  if (isRead) answer.body.destroy();
  else void answer.body.dump({ limit: maxAnswerBytes, signal: context.signal }).catch(() => {});
  return { kind: 'answer', status, retryAfter, text };
}

async function readBeginning(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxAnswerBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8');
}
