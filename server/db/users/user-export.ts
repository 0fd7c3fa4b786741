/**
 * Reads all rows about one user, for the data export: table by table, and in pages, so that no account fills the memory. Columns are
 * not named, so that none is missed.
 */
import type { UserExport } from '#contract/user-export.ts';
import type { Database } from '../pool.ts';
import { chosenChannels } from './threshold-channels.ts';

type Table = Exclude<keyof UserExport, 'exportedAt' | 'document'>;
type Pages = AsyncGenerator<Record<string, unknown>[]>;

const pageSize = 500;
/** A mail has some ten kilobytes. */
const deliveryPageSize = 100;

/** @param from tables, with the user's `uid` @param key of a row, its own alone among the user's @param type of the key */
const pageOf = (columns: string, from: string, key: string, type: string) => `
  select ${key}::text as "pageKey", ${columns} from ${from}
   where uid = $1 and ($2::text is null or ${key} > $2::text::${type}) order by ${key} limit $3`;

/** Sorted by their keys. */
export function iterateUserRows(db: Database, uid: string): Record<Table, Pages> {
  const rows = (from: string, key: string, type: string) =>
    iteratePages(db, uid, pageOf('t.*', from, key, type), pageSize);
  const thresholds = pageOf(`t.*, ${chosenChannels} as channels`, 'thresholds t', 'key', 'bigint');
  const deliveries = pageOf(
    't.*, array(select alert_id from alert_deliveries l where l.delivery_id = t.id order by 1) as alert_ids',
    'deliveries t',
    'id',
    'uuid',
  );
  const commands = 'threshold_commands t join thresholds on thresholds.key = t.threshold_key';
  return {
    users: rows('users t', 'uid', 'text'),
    planGrants: rows('plan_grants t', 'uid', 'text'),
    billingCustomers: rows('billing_customers t', 'uid', 'text'),
    billingSubscriptions: rows('billing_subscriptions t', 'uid', 'text'),
    billingInvoices: rows('billing_invoices t', 'id', 'text'),
    billingIdempotencyKeys: rows('billing_idempotency_keys t', 'key', 'uuid'),
    weeklySummaries: rows('weekly_summaries t', 'monday', 'date'),
    pendingChecks: rows('pending_checks t', 'uid', 'text'),
    projectionJobs: rows('projection_jobs t', 'uid', 'text'),
    apiKeys: rows('api_keys t', 'id', 'uuid'),
    channels: rows('channels t', 'id', 'uuid'),
    thresholds: iteratePages(db, uid, thresholds, pageSize),
    thresholdCommands: rows(commands, 'seq', 'bigint'),
    alerts: rows('alerts t', 'id', 'bigint'),
    deliveries: iteratePages(db, uid, deliveries, deliveryPageSize),
  };
}

interface Row {
  readonly pageKey: string;
}

async function* iteratePages(db: Database, uid: string, text: string, size: number): Pages {
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: Row[] } = await db.query<Row>(text, [uid, after, size]);
    yield rows.map(({ pageKey: _, ...row }) => toExported(row));
    after = rows.at(-1)?.pageKey ?? null;
    if (rows.length < size) return;
  }
}

/** Bytes are hashes, or sealed: they open or prove something. */
const toExported = (row: object) =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => !Buffer.isBuffer(value))
      .map(([column, value]) => [
        column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
  );
