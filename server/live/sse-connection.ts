/**
 * One SSE client's socket with a capped buffer (backpressure): at most 64 KB unsent. A frame that does not fit is
 * rejected; `onDrain` says when to send again what has changed since.
 */

/** The part of `ServerResponse` used here. */
export interface SseResponse {
  readonly writableLength: number;
  readonly writableEnded: boolean;
  write(chunk: Buffer, flushed: () => void): boolean;
}

const maxBufferedBytes = 65_536;

export class SseConnection {
  readonly #response: SseResponse;
  readonly #onDrain: () => void;
  #rejected = false;
  #hasProgressed = true;

  /** @param onDrain called when a write completes after a rejected one */
  constructor(response: SseResponse, onDrain: () => void) {
    this.#response = response;
    this.#onDrain = onDrain;
  }

  /** @returns false when the buffer is too full */
  tryWrite(bytes: Buffer): boolean {
    // The stream has ended: accepted and dropped, since there is nothing to send again either.
    if (this.#response.writableEnded) return true;
    if (this.#response.writableLength + bytes.length > maxBufferedBytes) {
      this.#rejected = true;
      return false;
    }
    this.#response.write(bytes, this.#flushed);
    return true;
  }

  /** Whether bytes wait and no write has completed since the last call. */
  isStuck(): boolean {
    const stuck = this.#response.writableLength > 0 && !this.#hasProgressed;
    this.#hasProgressed = false;
    return stuck;
  }

  readonly #flushed = (): void => {
    this.#hasProgressed = true;
    if (!this.#rejected) return;
    this.#rejected = false;
    this.#onDrain();
  };
}
