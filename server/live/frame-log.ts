/**
 * Frames of prices that were sent to the clients of every match, encoded once: one that is behind walks them from where it is,
 * so that a thousand that come back share every buffer.
 */
import type { Frame } from './sse-frames.ts';

/** Beyond what a whole market takes: older frames are dropped, and who needs them gets the latest prices encoded anew. */
const maxExtraBytes = 4_000_000;

export class FrameLog {
  #frames: Frame[] = [];
  #bytes = 0;
  #wholeBytes = 0;
  /** Everything numbered higher, and for the clients of every match, is here. */
  #after = 0;

  /** @param seq what is numbered up to here is not in the log */
  clear(seq: number): void {
    this.#frames = [];
    this.#bytes = 0;
    this.#wholeBytes = 0;
    this.#after = seq;
  }

  /** Frames of the latest price of each collectible, whatever was there before. */
  replace(frames: readonly Frame[]): void {
    this.clear(0);
    for (const frame of frames) this.#push(frame);
    this.#wholeBytes = this.#bytes;
  }

  append(frame: Frame): void {
    // Its prices came with `replace`.
    if (frame.seq <= this.lastSeq) return;
    this.#push(frame);
    if (this.#bytes <= this.#wholeBytes + maxExtraBytes) return;
    let dropped = 0;
    for (; this.#bytes > this.#wholeBytes + maxExtraBytes / 2; dropped += 1)
      this.#bytes -= this.#frames[dropped]?.bytes.length ?? this.#bytes;
    this.#after = this.#frames[dropped - 1]?.seq ?? this.#after;
    this.#frames = this.#frames.slice(dropped);
    this.#wholeBytes = 0;
  }

  /** Number of the last price here. */
  get lastSeq(): number {
    return this.#frames.at(-1)?.seq ?? this.#after;
  }

  /** Whether nothing is missing after a number. */
  reaches(seq: number): boolean {
    return seq >= this.#after;
  }

  /** The first frame with a price numbered higher; undefined when there is none. */
  next(seq: number): Frame | undefined {
    let low = 0;
    let high = this.#frames.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#frames[middle]?.seq ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return this.#frames[low];
  }

  #push(frame: Frame): void {
    this.#frames.push(frame);
    this.#bytes += frame.bytes.length;
  }
}
