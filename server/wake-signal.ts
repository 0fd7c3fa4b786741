/** Wakes the worker when there may be something to do; rings before anybody waits are not lost. */
export class WakeSignal {
  #rung = false;
  #wake: (() => void) | null = null;

  notify(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Until rung, or at most so many milliseconds. */
  wait(atMostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = null;
        this.#rung = false;
        resolve();
      };
      const timer = setTimeout(done, atMostMs);
      this.#wake = done;
      if (this.#rung) done();
    });
  }
}
