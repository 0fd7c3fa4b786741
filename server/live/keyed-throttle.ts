/**
 * Gives each key its turn: at once when it has rested, else as soon as it has. It rests from its turn on, so that
 * keys which are always busy take their turns one after the other, each at a time of its own.
 */
export class KeyedThrottle<Key> {
  readonly #restMs: number;
  readonly #turn: (key: Key) => void;
  readonly #resting = new Map<Key, Rest>();
  readonly #due = new Set<Key>();
  #soon: NodeJS.Immediate | null = null;

  constructor(restMs: number, turn: (key: Key) => void) {
    this.#restMs = restMs;
    this.#turn = turn;
  }

  /** Asks for a turn; asked again before it, it is the same one. */
  request(key: Key): void {
    const startCooldown = this.#resting.get(key);
    if (startCooldown !== undefined) {
      startCooldown.wanted = true;
      return;
    }
    this.#due.add(key);
    this.#takeTurnSoon();
  }

  /** It has had a turn otherwise: it rests from now on, and whatever it was asked for is done. */
  startCooldown(key: Key): void {
    this.#due.delete(key);
    clearTimeout(this.#resting.get(key)?.timer);
    const timer = setTimeout(() => this.#rested(key), this.#restMs);
    this.#resting.set(key, { timer, wanted: false });
  }

  close(): void {
    if (this.#soon !== null) clearImmediate(this.#soon);
    this.#soon = null;
    this.#due.clear();
    for (const { timer } of this.#resting.values()) clearTimeout(timer);
    this.#resting.clear();
  }

  /** What is heard in one go is told in one go. */
  #takeTurnSoon(): void {
    this.#soon ??= setImmediate(() => this.#takeNextTurn());
  }

  #takeNextTurn(): void {
    this.#soon = null;
    const [key] = this.#due;
    if (key === undefined) return;
    this.#takeTurn(key);
    // One at a time: what was said leaves before the next turn, and nobody's request waits for all of them.
    if (this.#due.size > 0) this.#takeTurnSoon();
  }

  #takeTurn(key: Key): void {
    this.#turn(key);
    this.startCooldown(key);
  }

  #rested(key: Key): void {
    const wanted = this.#resting.get(key)?.wanted;
    this.#resting.delete(key);
    if (wanted) this.#takeTurn(key);
  }
}

interface Rest {
  readonly timer: NodeJS.Timeout;
  /** Asked for meanwhile. */
  wanted: boolean;
}
