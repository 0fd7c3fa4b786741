-- Way back: start the release before, which does not know the tables; what waits in them is applied by the next one.
-- Sources that push their readings: the name of each is the supplier of what it sends. A revoked key stays, with what it sent.
create table source_keys (
  supplier text primary key check (supplier ~ '^[a-z][a-z0-9-]{0,31}$'),
  currency text not null,
  prefix text not null unique,
  -- SHA-256 of the whole key.
  hash bytea not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
--> statement-breakpoint
-- Acknowledged once they are here; the source's reader takes them in order and empties them.
create table pushed_readings (
  id bigint generated always as identity primary key,
  supplier text not null references source_keys (supplier),
  -- The sender's: a reading sent again under it is the same one.
  key text not null,
  hash bytea not null,
  -- As sent; null once it is among the readings.
  body text,
  answer jsonb not null,
  arrived_at timestamptz not null default now(),
  taken_at timestamptz,
  unique (supplier, key)
);
--> statement-breakpoint
create index pushed_readings_waiting on pushed_readings (id) where taken_at is null;
--> statement-breakpoint
create index pushed_readings_taken on pushed_readings (taken_at) where taken_at is not null;
