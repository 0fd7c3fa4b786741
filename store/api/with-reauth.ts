/** Sends a request with the session's token; refreshes it and retries once when it is rejected. */
import type { SessionPort } from '../session-port.ts';

/**
 * On 401 or 403 refreshes the token and retries once. A second 401 signs out: a newer token would be rejected too. A
 * second 403 refuses only this request.
 * @param send may run twice
 * @param isRejected which statuses are worth a new token
 * @returns null when there is no token
 */
export async function withReauth<Answer>(
  session: SessionPort,
  signal: AbortSignal,
  send: (token: string) => Promise<Answer>,
  statusOf: (answer: Answer) => number | undefined,
  isRejected: (status: number | undefined) => boolean = isUnauthorized,
): Promise<Answer | null> {
  const token = await session.usableToken(signal);
  if (token === null) return null;
  const first = await send(token);
  if (!isRejected(statusOf(first))) return first;
  session.rejectToken(token);
  const refreshed = await session.usableToken(signal);
  if (refreshed === null) return null;
  // Offline the session still has the rejected token: no retry.
  if (refreshed === token) return first;
  const second = await send(refreshed);
  if (statusOf(second) === 401) session.rejectRefreshedToken(refreshed);
  return second;
}

const isUnauthorized = (status: number | undefined): boolean => status === 401 || status === 403;
