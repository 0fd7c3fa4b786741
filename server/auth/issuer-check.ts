/**
 * Whether the issuer still stands by a token. The token itself is good for an hour; the issuer knows at once of accounts
 * that were disabled, deleted, or signed out everywhere.
 */
import * as z from 'zod/mini';

/** @returns false once the issuer has taken a token back; true while it stands by it, or cannot be asked */
export type IssuerCheck = (token: string) => Promise<boolean>;

interface IssuerSettings {
  /** null = Google's own. */
  readonly origin: string | null;
  readonly apiKey: string;
  readonly clock?: () => number;
  /** Told when the issuer could not be asked. */
  readonly onAway?: () => void;
}

const googleOrigin = 'https://identitytoolkit.googleapis.com';
/** For so long an answer is believed. Streams are looked at every half minute: together the minute that is promised. */
const believedMs = 30_000;
/** An issuer that is away is left alone for a moment instead of being asked at every request. */
const awayMs = 5_000;
const patienceMs = 4_000;
const mostRemembered = 50_000;
const takenBack = /^(USER_DISABLED|USER_NOT_FOUND|TOKEN_EXPIRED|INVALID_ID_TOKEN)/;
const failure = z.object({ error: z.object({ message: z.string() }) });

interface Answer {
  readonly until: number;
  readonly good: Promise<boolean>;
}

export function createIssuerCheck({
  origin,
  apiKey,
  clock = Date.now,
  onAway = () => {},
}: IssuerSettings): IssuerCheck {
  const base = origin === null ? googleOrigin : `${origin}/identitytoolkit.googleapis.com`;
  const url = `${base}/v1/accounts:lookup?key=${encodeURIComponent(apiKey)}`;
  // In the order of asking, so the oldest are first.
  const answers = new Map<string, Answer>();

  const remember = (token: string, answer: Answer) => {
    answers.delete(token);
    answers.set(token, answer);
    const [oldest] = answers.keys();
    if (answers.size > mostRemembered && oldest !== undefined) answers.delete(oldest);
  };
  const ask = async (token: string): Promise<boolean> => {
    const verdict = await lookUp(url, token);
    if (verdict !== 'away') return verdict === 'good';
    // The signature holds and the hour is not over: an issuer that is away must not shut everybody out.
    remember(token, { until: clock() + awayMs, good: Promise.resolve(true) });
    onAway();
    return true;
  };
  return (token) => {
    const known = answers.get(token);
    if (known !== undefined && known.until > clock()) return known.good;
    const good = ask(token);
    remember(token, { until: clock() + believedMs, good });
    return good;
  };
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
