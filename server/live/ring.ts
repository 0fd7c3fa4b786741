/** The last events sent, so that a reader who was away for a moment misses nothing. Bounded in events and in bytes. */

export interface LiveEvent {
  readonly seq: number;
  readonly bytes: number;
  /** What this reader should see of it; null = nothing. */
  readonly textFor: (reader: Reader) => string | null;
}

export interface Reader {
  readonly uid: string;
  /** null = every match. */
  readonly matches: ReadonlySet<string> | null;
}

export class Ring {
  readonly #events: LiveEvent[] = [];
  readonly #limits: { readonly events: number; readonly bytes: number };
  #bytes = 0;

  constructor(limits: { readonly events: number; readonly bytes: number }) {
    this.#limits = limits;
  }

  push(event: LiveEvent): void {
    this.#events.push(event);
    this.#bytes += event.bytes;
    while (this.#events.length > this.#limits.events || this.#bytes > this.#limits.bytes)
      this.#bytes -= this.#events.shift()?.bytes ?? 0;
  }

  /** Everything after an event, or null when some of it is already forgotten. */
  after(seq: number, newest: number): readonly LiveEvent[] | null {
    if (seq > newest) return null;
    if (seq === newest) return [];
    const oldest = this.#events[0]?.seq;
    if (oldest === undefined || seq < oldest - 1) return null;
    return this.#events.filter((event) => event.seq > seq);
  }
}
