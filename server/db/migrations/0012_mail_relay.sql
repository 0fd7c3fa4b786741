-- Claims in a row that expired without an outcome; a mail that kills its worker is parked after three.
alter table outbox add column expired_claims integer not null default 0;
--> statement-breakpoint
-- Expired claims are looked for at each claim, among any number of pending mails.
create index outbox_sending on outbox (next_attempt_at) where state = 'sending';
--> statement-breakpoint
-- Why the relay refuses us, while it does.
create table mail_relay (
  -- One row.
  id boolean primary key default true check (id),
  refusal text not null,
  refused_at timestamptz not null
);
