-- How far the reconciliation of profile documents has come: a page at a time, one round for all processes.
create table projection_reconciliation (
  -- One row.
  id boolean primary key default true check (id),
  -- The last account enqueued in this round.
  after_uid text not null default '',
  due_at timestamptz not null default now() + interval '6 hours'
);
--> statement-breakpoint
insert into projection_reconciliation default values;
