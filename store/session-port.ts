/** Port of the session the store depends on; src/app implements it over the auth machine. */
export interface SessionPort {
  /**
   * A valid token; waits while a rejected or expired one is being refreshed, and while an account deletion is pending.
   * @returns null when signed out, or when no token can be obtained offline
   */
  usableToken(signal: AbortSignal): Promise<string | null>;
  /** The backend rejected this token with 401 or 403: refresh it. */
  rejectToken(token: string): void;
  /** The backend rejected with 401 a token that was just refreshed: the session is over. */
  rejectRefreshedToken(token: string): void;
  /**
   * Call before a request that closes or erases the account. The server may reject concurrent requests before it answers
   * this one, so rejected tokens are ignored until the session ends.
   * @returns function to call when the request failed and the account remains
   */
  beginAccountDeletion(): () => void;
  /** Calls the listener when the session ends. @returns unsubscribe function */
  onSessionEnded(listener: () => void): () => void;
}
