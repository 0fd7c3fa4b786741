/** Playback control of a source: play, pause, step, speed. A live source can only be paused and stepped. */
import type { PlaybackSettings } from '../market-model/playback-settings.ts';

export class PlaybackController {
  #settings: PlaybackSettings;
  #steps = 0;
  #isPaused = false;
  readonly #waiting = new Set<() => void>();

  constructor(settings: PlaybackSettings) {
    this.#settings = settings;
  }

  get settings(): PlaybackSettings {
    return this.#settings;
  }

  /** The source is waiting because of a pause: no reading comes until play or step. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  set(change: Partial<PlaybackSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    this.#wake();
  }

  /** Lets exactly one more reading through at once, playing or not. */
  step(): void {
    this.#steps += 1;
    this.#isPaused = false;
    this.#wake();
  }

  /**
   * Resolves when the next reading may come.
   * @param marketMs market time since the previous one
   * @param minWaitMs wall time between readings even at `max`, as a live market must not run ahead of the clock
   * @throws the signal's reason once aborted
   */
  async waitForNext(marketMs: number, signal: AbortSignal, minWaitMs = 0): Promise<void> {
    let leftMs = marketMs;
    let waitedMs = 0;
    for (;;) {
      signal.throwIfAborted();
      if (this.#steps > 0) {
        this.#steps -= 1;
        return;
      }
      const { playing, speed } = this.#settings;
      const pauseMs = speed === 'max' ? minWaitMs - waitedMs : leftMs / speed;
      if (playing && pauseMs <= 0) return;
      this.#isPaused = !playing;
      const startedAtMs = performance.now();
      await this.#sleep(playing ? pauseMs : null, signal);
      const tookMs = performance.now() - startedAtMs;
      if (playing) {
        waitedMs += tookMs;
        leftMs -= speed === 'max' ? 0 : tookMs * speed;
      }
      this.#isPaused = false;
    }
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves when woken, aborted or after `ms`; null = no timeout. */
  #sleep(ms: number | null, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      // Timers count at most 2^31-1 ms; the caller loops for longer waits.
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
