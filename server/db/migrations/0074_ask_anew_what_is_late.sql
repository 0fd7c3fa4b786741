-- Beside the release before.
-- Way back: start the release before.
-- Whether prices come late is asked anew where shards are split: a shard whose last match goes to another has no price that could end it.
create or replace function raise_shard_count(wanted integer) returns void language plpgsql as $$
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
  update shards set worker_id = null, fencing_token = fencing_token + 1, late_since = null;
  insert into shards (source, shard, fencing_token, last_reading_id, market_now, last_arrival_at, readings_applied, all_seen_at, unseen)
    select source, shard + current * part, fencing_token, last_reading_id, market_now, last_arrival_at, readings_applied, all_seen_at, unseen
      from shards, generate_series(1, wanted / current - 1) as part;
  execute format('create or replace function shard_count() returns integer language sql immutable return %s', wanted);
  -- Computes the generated column again.
  update matches set id = id;
end
$$;
