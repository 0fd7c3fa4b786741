/**
 * One SSE client's socket with a capped buffer (backpressure): at most 64 KB unsent. A frame that does not fit is
 * rejected; `onDrain` says when to send again what has changed since. Small frames that may
 * wait are written together: a write for each match of a reading would cost more than the frames.
 */
import { TimeSlicedQueue } from './time-sliced-queue.ts';

/** The part of `ServerResponse` used here. */
export interface SseResponse {
  readonly writableLength: number;
  readonly writableEnded: boolean;
  cork(): void;
  uncork(): void;
  write(chunk: Buffer, flushed: () => void): boolean;
  end(): unknown;
}

const maxBufferedBytes = 65_536;
/** Larger frames are written as they are, shared by all their clients. */
const maxCopiedBytes = 4_096;

export class SseConnection {
  readonly #response: SseResponse;
  readonly #onDrain: () => void;
  /** Accepted, not yet written. */
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #rejected = false;
  #hasProgressed = true;

  /** @param onDrain called when a write completes after a rejected one */
  constructor(response: SseResponse, onDrain: () => void) {
    this.#response = response;
    this.#onDrain = onDrain;
  }

  /**
   * @param mayWait for what follows within {@link collectMs}
   * @returns false when the buffer is too full
   */
  tryWrite(bytes: Buffer, mayWait = false): boolean {
    // The stream has ended: accepted and dropped, since there is nothing to send again either.
    if (this.#response.writableEnded) return true;
    const buffered = this.#response.writableLength + this.#pendingBytes;
    if (buffered + bytes.length > maxBufferedBytes) {
      this.#rejected = true;
      return false;
    }
    if (!mayWait || bytes.length > maxCopiedBytes) {
      this.flush();
      this.#write(bytes);
      return true;
    }
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    writes.add(this);
    return true;
  }

  /** Writes what waits. */
  flush(): void {
    const [first] = this.#pending;
    if (first === undefined) return;
    // A single frame is shared by all its clients, not copied.
    const bytes = this.#pending.length === 1 ? first : Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    if (!this.#response.writableEnded) this.#write(bytes);
  }

  /**
   * At once: a response that is not corked corks itself until the next tick, so that the system calls of thousands
   * would follow one another after the time slice that they were to be bounded by.
   */
  #write(bytes: Buffer): void {
    this.#response.cork();
    this.#response.write(bytes, this.#flushed);
    this.#response.uncork();
  }

  end(): void {
    this.flush();
    this.#response.end();
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

/** How long small frames wait: about as long as a large reading takes to be sent. */
const collectMs = 50;
/** How long connections are written to before the event loop turns. */
const writeSliceMs = 5;
/** Of all clients of this process. */
const writes = new TimeSlicedQueue<SseConnection>(
  writeSliceMs,
  (connection) => connection.flush(),
  collectMs,
);
