-- Claims in a row that expired without an outcome; a mail that kills its worker is parked after three.
alter table outbox add column expired_claims integer not null default 0;
--> statement-breakpoint
-- Claimed one at a time: see claimMails.
create index outbox_interrupted on outbox (next_attempt_at)
  where state = 'sending' or state = 'pending' and expired_claims > 0;
--> statement-breakpoint
-- Why the relay refuses us, while it does.
create table mail_relay (
  -- One row.
  single boolean primary key default true check (single),
  refusal text not null,
  refused_at timestamptz not null
);
