-- Way back: start the release before; it leaves both tables as they are, and the next release counts the days between.
-- How often lines were reached (domain/reach.ts), by source, brought up to the last midnight in pages.
create table reach_counts (
  source text primary key references sources(name),
  -- The midnight (UTC) that all collectibles are counted up to; null before the first.
  counted_until timestamptz,
  -- Between two pages: the midnight they are counted up to, and the last of the page before.
  counting_until timestamptz,
  counted_id text,
  -- The first price known.
  priced_since timestamptz,
  counts real[] not null
);
--> statement-breakpoint
-- Of a collectible over the thirty days before the last midnight; none with too few prices.
create table month_figures (
  collectible_id text primary key,
  source text not null,
  volatility double precision not null,
  low_cents integer not null,
  high_cents integer not null
);
