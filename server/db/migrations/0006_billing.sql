-- Payments: what the card provider said last, and what was done about it. `subscriptions` stays what authorises.

-- Who a person is at the card provider.
create table billing_customers (
  uid text primary key references users(uid) on delete cascade,
  customer_id text not null unique,
  created_at timestamptz not null default now(),
  -- When to compare our books with the provider's again.
  check_at timestamptz not null default now()
);
--> statement-breakpoint
create index billing_customers_check on billing_customers (check_at);
--> statement-breakpoint
-- The newest subscription of each person, as last read (machines/subscription.machine.ts).
create table billing_subscriptions (
  uid text primary key references users(uid) on delete cascade,
  subscription_id text not null,
  state text not null check (state in ('incomplete', 'active', 'cancelScheduled', 'pastDue', 'ended')),
  facts jsonb not null,
  -- What a screen shows besides: card, next charge.
  details jsonb not null,
  -- Readings are numbered when they begin: one that began earlier says nothing new.
  read_order bigint not null,
  -- Counts what was learnt; a request repeated after that is another request.
  revision bigint not null default 1,
  -- When time alone ends it: the end it was cancelled for, or of its grace.
  ends_by_time_at timestamptz,
  updated_at timestamptz not null default now()
);
--> statement-breakpoint
create index billing_subscriptions_by_time on billing_subscriptions (ends_by_time_at) where ends_by_time_at is not null;
--> statement-breakpoint
create sequence billing_reads;
--> statement-breakpoint
-- Events whose effect is committed: claimed in the same transaction.
create table billing_events (
  id text primary key,
  type text not null,
  claimed_at timestamptz not null default now()
);
--> statement-breakpoint
create index billing_events_age on billing_events (claimed_at);
--> statement-breakpoint
-- Idempotency keys, stored before the call. An unanswered call is repeated under its key.
create table billing_requests (
  key uuid primary key,
  uid text not null references users(uid) on delete cascade,
  -- What is asked, of what, and at which revision of our books.
  purpose text not null,
  created_at timestamptz not null default now(),
  answered_at timestamptz
);
--> statement-breakpoint
create unique index billing_requests_open on billing_requests (uid, purpose) where answered_at is null;
--> statement-breakpoint
create table billing_invoices (
  id text primary key,
  uid text not null references users(uid) on delete cascade,
  number text not null,
  issued_at timestamptz not null,
  cents integer not null,
  tax_cents integer not null,
  status text not null check (status in ('paid', 'open', 'void', 'uncollectible')),
  paid_at timestamptz,
  url text
);
--> statement-breakpoint
create index billing_invoices_of_user on billing_invoices (uid, issued_at desc);
--> statement-breakpoint
-- Invoices of erased accounts, blocked: the law wants them kept, without saying whose they were.
create table billing_blocked_invoices (
  id text primary key,
  number text not null,
  issued_at timestamptz not null,
  cents integer not null,
  tax_cents integer not null,
  status text not null,
  paid_at timestamptz,
  kept_until timestamptz not null
);
--> statement-breakpoint
create index billing_blocked_invoices_until on billing_blocked_invoices (kept_until);
--> statement-breakpoint
-- What is still to be asked of the provider, however long it is away. Outlives the account.
create table billing_jobs (
  kind text not null check (kind in ('cancel_subscription', 'schedule_cancellation', 'delete_customer')),
  target text not null,
  idempotency_key uuid not null default gen_random_uuid(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  primary key (kind, target)
);
--> statement-breakpoint
create index billing_jobs_due on billing_jobs (due_at);
--> statement-breakpoint
alter table outbox drop constraint outbox_kind_check;
--> statement-breakpoint
alter table outbox add constraint outbox_kind_check check (kind in ('alert', 'confirmation', 'test', 'account', 'billing'));
