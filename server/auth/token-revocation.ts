/**
 * Whether the issuer still stands by a token. The token itself is good for an hour; the issuer knows at once of accounts
 * that were disabled, deleted, or signed out everywhere.
 */
import * as z from 'zod/mini';

/** @returns false once the issuer has taken a token back, and ever after; true while it stands by it, or cannot be asked */
export type RevocationCheck = (token: string) => Promise<boolean>;

interface IssuerSettings {
  /** null = Google's own. */
  readonly origin: string | null;
  readonly apiKey: string;
  readonly clock?: () => number;
  /** Told when the issuer could not be asked. */
  readonly onUnreachable?: () => void;
}

const googleOrigin = 'https://identitytoolkit.googleapis.com';
/** For so long an answer is believed. Streams are looked at every half minute: together the minute that is promised. */
const believedMs = 30_000;
/** An issuer that is away is left alone for a moment, whoever asks, instead of being asked at every request. */
const awayMs = 5_000;
const patienceMs = 4_000;
const mostRemembered = 50_000;
const takenBack = /^(USER_DISABLED|USER_NOT_FOUND|TOKEN_EXPIRED|INVALID_ID_TOKEN)/;
const failure = z.object({ error: z.object({ message: z.string() }) });

interface Answer {
  readonly until: number;
  readonly good: Promise<boolean>;
}

export function createRevocationCheck({
  origin,
  apiKey,
  clock = Date.now,
  onUnreachable = () => {},
}: IssuerSettings): RevocationCheck {
  const base = origin === null ? googleOrigin : `${origin}/identitytoolkit.googleapis.com`;
  const url = `${base}/v1/accounts:lookup?key=${encodeURIComponent(apiKey)}`;
  // In the order of asking, so the oldest are first.
  const answers = new Map<string, Answer>();

  // Never forgotten for time's sake: what was taken back must not come to life while the issuer is away.
  const refused = new Set<string>();
  /** For all tokens together; 0 = it answered when it was last asked. */
  let awayUntil = 0;

  const ask = async (token: string): Promise<boolean> => {
    const verdict = await lookUp(url, token);
    if (verdict === 'away') {
      awayUntil = clock() + awayMs;
      answers.delete(token);
      onUnreachable();
      // The signature holds and the hour is not over: an issuer that is away must not shut everybody out.
      return true;
    }
    awayUntil = 0;
    if (verdict === 'good') return true;
    refused.add(token);
    dropOldest(refused);
    return false;
  };
  return async (token) => {
    if (refused.has(token)) return false;
    const now = clock();
    const known = answers.get(token);
    if (known !== undefined && known.until > now) return known.good;
    if (now < awayUntil) return true;
    // One asks whether it is back; the others are not held up by that.
    if (awayUntil > 0) awayUntil = now + patienceMs;
    const good = ask(token);
    answers.delete(token);
    answers.set(token, { until: now + believedMs, good });
    dropOldest(answers);
    return good;
  };
}

function dropOldest(tokens: Map<string, unknown> | Set<string>): void {
  const [oldest] = tokens.keys();
  if (tokens.size > mostRemembered && oldest !== undefined) tokens.delete(oldest);
}

async function lookUp(url: string, token: string): Promise<'good' | 'taken back' | 'away'> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken: token }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const answer: unknown = await response.json();
    if (response.ok) return 'good';
    const said = failure.safeParse(answer);
    return said.success && takenBack.test(said.data.error.message) ? 'taken back' : 'away';
  } catch {
    return 'away';
  }
}
