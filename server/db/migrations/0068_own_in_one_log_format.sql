-- Beside the release before: its workers go on, and one of this release waits until the last of them has stopped.
-- Way back: stop this release's workers, start the release before's. They know when each price was seen, but not of readings still in the log.
-- Which readings a worker understands: 1 = that say every price, 2 = that leave out what stayed (0066). Those of one source own in one format.
alter table workers add column log_format integer not null default 1;
--> statement-breakpoint
create function own_in_one_log_format() returns trigger language plpgsql as $$
begin
  if exists (select from workers w
              where w.source = new.source and w.log_format <> new.log_format and w.lease_expires_at > now()
                and exists (select from pg_locks l
                             where l.locktype = 'advisory' and l.classid = 715044 and l.objsubid = 2 and l.objid = w.id::oid
                               and l.granted
                               and l.database = (select oid from pg_database where datname = current_database()))) then
    raise exception 'workers of another release read source %', new.source using errcode = 'object_in_use';
  end if;
  -- The dead ones do not come back by a late heartbeat.
  delete from workers where source = new.source and log_format <> new.log_format;
  if new.log_format = 1 then
    -- As every writer: the shards first. A commit still on its way counts no more.
    perform from shards where source = new.source and all_seen_at is not null order by shard for update;
    update collectibles c set last_observed_at = s.all_seen_at
      from matches m join shards s using (source, shard)
     where m.id = c.match_id and m.source = new.source and s.all_seen_at > c.last_observed_at and not s.unseen ? c.id;
    update shards set all_seen_at = null, unseen = '[]', fencing_token = fencing_token + 1
     where source = new.source and all_seen_at is not null;
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger own_in_one_log_format before insert on workers for each row execute function own_in_one_log_format();
