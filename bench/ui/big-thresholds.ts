/** Fake settings and pages of ten thousand thresholds, one on each collectible of the fake match. */
import type { Match } from '#contract/monitoring.ts';
import type { ThresholdItem, ThresholdsPage } from '#contract/thresholds.ts';
import type { Settings } from '#contract/users.ts';
import type { Threshold } from '#domain/threshold.ts';
import { bigMatch } from './big-market.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
export class BigThresholds {
  private readonly items: readonly ThresholdItem[];

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

  /** As the server answers, in the one order the bench asks for: searched by words, a page of so many. */
  page(query: URLSearchParams): ThresholdsPage {
    const words = (query.get('q') ?? '').toLowerCase();
    const start = Number(query.get('cursor') ?? 0);
    const end = start + Number(query.get('limit') ?? 100);
    const found = this.items.filter(({ part }) => part?.toLowerCase().includes(words));
    const none = { starting: 0, crossed: 0, paused: 0, snoozed: 0, closed: 0 };
    return {
      items: found.slice(start, end),
      nextCursor: end < found.length ? String(end) : null,
      byStatus: { ...none, watching: found.length },
    };
  }
}
