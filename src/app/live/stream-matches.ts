/**
 * Keeps the matches of the live stream equal to those on screen, without opening it anew; see docs/decisions/059. A match
 * that is added is asked for its present prices, until they have arrived.
 */
import type { PriceUpdate, StreamMatches, StreamMatchesChanged } from '#contract/live-stream.ts';
import { type Backoff, backoffDelay } from '#domain/exponential-backoff.ts';
import { streamLimits } from '#domain/stream-limits.ts';
import type { ShownMatches } from '#store/shown-matches.ts';

const streamUrl = '/api/monitoring/stream';
/** A screen is complete, or a scroll has ended, before it is asked for. */
const settleMs = 250;
/** Matches just left may be shown again. */
const removalMs = 5_000;
/** In a row; then the next change of the screen, or of the connection, tries again. */
const maxRetries = 5;
const retryMs: Backoff = { first: 5_000, max: 80_000 };

interface StreamMatchesOptions {
  readonly shown: ShownMatches;
  /** @returns null when it failed */
  readonly change: (
    request: StreamMatches & { readonly id: string },
  ) => Promise<StreamMatchesChanged | null>;
  readonly onPrices: (prices: readonly PriceUpdate[]) => void;
}

export class StreamMatchesSync {
  readonly #options: StreamMatchesOptions;
  readonly #id = crypto.randomUUID();
  readonly #unsubscribe: () => void;
  /** Of the stream; null = every match. */
  #subscribed: ReadonlySet<string> | null = new Set();
  /** Subscribed, and their present prices have arrived. */
  #priced = new Set<string>();
  /** Ends the open stream so that it is opened again; null while none is open. */
  #reopen: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isChanging = false;
  #failures = 0;
  /** The last change reached a process without the stream. */
  #wasMissed = false;
  /** How often the stream was opened again because of that. */
  #missed = 0;

  constructor(options: StreamMatchesOptions) {
    this.#options = options;
    this.#unsubscribe = options.shown.subscribe(() => this.#schedule());
  }

  /** The address of a stream about to be opened. @param resumes after its last event */
  url(resumes: boolean): string {
    this.#subscribed = this.#wanted();
    if (!resumes) this.#priced.clear();
    this.#keepPricesOf(this.#subscribed);
    this.#wasMissed = false;
    const matches = this.#subscribed === null ? '' : `&matches=${[...this.#subscribed].join()}`;
    return `${streamUrl}?id=${this.#id}${matches}`;
  }

  onOpen(reopen: () => void): void {
    this.#reopen = reopen;
    void this.#change();
  }

  onEnd(): void {
    this.#reopen = null;
    clearTimeout(this.#timer);
  }

  stop(): void {
    this.onEnd();
    this.#unsubscribe();
  }

  /** null = every match: more than a stream takes by name, or changes do not reach it. */
  #wanted(): ReadonlySet<string> | null {
    const matchIds = this.#options.shown.list();
    const fits =
      matchIds.length <= streamLimits.matches && matchIds.join().length <= streamLimits.queryLength;
    return fits && this.#missed < 2 ? new Set(matchIds) : null;
  }

  #schedule(delayMs?: number): void {
    clearTimeout(this.#timer);
    if (this.#reopen === null) return;
    const isAdded = this.#options.shown.list().some((matchId) => !this.#priced.has(matchId));
    const afterMs = delayMs ?? (isAdded ? settleMs : removalMs);
    this.#timer = setTimeout(() => void this.#change(), afterMs);
  }

  async #change(): Promise<void> {
    const reopen = this.#reopen;
    if (reopen === null || this.#isChanging) return;
    const matches = this.#wanted();
    if (matches === null) {
      if (this.#subscribed !== null) reopen();
      return;
    }
    const unpriced = [...matches].filter((matchId) => !this.#priced.has(matchId));
    const isCurrent = this.#wasMissed || isSame(matches, this.#subscribed);
    if (unpriced.length === 0 && isCurrent) return;
    const pricesOf = unpriced.slice(0, streamLimits.pricesOf);
    this.#isChanging = true;
    const answer = await this.#options.change({ id: this.#id, matches: [...matches], pricesOf });
    this.#isChanging = false;
    // Another stream has been opened meanwhile.
    if (reopen !== this.#reopen) return this.#change();
    if (answer === null) return this.#retry();
    this.#failures = 0;
    this.#wasMissed = !answer.subscribed;
    if (answer.subscribed) this.#subscribed = matches;
    else if (isWithout(this.#subscribed, matches)) {
      this.#missed += 1;
      return reopen();
    }
    this.#keepPricesOf(matches);
    for (const matchId of pricesOf) this.#priced.add(matchId);
    this.#options.onPrices(answer.items);
    return this.#change();
  }

  #retry(): void {
    this.#failures += 1;
    if (this.#failures <= maxRetries) this.#schedule(backoffDelay(this.#failures, retryMs));
    else this.#failures = 0;
  }

  #keepPricesOf(matches: ReadonlySet<string> | null): void {
    for (const matchId of this.#priced)
      if (matches !== null && !matches.has(matchId)) this.#priced.delete(matchId);
  }
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string> | null) =>
  other !== null && one.size === other.size && !isWithout(other, one);
/** Whether the stream lacks one of these. */
const isWithout = (subscribed: ReadonlySet<string> | null, matches: ReadonlySet<string>) =>
  subscribed !== null && [...matches].some((matchId) => !subscribed.has(matchId));
