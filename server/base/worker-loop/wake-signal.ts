/** Wakes a waiting worker loop. A `notify` before the wait is not lost: the next `wait` returns at once. */
export class WakeSignal {
  #notified = false;
  #wake: (() => void) | null = null;

  notify(): void {
    this.#notified = true;
    this.#wake?.();
  }

  /** Resolves when notified, or after the timeout. */
  wait(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = null;
        this.#notified = false;
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      this.#wake = done;
      if (this.#notified) done();
    });
  }
}
