/** Holds, steps and paces a source that we play ourselves: the demo and the replay. */
import type { PlaybackSettings } from '../market-model/playback-settings.ts';

export class PlaybackController {
  #pace: PlaybackSettings;
  #steps = 0;
  #held = false;
  readonly #waiting = new Set<() => void>();
  /** Told whenever the source starts or stops waiting for leave to go on. */
  onPauseChange: (() => void) | null = null;

  constructor(pace: PlaybackSettings) {
    this.#pace = pace;
  }

  get pace(): PlaybackSettings {
    return this.#pace;
  }

  /** The source is paused at the gate: nothing more will come until somebody says so. */
  get isPaused(): boolean {
    return this.#held;
  }

  set(change: Partial<PlaybackSettings>): void {
    this.#pace = { ...this.#pace, ...change };
    this.#wake();
  }

  /** Lets exactly one more reading through, now, playing or not. */
  step(): void {
    this.#steps += 1;
    this.#held = false;
    this.#wake();
  }

  /**
   * Resolves when the next reading may come.
   * @param marketMs market time since the previous one
   * @param atLeastMs wall time to keep between readings even at `max`: a live market still needs a clock
   */
  async waitForNext(marketMs: number, signal: AbortSignal, atLeastMs = 0): Promise<void> {
    let leftMs = marketMs;
    let waitedMs = 0;
    for (;;) {
      signal.throwIfAborted();
      if (this.#steps > 0) {
        this.#steps -= 1;
        return;
      }
      const { playing, speed } = this.#pace;
      const pauseMs = speed === 'max' ? atLeastMs - waitedMs : leftMs / speed;
      if (playing && pauseMs <= 0) return;
      if (!playing) this.#hold(true);
      const startedAtMs = performance.now();
      await this.#sleep(playing ? pauseMs : null, signal);
      const tookMs = performance.now() - startedAtMs;
      if (playing) {
        waitedMs += tookMs;
        leftMs -= speed === 'max' ? 0 : tookMs * speed;
      }
      this.#hold(false);
    }
  }

  #hold(isPaused: boolean): void {
    if (this.#held === isPaused) return;
    this.#held = isPaused;
    this.onPauseChange?.();
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** Until woken, aborted or, when given, so many milliseconds have passed. */
  #sleep(ms: number | null, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      // Timers count at most 2^31-1 ms; a longer wait is simply asked again.
      const timer = ms === null ? undefined : setTimeout(done, Math.min(ms, 2 ** 31 - 1));
      const waiting = this.#waiting;
      function done() {
        clearTimeout(timer);
        waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      }
      waiting.add(done);
      signal.addEventListener('abort', done);
    });
  }
}
