import type { SessionPort } from '../session-port.ts';

/**
 * Asks with the session's token and, refused, once more with a renewed one (specification, section 7). Who is refused
 * with 401 even then is signed out: the identity service still vouches for them, the backend does not, and no newer
 * token will change that. 403 refuses the deed, and ends nothing.
 * @returns null when there is no token to ask with
 */
export async function withReauth<Answer>(
  session: SessionPort,
  signal: AbortSignal,
  ask: (token: string) => Promise<Answer>,
  statusOf: (answer: Answer) => number | undefined,
): Promise<Answer | null> {
  const token = await session.usableToken(signal);
  if (token === null) return null;
  const first = await ask(token);
  if (!isRefusal(statusOf(first))) return first;
  session.rejectToken(token);
  const renewed = await session.usableToken(signal);
  if (renewed === null) return null;
  // Offline the session keeps the refused token: asking again with it would answer the same.
  if (renewed === token) return first;
  const second = await ask(renewed);
  if (statusOf(second) === 401) session.rejectRenewedToken(renewed);
  return second;
}

const isRefusal = (status: number | undefined): boolean => status === 401 || status === 403;
