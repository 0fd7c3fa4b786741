-- Way back: start the release before, which sends no summaries; those chosen go on with the next one.
-- When the user's next weekly summary is due; null = none wanted.
alter table users add column weekly_summary_due_at timestamptz;
--> statement-breakpoint
create index users_weekly_summary_due on users (weekly_summary_due_at) where weekly_summary_due_at is not null;
--> statement-breakpoint
-- One row per user and week, stored with the week's mail: no week has two.
create table weekly_summaries (
  uid text not null references users (uid) on delete cascade,
  -- The Monday, in the user's time zone, on which the week's summary is due.
  monday date not null,
  outcome text not null check (outcome in ('mailed', 'empty', 'unreachable', 'missed', 'failed')),
  created_at timestamptz not null default now(),
  primary key (uid, monday)
);
--> statement-breakpoint
create index weekly_summaries_created on weekly_summaries (created_at);
--> statement-breakpoint
alter table outbox drop constraint outbox_kind_check;
--> statement-breakpoint
alter table outbox add constraint outbox_kind_check
  check (kind in ('alert', 'confirmation', 'test', 'account', 'billing', 'summary')) not valid;
