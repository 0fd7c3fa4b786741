/** Schemas of the tools of `/mcp`: the API's own, with numbers and booleans instead of the text of a query string. */
import * as z from 'zod/mini';
import { alertsQuery } from './alerts.ts';
import { collectiblesQuery, historyQuery, matchesQuery } from './monitoring.ts';
import { identifier } from './primitives.ts';
import { thresholdPatch } from './threshold.ts';
import { thresholdsQuery } from './thresholds.ts';

/** Few, because a model reads them all. */
const pageWindow = {
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 20),
  cursor: z.optional(z.string().check(z.maxLength(512))),
};
const watched = z.optional(z.boolean());

export const searchMatchesInput = z.extend(matchesQuery, { ...pageWindow, watched });
export const getPricesInput = z.extend(z.omit(collectiblesQuery, { spark: true }), {
  ...pageWindow,
  watched,
});
export const getHistoryInput = z.extend(historyQuery, {
  points: z._default(z.int().check(z.gte(10), z.lte(500)), 60),
});
export const listThresholdsInput = z.extend(
  z.omit(thresholdsQuery, { format: true, month: true }),
  pageWindow,
);
export const updateThresholdInput = z.strictObject({
  id: identifier,
  /** The `etag` of the threshold as it was read: it is not changed if something else has changed it since. */
  etag: z.optional(z.string().check(z.maxLength(100))),
  changes: thresholdPatch,
});
export const listAlertsInput = z.extend(alertsQuery, {
  ...pageWindow,
  unread: z.optional(z.boolean()),
  failed: z.optional(z.boolean()),
});
