/** Schemas of thresholds one by one (`/api/users/thresholds`) and of watched matches (`/api/users/watched/:matchId`). */
import * as z from 'zod/mini';
import { conditions } from '#domain/threshold.ts';
import { team } from './monitoring.ts';
import {
  floorCents,
  identifier,
  instant,
  marketPageUrl,
  page,
  pageQuery,
  priceCents,
  searchText,
} from './primitives.ts';
import { threshold, thresholdDraft, thresholdPatch, thresholdRule } from './threshold.ts';
import { thresholdFileFormats } from './threshold-import-export.ts';
import { thresholdStatus } from './users.ts';

/** A threshold with what a list shows of it. */
export const thresholdItem = z.strictObject({
  id: identifier,
  threshold,
  state: thresholdStatus,
  matchId: identifier,
  matchName: z.string(),
  kickoffAt: z.nullable(instant),
  /** null when the source does not name the teams. */
  home: z.nullable(team),
  away: z.nullable(team),
  /** Name of the collectible, or the category; null for any of a match. */
  part: z.nullable(z.string()),
  /** Of the collectible, or the one aimed at; null for any of a match. */
  category: z.nullable(z.string()),
  /** The target's value now: its floor, for a match the lowest in the threshold's currency. */
  currentCents: floorCents,
  /** Of one collectible, as of its history; only with `?month=30d`. */
  month: z.optional(z.array(priceCents)),
  /** Page at the marketplace of the collectible with that value; absent where the source names none. */
  url: z.optional(marketPageUrl),
  /** How far that value is from firing, in basis points of it: 0 or less = there. null when nothing is on sale, and for `low`. */
  distanceBp: z.nullable(z.int()),
  /** When it fired last; null = never. */
  lastAlertAt: z.nullable(instant),
});
export type ThresholdItem = z.infer<typeof thresholdItem>;

const thresholdSorts = ['created', 'match', 'distance', 'status'] as const;
export const thresholdStatuses = thresholdStatus.shape.status;

/** With `format` a file of all thresholds (Premium and Elite), otherwise a page. */
export const thresholdsQuery = z.strictObject({
  ...pageQuery,
  format: z.optional(z.enum(thresholdFileFormats)),
  match: z.optional(identifier),
  status: z.optional(thresholdStatuses),
  condition: z.optional(z.enum(conditions)),
  month: z.optional(z.literal('30d')),
  q: z.optional(searchText),
  /** `created`: newest first; `match`: by its name; `distance`: nearest first; `status`: crossed ones first. */
  sort: z._default(z.enum(thresholdSorts), 'created'),
});
export type ThresholdsQuery = z.input<typeof thresholdsQuery>;

export const thresholdsPage = z.strictObject({
  ...page(thresholdItem).shape,
  /** How many of each status match the other filters. */
  byStatus: z.record(thresholdStatuses, z.int()),
});
export type ThresholdsPage = z.infer<typeof thresholdsPage>;

export const thresholdParams = z.strictObject({ id: identifier });

/** As in the settings. With an `id` of the client's own a repeated request creates one threshold. */
export const thresholdCreation = z.extend(thresholdDraft, {
  id: z.optional(identifier),
  /** Whether its match joins the watched ones where the plan has room for it; true when absent. */
  watch: z.optional(z.boolean()),
});

/** Of the match of a new threshold: `added`: watched from now on; `limit`: not, as the plan has no room for it. */
const watchOutcomes = ['already', 'added', 'limit', 'none'] as const;
export type WatchOutcome = (typeof watchOutcomes)[number];
export const thresholdCreated = z.extend(thresholdItem, { watch: z.enum(watchOutcomes) });

/** Most changes of one request: all thresholds of the largest plan. */
export const maxBatchSize = 1_000;
/**
 * The rule as it was read: 409, with what is stored, where it is neither that nor what is wanted any more. Absent = whatever is stored.
 */
const seen = z.optional(thresholdRule);
const change = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('create'),
    id: identifier,
    threshold: thresholdDraft,
    watch: thresholdCreation.shape.watch,
  }),
  z.strictObject({ kind: z.literal('change'), id: identifier, patch: thresholdPatch, seen }),
  z.strictObject({ kind: z.literal('delete'), id: identifier, seen }),
]);
export type ThresholdChange = z.infer<typeof change>;
/** All are made, in this order, or none; one of several thresholds that no longer exists is left out. */
export const thresholdBatch = z.strictObject({
  changes: z.array(change).check(z.minLength(1), z.maxLength(maxBatchSize)),
  /** Matches no longer watched, as when thresholds that joined them are deleted again. */
  unwatch: z.optional(z.array(identifier).check(z.maxLength(maxBatchSize))),
});

export const watchedParams = z.strictObject({ matchId: identifier });
/** The watch list after the change, and the version of the settings. */
export const watchList = z.strictObject({ partidos: z.array(z.string()), version: z.int() });
export type WatchList = z.infer<typeof watchList>;
