/** A market of many matches and thresholds for the soak: some hundred prices change in each reading, invalid ticks mixed in. */
import { seededRandom } from '#server/marketplaces/seeded-random.ts';
import { expectedAlerts, type GeneratedMarket } from './generate-market.ts';
import type { TestThreshold } from './market-harness.ts';

export interface CrowdedMarketSize {
  readonly matches: number;
  readonly collectibles: number;
  readonly thresholds: number;
  readonly readings: number;
  /** Prices that change in each reading after the first, which has every price. */
  readonly changes: number;
}

const firstAtMs = Date.parse('2026-01-01T00:00:00Z');
/** Readings from the future are rejected: half an hour of one a second is 75 days. */
const gapMs = 3_600_000;
const categories = ['1', '2', '3', '4'];
const invalidPrices = ['0', '-1', '1.5', '1e999', 'NaN', '1000000001'];
/** Of each reading's ticks. */
const invalidShare = 0.01;
/** A price goes up or down by this, and stays between these shares of its first. */
const maxStep = 0.02;
const bounds = { min: 0.6, max: 1.6 };

export function generateCrowdedMarket(seed: string, size: CrowdedMarketSize): GeneratedMarket {
  const random = seededRandom(seed);
  const below = (count: number) => Math.floor(random.next() * count);
  const items = Array.from({ length: size.collectibles }, (_, index) => ({
    id: `c${index}`,
    match: 1 + (index % size.matches),
    category: categories[Math.floor(index / size.matches) % categories.length] ?? '',
    firstCents: 1_000 + below(49_000),
  }));
  const pick = () => items[below(items.length)] ?? unreachable();

  const floors = items.map(({ firstCents }) => firstCents);
  const rows: string[] = [];
  for (let reading = 0; reading < size.readings; reading += 1) {
    const at = new Date(firstAtMs + reading * gapMs).toISOString().replace('.000Z', 'Z');
    if (reading === 0) {
      for (const { id, firstCents } of items) rows.push(`${at},${id},${firstCents}`);
      continue;
    }
    for (let change = 0; change < size.changes; change += 1) {
      const index = below(items.length);
      const { id, firstCents } = items[index] ?? unreachable();
      if (random.next() < invalidShare)
        rows.push(`${at},${id},${invalidPrices[below(invalidPrices.length)]}`);
      const next = (floors[index] ?? firstCents) * (1 + maxStep * (2 * random.next() - 1));
      const floor = Math.round(
        Math.min(Math.max(next, firstCents * bounds.min), firstCents * bounds.max),
      );
      floors[index] = floor;
      rows.push(`${at},${id},${floor}`);
    }
  }

  /** Not reached by the first prices: a crowd that fires at once is measured elsewhere. */
  const thresholds = Array.from({ length: size.thresholds }, (_, index): TestThreshold => {
    const item = pick();
    const isOfMatch = random.next() < 0.2;
    const category = random.next() < 0.5 ? null : item.category;
    const target = isOfMatch
      ? ({ kind: 'match', id: String(item.match), category } as const)
      : ({ kind: 'collectible', id: item.id } as const);
    const valueCents = isOfMatch ? lowestOf(item.match, category) : item.firstCents;
    const kind = random.next();
    const id = `t${index}`;
    const bandBp = 300;
    if (kind < 0.05)
      return { id, target, condition: 'change', value: 1_000 + below(4_000), bandBp };
    if (kind < 0.1) return { id, target, condition: 'low', value: 5 + below(25), bandBp };
    const distance = 0.001 + 0.599 * random.next();
    return kind < 0.55
      ? { id, target, condition: 'below', value: Math.floor(valueCents * (1 - distance)), bandBp }
      : { id, target, condition: 'above', value: Math.ceil(valueCents * (1 + distance)), bandBp };
  });

  function lowestOf(match: number, category: string | null): number {
    const firsts: number[] = [];
    for (let index = match - 1; index < items.length; index += size.matches) {
      const item = items[index] ?? unreachable();
      if (category === null || item.category === category) firsts.push(item.firstCents);
    }
    return Math.min(...firsts);
  }

  const prices = ['observed_at,collectible,floor_cents', ...rows, ''].join('\n');
  return {
    prices,
    collectibles: [
      'collectible,match_number,city,category,rarity',
      ...items.map(({ id, match, category }) => `${id},${match},Sevilla,${category},Iconic`),
      '',
    ].join('\n'),
    thresholds,
    gapMs,
    expected: () => expectedAlerts({ prices, items, thresholds }),
  };
}

function unreachable(): never {
  throw new Error('nothing to pick from');
}
