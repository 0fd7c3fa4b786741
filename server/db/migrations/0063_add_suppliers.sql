-- Way back: start the release before, which takes all matches for its source's. With MARKET=listing-search, whose stored source is renamed here,
-- stop every process first; then the way back is a dump.
-- Several sources in one market: whose match it is, and who alone may say what its collectibles cost. Empty = the marketplace itself.
alter table matches add column supplier text not null default '';
--> statement-breakpoint
-- The listing search is a mapping file now: its market goes on under the new name.
do $$
declare child record;
begin
  if not exists (select from sources where name = 'listing-search') then return; end if;
  insert into sources
    select (jsonb_populate_record(s, '{"name": "http", "fingerprint": "http"}')).* from sources s
     where name = 'listing-search';
  for child in
    select c.conrelid::regclass as name, a.attname as source from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'sources'::regclass
  loop
    execute format('update %s set %I = %L where %I = %L', child.name, child.source, 'http', child.source, 'listing-search');
  end loop;
  delete from sources where name = 'listing-search';
end $$;
