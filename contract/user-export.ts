/** Schemas of GET /api/users/export: all data stored about the user. */
import * as z from 'zod/mini';
import { channelKinds } from '#domain/channels.ts';
import { planNames } from '#domain/plans.ts';
import { accountStates } from '#domain/profile.ts';
import { apiKeyItem } from './api-keys.ts';
import { invoice } from './billing.ts';
import { channelStates } from './channels.ts';
import { instant } from './primitives.ts';
import { target, threshold } from './threshold.ts';
import { notifications } from './users.ts';

const maybeInstant = z.nullable(instant);

const exportedAccount = z.strictObject({
  uid: z.string(),
  email: z.string(),
  emailConfirmedAt: maybeInstant,
  username: z.string(),
  estado: z.enum(accountStates),
  onboardingCompletado: z.boolean(),
  createdAt: instant,
  closedAt: maybeInstant,
  revokedAt: maybeInstant,
});

/** A command of a threshold to the market worker. */
const exportedCommand = z.strictObject({
  action: z.enum(['start', 'stop']),
  version: z.int(),
  from: instant,
  createdAt: instant,
  appliedAt: maybeInstant,
});

/** Includes deleted thresholds until they are purged. */
const exportedThreshold = z.extend(z.omit(threshold, { etag: true }), {
  key: z.int(),
  id: z.string(),
  matchId: z.string(),
  activeFrom: maybeInstant,
  armed: z.boolean(),
  base: z.nullable(z.int()),
  episode: z.int(),
  deletedAt: maybeInstant,
  commands: z.array(exportedCommand),
});

const exportedAlert = z.strictObject({
  id: z.int(),
  thresholdKey: z.int(),
  version: z.int(),
  episode: z.int(),
  condition: z.string(),
  ruleValue: z.int(),
  bandBp: z.int(),
  target,
  collectibleId: z.string(),
  matchId: z.string(),
  valueCents: z.int(),
  previousCents: z.nullable(z.int()),
  currency: z.string(),
  observedAt: instant,
  already: z.boolean(),
  createdAt: instant,
  readAt: maybeInstant,
  mailId: z.nullable(z.string()),
});

const exportedMail = z.strictObject({
  id: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()),
  state: z.string(),
  attempts: z.int(),
  nextAttemptAt: instant,
  lastError: z.nullable(z.string()),
  createdAt: instant,
  sentAt: maybeInstant,
});

const exportedPayments = z.strictObject({
  /** The user's customer id at the payment provider. */
  customerId: z.string(),
  customerSince: instant,
  /** Next reconciliation with the payment provider. */
  nextReconciliation: instant,
  subscription: z.nullable(
    z.strictObject({
      id: z.string(),
      state: z.string(),
      /** As last synced; instants in epoch milliseconds. */
      stripeState: z.record(z.string(), z.unknown()),
      display: z.record(z.string(), z.unknown()),
      syncSeq: z.int(),
      revision: z.int(),
      expiresAt: maybeInstant,
      updatedAt: instant,
    }),
  ),
  invoices: z.array(z.extend(invoice, { paidAt: maybeInstant })),
  /** Requests to the payment provider, by idempotency key. */
  requests: z.array(
    z.strictObject({
      key: z.string(),
      reason: z.string(),
      createdAt: instant,
      completedAt: maybeInstant,
    }),
  ),
});

const exportedApiKey = z.omit(apiKeyItem, { state: true });

/** Without addresses, tokens and secrets, which never leave again. */
const exportedChannel = z.strictObject({
  id: z.string(),
  kind: z.enum(channelKinds),
  name: z.string(),
  state: z.enum(channelStates),
  pause: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  failures: z.int(),
  rejections: z.int(),
  failedTest: z.nullable(z.string()),
  testedAt: maybeInstant,
  ignoresQuietHours: z.boolean(),
  lastDeliveryAt: maybeInstant,
  linkExpiresAt: maybeInstant,
  createdAt: instant,
});

/** A message to a channel, in the last 30 days. */
const exportedDelivery = z.strictObject({
  id: z.string(),
  channelId: z.string(),
  kind: z.enum(channelKinds),
  alerts: z.array(z.record(z.string(), z.unknown())),
  alertIds: z.array(z.int()),
  state: z.string(),
  attempts: z.int(),
  nextAttemptAt: instant,
  lastError: z.nullable(z.string()),
  createdAt: instant,
  endedAt: maybeInstant,
});

export const userExport = z.strictObject({
  exportedAt: instant,
  account: exportedAccount,
  configuracion: z.strictObject({
    partidos: z.array(z.string()),
    frecuencia: z.int(),
    version: z.int(),
  }),
  notifications,
  /** Weekly summaries: when the next is due, and what became of those of the last 60 days. */
  weeklySummaries: z.strictObject({
    dueAt: maybeInstant,
    weeks: z.array(
      z.strictObject({
        /** ISO date of the Monday it was due. */
        monday: z.string(),
        outcome: z.enum(['mailed', 'empty', 'unreachable', 'missed', 'failed']),
        decidedAt: instant,
      }),
    ),
  }),
  subscription: z.nullable(
    z.strictObject({
      plan: z.enum(planNames),
      grantedBy: z.string(),
      updatedAt: instant,
    }),
  ),
  /** Payment data; null without a customer at the payment provider. */
  payments: z.nullable(exportedPayments),
  /** The next check, while alerts are unsent. */
  nextCheck: z.nullable(z.strictObject({ dueAt: instant })),
  /** The pending projection of the settings into the profile document. */
  projection: z.nullable(z.strictObject({ dueAt: instant, attempts: z.int() })),
  /** The document `users/{uid}` as stored in the document database. */
  document: z.nullable(z.record(z.string(), z.unknown())),
  /** Without the keys themselves: only their hashes are stored. */
  keys: z.array(exportedApiKey),
  channels: z.array(exportedChannel),
  thresholds: z.array(exportedThreshold),
  alerts: z.array(exportedAlert),
  mails: z.array(exportedMail),
  deliveries: z.array(exportedDelivery),
});
export type UserExport = z.infer<typeof userExport>;
/** Without what may be many and is read in pages. */
export type UserExportBase = Omit<
  UserExport,
  'exportedAt' | 'document' | 'thresholds' | 'alerts' | 'mails' | 'deliveries'
>;
