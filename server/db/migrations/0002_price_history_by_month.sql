-- Prices in time, one table per month (UTC): a look at recent weeks never touches older months, and an old month
-- can be moved or set aside whole. No DEFAULT partition: with one, PostgreSQL could no longer walk the months in
-- order, and “the value in force” would look into every month instead of the newest that has one.
alter table price_changes rename to price_changes_before;
--> statement-breakpoint
alter table price_changes_before rename constraint price_changes_pkey to price_changes_before_pkey;
--> statement-breakpoint
create table price_changes (
  -- Only the market's worker writes here, for collectibles it has read from their table. Without a foreign key a
  -- month can be added while others write: with one it would lock `collectibles`.
  collectible_id text not null,
  observed_at timestamptz not null,
  floor_cents integer,
  -- Older than the newest when it came: drawn on charts, never in a rule, a statistic or a preview.
  late boolean not null default false,
  primary key (collectible_id, observed_at)
) partition by range (observed_at);
--> statement-breakpoint
-- Makes the months from one instant to another, both included, where they are missing. Safe from several processes
-- at once; while all exist it costs one look at the catalogue per month.
create function ensure_price_months(from_at timestamptz, to_at timestamptz) returns void
language plpgsql as $$
declare
  first_day timestamptz;
  name text;
begin
  for first_day in
    select generate_series(date_trunc('month', from_at, 'UTC') at time zone 'UTC',
                           date_trunc('month', to_at, 'UTC') at time zone 'UTC',
                           interval '1 month') at time zone 'UTC'
  loop
    name := 'price_changes_' || to_char(first_day at time zone 'UTC', 'YYYY_MM')
            -- 1 BC, which ISO 8601 calls 0000, is written 0001 too.
            || case when first_day < '0001-01-01Z' then '_bc' else '' end;
    continue when to_regclass(name) is not null;
    -- Whoever comes second waits for the first one's commit, and then finds the month there.
    perform pg_advisory_xact_lock(715043);
    continue when to_regclass(name) is not null;
    execute format('create table %I (like price_changes including all)', name);
    -- Attached rather than created in place: that would stop every reader and writer meanwhile.
    execute format('alter table price_changes attach partition %I for values from (%L) to (%L)', name, first_day,
                   (first_day at time zone 'UTC' + interval '1 month') at time zone 'UTC');
  end loop;
end $$;
--> statement-breakpoint
-- A reading is acknowledged together with its month, and the month after it, so that applying one never waits
-- for a table to be made.
create function ensure_months_of_readings() returns trigger
language plpgsql as $$
begin
  perform ensure_price_months(month, month + interval '40 days')
     from (select distinct date_trunc('month', observed_at, 'UTC') as month from arrived) as months;
  return null;
end $$;
--> statement-breakpoint
create trigger readings_have_months after insert on readings
  referencing new table as arrived for each statement execute function ensure_months_of_readings();
--> statement-breakpoint
-- A source may bring its past with it: the demo's ninety days.
create function ensure_months_of_sources() returns trigger
language plpgsql as $$
begin
  perform ensure_price_months(now() - interval '100 days', now() + interval '40 days');
  return null;
end $$;
--> statement-breakpoint
create trigger sources_have_months after insert on sources
  for each statement execute function ensure_months_of_sources();
--> statement-breakpoint
do $$
begin
  perform ensure_price_months(month, month + interval '40 days')
     from (select distinct date_trunc('month', observed_at, 'UTC') as month
             from (select observed_at from price_changes_before
                   union all select observed_at from readings where applied_at is null) as known) as months;
  if exists (select from sources) then
    perform ensure_price_months(now() - interval '100 days', now() + interval '40 days');
  end if;
end $$;
--> statement-breakpoint
insert into price_changes select * from price_changes_before;
--> statement-breakpoint
drop table price_changes_before;
