/** Schema of GET /api/users/export: all data stored about the user. */
import * as z from 'zod/mini';
import { instant } from './primitives.ts';

const record = z.record(z.string(), z.unknown());
const rows = z.array(record);

/** A list for each table, of its rows as they are stored; without hashes, and what is sealed: addresses and secrets of channels. */
export const userExport = z.strictObject({
  exportedAt: instant,
  /** The document `users/{uid}` as stored in the document database. */
  document: z.nullable(record),
  users: rows,
  planGrants: rows,
  billingCustomers: rows,
  billingSubscriptions: rows,
  billingInvoices: rows,
  /** Requests to the payment provider. */
  billingIdempotencyKeys: rows,
  /** Of the last 60 days. */
  weeklySummaries: rows,
  /** The next check, while alerts are unsent. */
  pendingChecks: rows,
  /** The pending projection of the settings into the profile document. */
  projectionJobs: rows,
  apiKeys: rows,
  channels: rows,
  /** Includes deleted thresholds until they are purged. */
  thresholds: rows,
  /** Those of thresholds to the market worker. */
  thresholdCommands: rows,
  alerts: rows,
  /** Mails, and messages to channels in the last 30 days; the links of mails without their tokens. */
  deliveries: rows,
});
export type UserExport = z.infer<typeof userExport>;
