/** Fake settings and pages of ten thousand thresholds, one on each collectible of the fake match. */
import type { Match } from '#contract/monitoring.ts';
import type { ThresholdItem, ThresholdsPage } from '#contract/thresholds.ts';
import type { Settings } from '#contract/users.ts';
import type { Threshold } from '#domain/threshold.ts';
import { bigMatch } from './big-market.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const orders: Readonly<Record<string, (a: ThresholdItem, b: ThresholdItem) => number>> = {
  distance: (a, b) => (a.distanceBp ?? 0) - (b.distanceBp ?? 0),
  match: (a, b) => a.id.localeCompare(b.id),
  status: (a, b) => a.threshold.value - b.threshold.value,
  created: (a, b) => b.id.localeCompare(a.id),
};

export class BigThresholds {
  private readonly items: readonly ThresholdItem[];
  private last: { readonly key: string; readonly found: readonly ThresholdItem[] } | null = null;

  constructor(match: Match) {
    this.items = bigMatch(match).collectibles.map(({ id, category, floorCents, currency }) => {
      const value = Math.round(((floorCents ?? 0) * 4) / 5);
      const threshold: Threshold = {
        target: { kind: 'collectible', id },
        condition: 'below',
        value,
        currency,
        bandBp: 300,
        pause: null,
        snoozedUntil: null,
        channels: null,
        note: null,
        expiresAt: null,
        version: 1,
        createdAt,
        etag: '"1"',
      };
      return {
        id: `umbral-${id}`,
        threshold,
        state: { status: 'watching', armed: true, base: null, episode: 0 },
        matchId: match.id,
        matchName: match.name,
        kickoffAt: match.kickoffAt,
        home: match.home,
        away: match.away,
        part: `Bloque ${id.replace('grande-', '')}`,
        category,
        currentCents: floorCents,
        distanceBp: 2_000 + (value % 900),
        lastAlertAt: null,
      };
    });
  }

  /** With these thresholds instead of the user's. */
  settings(real: Settings): Settings {
    const umbrales = Object.fromEntries(this.items.map(({ id, threshold }) => [id, threshold]));
    const states = Object.fromEntries(this.items.map(({ id, state }) => [id, state]));
    return { ...real, configuracion: { ...real.configuracion, umbrales }, states };
  }

  /** As the server answers: 500 a page, sorted, and searched by words. */
  page(query: URLSearchParams): ThresholdsPage {
    const words = (query.get('q') ?? '').toLowerCase();
    const start = Number(query.get('cursor') ?? 0);
    const end = start + Number(query.get('limit') ?? 100);
    const found = this.find(words, query.get('sort') ?? 'created');
    return {
      items: found.slice(start, end),
      nextCursor: end < found.length ? String(end) : null,
      byStatus: {
        starting: 0,
        watching: found.length,
        crossed: 0,
        paused: 0,
        snoozed: 0,
        closed: 0,
      },
    };
  }

  /** Once for all pages of a search: the CPU is the browser's. */
  private find(words: string, sort: string): readonly ThresholdItem[] {
    const key = `${sort} ${words}`;
    if (this.last?.key !== key) {
      const found = this.items
        .filter(({ part }) => part?.toLowerCase().includes(words))
        .sort(orders[sort]);
      this.last = { key, found };
    }
    return this.last.found;
  }
}
