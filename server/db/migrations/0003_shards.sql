-- More than one machine: a shard is a set of matches, and whoever holds it applies the source's readings to them.

-- Processes that are there to hold something. What one holds is free once its row has gone, its `until` has
-- passed, or the session behind it (an advisory lock on 715044 and its id) has ended.
create table workers (
  id integer generated always as identity primary key,
  source text not null references sources(name),
  -- For people: machine and process.
  name text not null,
  until timestamptz not null
);
--> statement-breakpoint
create function shard_count() returns integer language sql immutable return 16;
--> statement-breakpoint
-- A match never changes its shard: no other figure than its id goes in.
create function shard_of(match_id text) returns integer language sql immutable
  return get_byte(decode(md5(match_id), 'hex'), 0) % shard_count();
--> statement-breakpoint
alter table matches add column shard integer not null generated always as (shard_of(id)) stored;
--> statement-breakpoint
create table shards (
  source text not null references sources(name),
  shard integer not null,
  holder integer references workers(id) on delete set null,
  -- Grows with every holder: only commits that know the newest one succeed.
  fencing bigint not null default 0,
  -- The last reading applied to its matches, and what it left behind.
  position bigint not null default 0,
  market_now timestamptz,
  last_arrival_at timestamptz,
  readings_applied bigint not null default 0,
  primary key (source, shard)
);
--> statement-breakpoint
insert into shards (source, shard, position, market_now, last_arrival_at, readings_applied)
select s.name, shard,
       coalesce((select max(id) from readings r where r.source = s.name and r.applied_at is not null), 0),
       s.market_now, s.last_arrival_at, s.readings_applied
  from sources s, generate_series(0, shard_count() - 1) as shard;
--> statement-breakpoint
-- What is applied is known by the shards' positions; `market_now` and `last_arrival_at` stay for what a source's
-- past brought with it.
drop index readings_unapplied;
--> statement-breakpoint
alter table readings drop column applied_at;
--> statement-breakpoint
alter table sources drop column readings_applied, drop column lease_holder, drop column lease_until,
  -- Who reads the source, and how it says it goes: every process may be asked.
  add column holder integer references workers(id) on delete set null,
  add column playing boolean not null default true,
  -- null = without waiting.
  add column speed double precision default 1,
  add column ended boolean not null default false,
  add column expected_every_ms double precision;
--> statement-breakpoint
-- Said to the owner of a match that is no longer the threshold's; null = to the owner of the threshold's own match.
alter table threshold_commands add column match_id text references matches(id);
--> statement-breakpoint
alter table threshold_commands drop constraint threshold_commands_action_check;
--> statement-breakpoint
-- foreign: its collectible came in another currency.
alter table threshold_commands add constraint threshold_commands_action_check
  check (action in ('start', 'stop', 'foreign'));
