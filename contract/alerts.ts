/** Schemas of alerts and their history (`/api/users/alerts`; docs/alerts.md, rules 8–12). */

import * as z from 'zod/mini';
import { channelKinds } from '#domain/channels.ts';
import { conditions } from '#domain/threshold.ts';
import { team } from './monitoring.ts';
import {
  currency,
  floorCents,
  identifier,
  instant,
  marketPageUrl,
  page,
  pageQuery,
  priceCents,
  queryFlag,
} from './primitives.ts';
import { target } from './threshold.ts';

const deliveryStates = ['waiting', 'pending', 'sending', 'sent', 'failed', 'none'] as const;
/**
 * `waiting`: not in a mail yet (next check, quiet hours, unconfirmed address). `none`: other channels carry it. The
 * others are states of a delivery.
 */
export const delivery = z.strictObject({
  state: z.enum(deliveryStates),
  attempts: z.int(),
  sentAt: z.nullable(instant),
});

/** To one channel beside mail; forgotten with the channel, and some days after it ended. */
const channelDelivery = z.strictObject({
  channelId: z.string(),
  kind: z.enum(channelKinds),
  name: z.string(),
  /** `pending` also while it is tried again. */
  state: z.enum(['pending', 'sending', 'sent', 'failed']),
  attempts: z.int(),
  sentAt: z.nullable(instant),
});
export type ChannelDelivery = z.infer<typeof channelDelivery>;

export const alertItem = z.strictObject({
  id: z.string(),
  thresholdId: identifier,
  version: z.int(),
  episode: z.int(),
  target,
  /** The collectible whose floor was the value. */
  collectibleId: identifier,
  collectibleName: z.string(),
  /** The collectible's page at the marketplace; absent where the source names none. */
  collectibleUrl: z.optional(marketPageUrl),
  category: z.string(),
  matchId: identifier,
  matchName: z.string(),
  /** The match's teams; absent where the source does not name them. */
  home: z.optional(team),
  away: z.optional(team),
  condition: z.enum(conditions),
  /** The rule's value: cents, basis points or days. */
  ruleValue: z.int(),
  bandBp: z.int(),
  valueCents: priceCents,
  /** The collectible's floor now; null when nothing is on sale. */
  nowCents: floorCents,
  previousCents: z.nullable(priceCents),
  currency,
  /** Market time of the reading. */
  observedAt: instant,
  /** Wall time of its commit. */
  createdAt: instant,
  /** The condition already held when the threshold was created (docs/alerts.md, rule 4). */
  already: z.boolean(),
  read: z.boolean(),
  /** What its owner notes of the threshold now; absent = nothing. */
  note: z.optional(z.string()),
  /** By mail. */
  delivery,
  /** By the other channels it was given to. */
  channels: z.array(channelDelivery),
  /** No way is left that has not refused it: it goes out once another one works. */
  unreachable: z.optional(z.literal(true)),
});
export type AlertItem = z.infer<typeof alertItem>;

export const alertsQuery = z.strictObject({
  ...pageQuery,
  threshold: z.optional(identifier),
  match: z.optional(identifier),
  unread: z.optional(queryFlag),
  /** true: only alerts whose mail failed; false: all others. */
  failed: z.optional(queryFlag),
  /** Created at this instant or later. */
  since: z.optional(instant),
});
export type AlertsQuery = z.input<typeof alertsQuery>;

export const alertsPage = z.strictObject({ ...page(alertItem).shape, unread: z.int() });
export type AlertsPage = z.infer<typeof alertsPage>;

export const maxPatchedAlerts = 500;
/** PATCH marks as read: the alerts with these ids, or all. */
export const alertsPatch = z.union([
  z.strictObject({
    read: z.literal(true),
    ids: z.array(z.string()).check(z.minLength(1), z.maxLength(maxPatchedAlerts)),
  }),
  z.strictObject({ read: z.literal(true), all: z.literal(true) }),
]);
export type AlertsPatch = z.infer<typeof alertsPatch>;
export const alertsPatched = z.strictObject({ unread: z.int() });
export type AlertsPatched = z.infer<typeof alertsPatched>;
