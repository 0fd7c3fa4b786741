/** Stored invoices, and the anonymous archive kept of them when an account is erased. */
import type { Invoice } from '#contract/billing.ts';
import type { Database } from '../pool.ts';

export interface StoredInvoice {
  readonly id: string;
  readonly number: string;
  readonly issuedAt: Date;
  readonly cents: number;
  readonly taxCents: number;
  readonly status: Invoice['status'];
  readonly paidAt: Date | null;
  readonly url: string | null;
}

/** As fetched from Stripe, with the part charged to the card; credit paid the rest. */
export interface FetchedInvoice extends StoredInvoice {
  readonly chargedCents: number;
}

/** Newest first. */
export async function listInvoices(db: Database, uid: string): Promise<StoredInvoice[]> {
  const { rows } = await db.query<StoredInvoice>(
    `select id, number, issued_at as "issuedAt", cents, tax_cents as "taxCents", status,
       paid_at as "paidAt", url
     from billing_invoices where uid = $1 order by issued_at desc, number desc`,
    [uid],
  );
  return rows;
}

/** @returns those paid since the last upsert, oldest first */
export async function upsertInvoices(
  db: Database,
  uid: string,
  invoices: readonly FetchedInvoice[],
): Promise<FetchedInvoice[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from billing_invoices where uid = $1 and status = 'paid'`,
    [uid],
  );
  const paidBefore = new Set(rows.map(({ id }) => id));
  await db.query(
    `insert into billing_invoices (id, uid, number, issued_at, cents, tax_cents, status, paid_at, url)
     select id, $1, number, issued_at, cents, tax_cents, status, paid_at, url
     from jsonb_to_recordset($2::jsonb) as fetched (id text, number text, issued_at timestamptz,
       cents integer, tax_cents integer, status text, paid_at timestamptz, url text)
     on conflict (id) do update set number = excluded.number, issued_at = excluded.issued_at,
       cents = excluded.cents, tax_cents = excluded.tax_cents, status = excluded.status,
       paid_at = excluded.paid_at, url = excluded.url`,
    [
      uid,
      JSON.stringify(
        invoices.map(({ issuedAt, taxCents, paidAt, chargedCents: _, ...rest }) => ({
          ...rest,
          issued_at: issuedAt,
          tax_cents: taxCents,
          paid_at: paidAt,
        })),
      ),
    ],
  );
  return invoices
    .filter(({ id, status }) => status === 'paid' && !paidBefore.has(id))
    .toSorted((a, b) => a.issuedAt.getTime() - b.issuedAt.getTime());
}

/** Call before an erasure: copies what the law requires into a table without the user. */
export async function archiveInvoices(db: Database, uid: string, deleteAfter: Date): Promise<void> {
  await db.query(
    `insert into billing_archived_invoices
       (id, number, issued_at, cents, tax_cents, status, paid_at, delete_after)
     select id, number, issued_at, cents, tax_cents, status, paid_at, $2
     from billing_invoices where uid = $1 on conflict (id) do nothing`,
    [uid, deleteAfter],
  );
}

export async function deleteExpiredArchivedInvoices(db: Database, now: Date): Promise<void> {
  await db.query('delete from billing_archived_invoices where delete_after <= $1', [now]);
}
