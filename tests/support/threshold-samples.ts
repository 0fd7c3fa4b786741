/** A sample match, collectible, history, threshold and preview as the API returns them, for screens and mocked answers. */
import type { Collectible, History, Match, Preview } from '#contract/monitoring.ts';
import type { Threshold } from '#domain/threshold.ts';

/** `m1`, of which nothing is for sale. */
export const matchSample = (part: Partial<Match> = {}): Match => ({
  id: 'm1',
  number: 1,
  event: 'Torneo',
  stage: null,
  home: null,
  away: null,
  name: 'España – Uruguay',
  venue: null,
  city: 'Sevilla',
  timeZone: null,
  kickoffAt: null,
  status: 'scheduled',
  currency: 'EUR',
  floorCents: null,
  change24hBp: null,
  listings: 0,
  collectibleCount: 0,
  watched: false,
  ...part,
});

/** `c1` of match `m1`, at 200 €. */
export const collectibleSample = (part: Partial<Collectible> = {}): Collectible => ({
  id: 'c1',
  matchId: 'm1',
  matchName: 'España – Uruguay',
  name: 'Categoría 1',
  category: '1',
  rarity: null,
  currency: 'EUR',
  floorCents: 20_000,
  listings: 4,
  lastSaleCents: null,
  change24hBp: null,
  low30dCents: null,
  high30dCents: null,
  observedAt: null,
  ...part,
});

/** On `c1`, below 90 €, watching. Its ETag is its content. */
export function umbralSample(part: Partial<Threshold> = {}): Threshold {
  const threshold: Threshold = {
    target: { kind: 'collectible', id: 'c1' },
    condition: 'below',
    value: 9_000,
    currency: 'EUR',
    bandBp: 300,
    pause: null,
    snoozedUntil: null,
    channels: null,
    note: null,
    expiresAt: null,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...part,
    etag: '',
  };
  return { ...threshold, etag: `"${encodeURIComponent(JSON.stringify(threshold))}"` };
}

/** Of `c1`, without a price. */
export const historySample = (part: Partial<History> = {}): History => ({
  collectibleId: 'c1',
  range: '30d',
  points: [],
  gaps: [],
  limitedToDays: null,
  ...part,
});

/** A rule that would not have fired, at 200 €. */
export const previewSample = (part: Partial<Preview> = {}): Preview => ({
  firings: 0,
  days: 30,
  mails: 0,
  last: [],
  toBeatCents: null,
  currentCents: 20_000,
  alreadyTrue: false,
  reach: null,
  ...part,
});
