/**
 * One reader's end of the stream. It keeps at most 64 KB that the network has not taken yet; what does not fit is
 * refused, and asked for again, in its latest state, once there is room.
 */

/** The part of `ServerResponse` that matters here. */
export interface SseResponse {
  readonly writableLength: number;
  readonly writableEnded: boolean;
  write(chunk: Buffer, flushed: () => void): boolean;
}

const capBytes = 65_536;

export class SseConnection {
  readonly #pipe: SseResponse;
  readonly #onRoom: () => void;
  #refused = false;
  #movedSinceLook = true;

  /** @param onDrain called when there is room again after a refusal */
  constructor(pipe: SseResponse, onDrain: () => void) {
    this.#pipe = pipe;
    this.#onRoom = onDrain;
  }

  /** @returns whether it was taken */
  offer(bytes: Buffer): boolean {
    // Nobody reads any more; nothing is to be kept for later either.
    if (this.#pipe.writableEnded) return true;
    if (this.#pipe.writableLength + bytes.length > capBytes) {
      this.#refused = true;
      return false;
    }
    this.#pipe.write(bytes, this.#flushed);
    return true;
  }

  /** Whether the network has taken nothing since the last look although something waits. */
  isStuck(): boolean {
    const stuck = this.#pipe.writableLength > 0 && !this.#movedSinceLook;
    this.#movedSinceLook = false;
    return stuck;
  }

  readonly #flushed = (): void => {
    this.#movedSinceLook = true;
    if (!this.#refused) return;
    this.#refused = false;
    this.#onRoom();
  };
}
