/**
 * Revocation check against Identity Toolkit. A token's signature is valid for an hour; the issuer knows at once of
 * accounts that were disabled, deleted, or signed out everywhere.
 */
import * as z from 'zod/mini';
import { traceHeaders } from '../base/trace-context.ts';

/** @returns false from the issuer's first rejection on; true while the token is active, or the issuer unreachable */
export type RevocationCheck = (token: string) => Promise<boolean>;

interface IssuerSettings {
  /** null = Google's own. */
  readonly origin: string | null;
  readonly apiKey: string;
  /** Epoch milliseconds. */
  readonly clock?: () => number;
  /** Called when a request to the issuer fails. */
  readonly onUnreachable?: () => void;
  /** Whose answers are remembered: beyond it, the oldest are dropped. */
  readonly maxTokens?: number;
}

const googleOrigin = 'https://identitytoolkit.googleapis.com';
/** Cache of a positive answer. Streams are checked every 30 s: together a revocation takes effect within a minute. */
const cacheMs = 30_000;
/** After a failure no request of any token reaches the issuer for this long. */
const unreachablePauseMs = 5_000;
const timeoutMs = 4_000;
const revocationCode = /^(USER_DISABLED|USER_NOT_FOUND|TOKEN_EXPIRED|INVALID_ID_TOKEN)/;
const errorBody = z.object({ error: z.object({ message: z.string() }) });

interface CachedStatus {
  readonly expiresAtMs: number;
  readonly isActive: Promise<boolean>;
}

/** A check with a cache of its own, shared by all requests of the process. */
export function createRevocationCheck({
  origin,
  apiKey,
  clock = Date.now,
  onUnreachable = () => {},
  maxTokens = 50_000,
}: IssuerSettings): RevocationCheck {
  const base = origin === null ? googleOrigin : `${origin}/identitytoolkit.googleapis.com`;
  const url = `${base}/v1/accounts:lookup?key=${encodeURIComponent(apiKey)}`;
  // In insertion order: the first is the oldest.
  const cache = new Map<string, CachedStatus>();

  // No TTL: a revoked token must stay rejected while the issuer is unreachable.
  const revoked = new Set<string>();
  /** Shared by all tokens; 0 = the last request succeeded. */
  let pausedUntilMs = 0;

  const verifyWithIssuer = async (token: string): Promise<boolean> => {
    const verdict = await fetchVerdict(url, token);
    if (verdict === 'unreachable') {
      pausedUntilMs = clock() + unreachablePauseMs;
      cache.delete(token);
      onUnreachable();
      // Fail open: the signature is valid, and an outage of the issuer must not lock every user out.
      return true;
    }
    pausedUntilMs = 0;
    if (verdict === 'active') return true;
    revoked.add(token);
    dropOldest(revoked, maxTokens);
    return false;
  };
  return async (token) => {
    if (revoked.has(token)) return false;
    const now = clock();
    const cached = cache.get(token);
    if (cached !== undefined && cached.expiresAtMs > now) return cached.isActive;
    if (now < pausedUntilMs) return true;
    // One request probes the issuer; the others do not wait for it.
    if (pausedUntilMs > 0) pausedUntilMs = now + timeoutMs;
    const isActive = verifyWithIssuer(token);
    cache.delete(token);
    cache.set(token, { expiresAtMs: now + cacheMs, isActive });
    dropOldest(cache, maxTokens);
    return isActive;
  };
}

function dropOldest(tokens: Map<string, unknown> | Set<string>, maxTokens: number): void {
  const [oldest] = tokens.keys();
  if (tokens.size > maxTokens && oldest !== undefined) tokens.delete(oldest);
}

async function fetchVerdict(
  url: string,
  token: string,
): Promise<'active' | 'revoked' | 'unreachable'> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...traceHeaders() },
      body: JSON.stringify({ idToken: token }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer: unknown = await response.json();
    if (response.ok) return 'active';
    const error = errorBody.safeParse(answer);
    return error.success && revocationCode.test(error.data.error.message)
      ? 'revoked'
      : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
