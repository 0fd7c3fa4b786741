/** What a crawl no longer has: sold out, unless a large share is missing at once (docs/decisions/080-absences-in-bulk.md). */

export interface CrawledCodes {
  readonly seen: ReadonlySet<string>;
  /** Codes of `listed` that are certainly not on these pages; of a crawl in parts, not all that were not seen. */
  readonly absent: readonly string[];
  /** Every code with a price so far. */
  readonly listed: ReadonlySet<string>;
  /** What the crawls before left in doubt. */
  readonly doubtedBefore: ReadonlySet<string>;
}

export interface BelievedAbsences {
  readonly gone: readonly string[];
  /** Believed once another crawl lacks them, too. */
  readonly doubted: ReadonlySet<string>;
}

export function believeAbsences(crawled: CrawledCodes): BelievedAbsences {
  const { seen, absent, listed, doubtedBefore } = crawled;
  const away = [...doubtedBefore].filter((code) => !seen.has(code));
  // What was missing and is back shows that the crawl before was wrong: this one may be, too.
  const agrees = !isBulk(doubtedBefore.size - away.length, listed.size);
  const isConfirmed = (code: string) => agrees && doubtedBefore.has(code);
  const unconfirmed = absent.filter((code) => !isConfirmed(code));
  const doubted = isBulk(unconfirmed.length, listed.size) ? unconfirmed : [];
  const isAbsent = new Set(absent);
  return {
    gone: doubted.length === 0 ? absent : absent.filter(isConfirmed),
    doubted: new Set([...doubted, ...away.filter((code) => !isAbsent.has(code))]),
  };
}

/** More than one in ten, and at least three: fewer sell out within a minute on any day. */
const isBulk = (count: number, of: number): boolean => count >= 3 && count * 10 > of;
