/** Turns on a fixed grid of instants: one that comes late, or lasts long, does not put off those after it. */
export class Beat {
  readonly #periodMs: number;
  readonly #turn: () => void;
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout | null = null;

  constructor(periodMs: number, turn: () => void) {
    this.#periodMs = periodMs;
    this.#turn = turn;
  }

  /** Asks for the next instant of the grid; asked again meanwhile, it is the same one. */
  request(): void {
    if (this.#timer !== null) return;
    const elapsed = performance.now() - this.#startedAt;
    const dueIn = this.#periodMs - (elapsed % this.#periodMs);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#turn();
    }, dueIn);
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
