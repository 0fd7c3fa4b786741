-- Erasure of accounts: rows go at once, what hosted services hold is finished by a job that survives any death.
create table erasure_jobs (
  -- SHA-256 of the uid. It outlives the uid here for as long as a token of the erased account may still be good.
  uid_digest text primary key,
  -- null once the hosted services have nothing left.
  uid text,
  erased_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0
);
--> statement-breakpoint
create index erasure_jobs_due on erasure_jobs (due_at);
--> statement-breakpoint
create index users_closed on users (closed_at) where closed_at is not null;
--> statement-breakpoint
-- What a mail about the account itself says: the receipt of its closing.
alter table outbox drop constraint outbox_kind_check;
--> statement-breakpoint
alter table outbox add constraint outbox_kind_check check (kind in ('alert', 'confirmation', 'test', 'account'));
--> statement-breakpoint
-- Without these, erasing one account reads whole tables once per row.
create index outbox_of_user on outbox (uid);
--> statement-breakpoint
create index alerts_of_mail on alerts (outbox_id) where outbox_id is not null;
--> statement-breakpoint
create index threshold_commands_of_threshold on threshold_commands (threshold_key);
