-- Beside the release before: workers lose what they own once, for a second or two, and claim it anew.
-- Way back: start the release before; it goes on with 64 shards.
-- Splits every shard, as `admin shards` does: 16 let at most 16 workers share a market, and unevenly.
-- A shard's number is a byte of a hash modulo their count: with a multiple of the count, the matches of a shard go to
-- itself and to new shards alone, whose position is therefore its own. New fencing tokens keep every commit from
-- being made with the matches of before; whoever reads the source waits as well, as it may file readings by shard.
create function raise_shard_count(wanted integer) returns void language plpgsql as $$
declare
  current integer;
begin
  -- As every writer: the source first, then its shards. Two that raise at once wait here.
  perform from sources order by name for update;
  perform from shards order by source, shard for update;
  current := shard_count();
  if wanted is null or wanted <= current or wanted % current <> 0 or 256 % wanted <> 0 then
    raise exception 'the number of shards can be raised from % to a power of two, 256 at most', current
      using errcode = 'invalid_parameter_value';
  end if;
  update sources set worker_id = null, fencing_token = fencing_token + 1;
  update shards set worker_id = null, fencing_token = fencing_token + 1;
  insert into shards (source, shard, fencing_token, last_reading_id, market_now, last_arrival_at, readings_applied)
    select source, shard + current * part, fencing_token, last_reading_id, market_now, last_arrival_at, readings_applied
      from shards, generate_series(1, wanted / current - 1) as part;
  execute format('create or replace function shard_count() returns integer language sql immutable return %s', wanted);
  -- Computes the generated column again.
  update matches set id = id;
end
$$;
--> statement-breakpoint
select raise_shard_count(64);
