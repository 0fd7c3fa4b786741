/** Schemas of matches, collectibles, price history, statistics and previews (`/api/monitoring/…`). */
import * as z from 'zod/mini';
import {
  basisPoints,
  currency,
  floorCents,
  identifier,
  instant,
  marketPageUrl,
  page,
  pageQuery,
  priceCents,
  queryFlag,
  queryInt,
  searchText,
} from './primitives.ts';
import { threshold, thresholdRule } from './threshold.ts';

/** A team and the three colours of its badge (bands; `vertical` = side by side). No official marks. */
export const team = z.strictObject({
  name: z.string(),
  colors: z.tuple([z.string(), z.string(), z.string()]),
  vertical: z.boolean(),
});
export type Team = z.infer<typeof team>;

export const match = z.strictObject({
  id: identifier,
  number: z.int(),
  event: z.string(),
  stage: z.nullable(z.string()),
  /** null when the source does not name them (to be decided, or a replayed market). */
  home: z.nullable(team),
  away: z.nullable(team),
  /** “España – Uruguay”, or “Partido 13” when the teams are unknown. */
  name: z.string(),
  venue: z.nullable(z.string()),
  city: z.string(),
  /** IANA zone of the venue; null when unknown. */
  timeZone: z.nullable(z.string()),
  kickoffAt: z.nullable(instant),
  status: z.enum(['scheduled', 'started', 'finished']),
  currency,
  floorCents,
  /** Against the floor 24 h before market now; null without one. */
  change24hBp: z.nullable(basisPoints),
  listings: z.int(),
  collectibleCount: z.int(),
  watched: z.boolean(),
});
export type Match = z.infer<typeof match>;

const matchSorts = ['kickoff', 'name', 'floor', 'change'] as const;
export const matchesQuery = z.strictObject({
  ...pageQuery,
  q: z.optional(searchText),
  team: z.optional(searchText),
  city: z.optional(searchText),
  stage: z.optional(searchText),
  watched: z.optional(queryFlag),
  sort: z._default(z.enum(matchSorts), 'kickoff'),
});
export type MatchesQuery = z.input<typeof matchesQuery>;
export const matchesPage = page(match);
export type MatchesPage = z.infer<typeof matchesPage>;

export const collectible = z.strictObject({
  id: identifier,
  matchId: identifier,
  matchName: z.string(),
  name: z.string(),
  category: z.string(),
  rarity: z.nullable(z.string()),
  currency,
  floorCents,
  listings: z.int(),
  lastSaleCents: z.nullable(priceCents),
  change24hBp: z.nullable(basisPoints),
  low30dCents: z.nullable(priceCents),
  high30dCents: z.nullable(priceCents),
  /** Market time of the last change; null without a reading. */
  observedAt: z.nullable(instant),
  /** Floor at the end of each of the last 28 six-hour slots (7 days), oldest first; only with `?spark=7d`. */
  spark: z.optional(z.array(floorCents)),
  /** As of a history; only with `?spark=7d`, not of a match. */
  month: z.optional(z.array(priceCents)),
  /** Its page at the marketplace; absent where the source names none. */
  url: z.optional(marketPageUrl),
});
export type Collectible = z.infer<typeof collectible>;

const collectibleSorts = ['name', 'floor', 'change', 'match'] as const;
export const collectiblesQuery = z.strictObject({
  ...pageQuery,
  q: z.optional(searchText),
  match: z.optional(identifier),
  category: z.optional(searchText),
  watched: z.optional(queryFlag),
  spark: z.optional(z.literal('7d')),
  sort: z._default(z.enum(collectibleSorts), 'match'),
});
export const collectiblesPage = page(collectible);
export type CollectiblesPage = z.infer<typeof collectiblesPage>;

/** GET /api/monitoring/discovery: of the whole market, without the matches that have started; up to six of each. */
export const discovery = z.strictObject({
  /** The biggest falls in 24 h first. */
  falls: z.array(collectible),
  /** At most 3 % above the lowest price of 30 days, the nearest first. */
  nearLows: z.array(collectible),
  /** On sale now, and not a day ago. */
  newlyListed: z.array(collectible),
});
export type Discovery = z.infer<typeof discovery>;

/** A statistic with its sample size. `value: null` means “not enough data”, which is not 0. */
const figure = z.strictObject({ value: z.nullable(z.number()), sampleSize: z.int() });

/** GET /api/monitoring/stats. Prices in cents, changes in basis points, volatility as a fraction per day. */
export const statistics = z.strictObject({
  currency,
  floorCents: figure,
  medianAskCents: figure,
  spreadBp: figure,
  depthWithin5Pct: figure,
  change24hBp: figure,
  change7dBp: figure,
  volatility: figure,
  volumeSales24h: figure,
  bestValuePerTicketCents: figure,
});
export type Statistics = z.infer<typeof statistics>;
export const statsQuery = z.strictObject({
  match: z.optional(identifier),
  category: z.optional(searchText),
});
export type StatsQuery = z.input<typeof statsQuery>;

const historyRanges = ['1h', '24h', '7d', '30d', '90d', 'all'] as const;
export type HistoryRange = (typeof historyRanges)[number];
const historyPoint = z.strictObject({ at: instant, floorCents, late: z.boolean() });
export const history = z.strictObject({
  collectibleId: identifier,
  range: z.enum(historyRanges),
  /** Ascending by `at`; the first point may be the floor at the start of the range. */
  points: z.array(historyPoint),
  /**
   * Set when there are more changes than points: of each stretch this long, from the first point on, only the lowest, the
   * highest and the last are listed.
   */
  stretchMs: z.optional(z.number()),
  /** Data gaps: periods without readings, of any range. */
  gaps: z.array(z.strictObject({ from: instant, to: instant })),
  /** The newest 200 of the last week within the range, ascending; absent without any, as of a source that lists none. */
  sales: z.optional(z.array(z.strictObject({ at: instant, priceCents }))),
  /** Floors at this hour of each of the last 30 days that had one, oldest first, of any range. */
  month: z.optional(z.array(priceCents)),
  /** Days shown when the plan allows fewer than requested; null otherwise. */
  limitedToDays: z.nullable(z.int()),
});
export type History = z.infer<typeof history>;

const historyWindow = {
  range: z._default(z.enum(historyRanges), '30d'),
  points: z._default(queryInt(10, 500), 300),
};
export const historyQuery = z.strictObject({ collectible: identifier, ...historyWindow });
export type HistoryQuery = z.input<typeof historyQuery>;
/** Without `collectible`, the history is that of the collectible the match opens with. */
export const matchQuery = z.strictObject({
  id: identifier,
  collectible: z.optional(identifier),
  ...historyWindow,
});
export type MatchQuery = z.input<typeof matchQuery>;
export const matchDetail = z.strictObject({
  match,
  collectibles: z.array(collectible),
  /** Of the whole match. */
  statistics,
  /** Of the category of the history's collectible; null for a match without collectibles. */
  categoryStatistics: z.nullable(statistics),
  /** The user's thresholds on this match or its collectibles, by id. */
  thresholds: z.record(z.string(), threshold),
  /** null for a match without collectibles. */
  history: z.nullable(history),
});
export type MatchDetail = z.infer<typeof matchDetail>;

/** POST /api/monitoring/preview: backtest of an unsaved threshold on the stored history. */
export const previewRequest = z.strictObject({
  threshold: thresholdRule,
  days: z._default(z.int().check(z.gte(1), z.lte(365)), 30),
});
export type PreviewRequest = z.input<typeof previewRequest>;
/** Of past lines as far away for their collectible, how many were reached in so many days. */
export const reach = z.strictObject({
  /** 1, 7 or 30, or what is left until kick-off when that comes first, with its fraction. */
  days: z.number(),
  untilKickoff: z.boolean(),
  /** From 0 to 1; null with fewer than 200 cases. */
  share: z.nullable(z.number()),
  cases: z.int(),
});

export const preview = z.strictObject({
  days: z.int(),
  firings: z.int(),
  mails: z.int(),
  last: z
    .array(z.strictObject({ observedAt: instant, valueCents: priceCents }))
    .check(z.maxLength(300)),
  /** `low`: the lowest price of its days, which has to be beaten; null without one, and for other conditions. */
  toBeatCents: floorCents,
  /** Of the cheapest of several: its prices in those days, downsampled. */
  points: z.optional(z.array(historyPoint)),
  /** The target's value now, and whether the condition already holds. */
  currentCents: floorCents,
  alreadyTrue: z.boolean(),
  /** By days, none without enough history; null but for a price that one collectible, on sale now, has still to reach. */
  reach: z.nullable(z.array(reach)),
});
export type Preview = z.infer<typeof preview>;
