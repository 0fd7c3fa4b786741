/** What the store asks of the session, without knowing what keeps it (src/app provides it). */
export interface SessionPort {
  /**
   * A token that may be used now; waits while one is being renewed, and while the account is being ended.
   * @returns null when nobody is signed in, or no token can be had while offline
   */
  usableToken(signal: AbortSignal): Promise<string | null>;
  /** The backend refused this very token with 401 or 403. */
  rejectToken(token: string): void;
  /** The backend refused with 401 the very token a refused one was renewed for: the session is over. */
  rejectRenewedToken(token: string): void;
  /**
   * The account is being ended. The server may refuse others before it has answered whoever asked for that: until the
   * session is over, or the returned function is called because the account stays, refusals say nothing of the session.
   */
  beginEnding(): () => void;
  /** Runs the listener when the session ends; returns how to stop listening. */
  onSessionEnded(listener: () => void): () => void;
}
