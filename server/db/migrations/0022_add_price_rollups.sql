-- Way back: start the release before; it reads price_changes alone and leaves these tables as they are. Empty all three
-- before the next release starts again: what arrived out of order meanwhile is missing in them.
-- What a chart needs of one hour of a collectible's changes. Points are `[floor_cents, epoch ms, late]`, `high` with the
-- instant negated: minimum and maximum of arrays pick them, of changes as of hours.
create table price_hours (
  collectible_id text not null,
  hour timestamptz not null,
  low bigint[],
  high bigint[],
  gap bigint[],
  -- `[epoch ms, floor_cents or -1, late]`
  last bigint[] not null,
  -- Without late changes.
  low_cents integer,
  high_cents integer,
  changes integer not null,
  primary key (collectible_id, hour)
);
--> statement-breakpoint
-- The lowest floor in force at a midnight (UTC); a match or category where nothing was listed has no row.
create table daily_floors (
  midnight timestamptz not null,
  match_id text not null,
  category text not null,
  currency text not null,
  floor_cents integer not null,
  primary key (midnight, match_id, category, currency)
);
--> statement-breakpoint
-- Hours before `rolled_until` are in price_hours, midnights from `floors_from` until before it in daily_floors.
create table price_rollup (
  is_only boolean primary key default true check (is_only),
  rolled_until timestamptz not null default '-infinity',
  floors_from timestamptz not null default 'infinity'
);
--> statement-breakpoint
insert into price_rollup default values;
