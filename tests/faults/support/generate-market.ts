/** Generates a random market with invalid ticks (docs/alerts.md, rule 2), thresholds on it, and the pure engine's alerts. */

import { backtest } from '#server/engine/backtest/backtest.ts';
import { validateReading } from '#server/market-worker/validate-reading.ts';
import { parsePrices } from '#server/marketplaces/replay-file.ts';
import { seededRandom } from '#server/marketplaces/seeded-random.ts';
import type { TestThreshold } from './market-harness.ts';
import { alertLine } from './stored-alerts.ts';

export interface GeneratedMarket {
  readonly prices: string;
  readonly collectibles: string;
  readonly thresholds: readonly TestThreshold[];
  /** Between two readings, in market time. */
  readonly gapMs: number;
  /** Expected alert lines when every threshold exists before the market begins. */
  expected(): string[];
}

const matches = 4;
const categories = ['1', '2'];
const firstAtMs = Date.parse('2026-01-01T00:00:00Z');
const defaultGapMs = 3 * 3_600_000;
/** Maximum length: readings from the future are rejected. */
const maxLengthMs = 300 * 24 * 3_600_000;

export function generateMarket(seed: string, readings: number): GeneratedMarket {
  const random = seededRandom(seed);
  const gapMs = Math.min(defaultGapMs, Math.floor(maxLengthMs / readings / 1_000) * 1_000);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random.next() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const items = Array.from({ length: matches }, (_, match) =>
    categories.map((category) => ({ id: `c${match + 1}-${category}`, match: match + 1, category })),
  ).flat();
  const floors = new Map(items.map(({ id }) => [id, 1_000]));
  const rows: string[] = [];
  const invalidPrices = ['0', '-1', '1.5', '1e999', 'NaN', '1000000001'];
  for (let index = 0; index < readings; index += 1) {
    const observedAt = new Date(firstAtMs + index * gapMs).toISOString().replace('.000Z', 'Z');
    for (const { id } of items) {
      const chance = random.next();
      if (chance < 0.25) {
        const next = Math.max(1, Math.round((floors.get(id) ?? 1) * (0.8 + random.next() * 0.42)));
        floors.set(id, next);
        rows.push(`${observedAt},${id},${next}`);
      } else if (chance < 0.28) rows.push(`${observedAt},${id},`);
      else if (chance < 0.3) rows.push(`${observedAt},${id},${pick(invalidPrices)}`);
      else if (chance < 0.31)
        rows.push(`${observedAt},nobody,100`, `${observedAt},${id}`, `ayer,${id},100`);
      else if (chance < 0.32) {
        const late = new Date(firstAtMs + index * gapMs - 4 * gapMs).toISOString();
        rows.push(`${late},${id},7`);
      } else if (chance < 0.9) rows.push(`${observedAt},${id},${floors.get(id)}`);
    }
  }
  const prices = ['observed_at,collectible,floor_cents', ...rows, ''].join('\n');
  const collectibles = [
    'collectible,match_number,city,category,rarity',
    ...items.map(({ id, match, category }) => `${id},${match},Sevilla,${category},Iconic`),
    '',
  ].join('\n');

  const thresholds = Array.from({ length: 48 }, (_, index): TestThreshold => {
    const condition = pick(['below', 'above', 'change', 'low'] as const);
    const value = {
      below: () => 700 + Math.floor(random.next() * 400),
      above: () => 900 + Math.floor(random.next() * 400),
      change: () => 500 + Math.floor(random.next() * 2_500),
      low: () => pick([1, 2, 5]),
    }[condition]();
    const item = pick(items);
    const target = pick([
      { kind: 'collectible', id: item.id } as const,
      { kind: 'match', id: String(item.match), category: null } as const,
      { kind: 'match', id: String(item.match), category: item.category } as const,
    ]);
    return { id: `t${index}`, target, condition, value, bandBp: pick([0, 300, 1_000]) };
  });

  return {
    prices,
    collectibles,
    thresholds,
    gapMs,
    expected: () => expectedAlerts({ prices, items, thresholds }),
  };
}

/** Alert lines of the pure engine for a market and its thresholds. */
function expectedAlerts(market: {
  readonly prices: string;
  readonly items: readonly {
    readonly id: string;
    readonly match: number;
    readonly category: string;
  }[];
  readonly thresholds: readonly TestThreshold[];
}): string[] {
  const { items, thresholds } = market;
  const currencies = new Map(items.map(({ id }) => [id, 'USD']));
  const accepted = parsePrices('prices.csv', market.prices).flatMap((reading) => {
    const { accepted } = validateReading(reading, currencies, new Date());
    return accepted === null ? [] : [accepted];
  });
  return backtest({
    catalogue: items.map(({ id, match, category }) => ({
      id,
      matchId: String(match),
      category,
      currency: 'USD',
    })),
    readings: accepted.map(({ observedAt, kind, ticks }) => ({
      observedAtMs: observedAt.getTime(),
      kind,
      ticks: ticks.map(([collectibleId, floorCents]) => ({ collectibleId, floorCents })),
    })),
    rules: thresholds.map((threshold) => ({ createdAtMs: 0, ...threshold, currency: 'USD' })),
  })
    .map((firing) =>
      alertLine({
        id: firing.thresholdId,
        episode: firing.episode,
        observedAtMs: firing.observedAtMs,
        value: firing.valueCents,
        already: firing.already,
      }),
    )
    .sort();
}
