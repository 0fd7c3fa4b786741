-- Each API process caches the catalogue: it is loaded again when this number has grown. Counted by triggers, so that no
-- writer can leave it out; prices, written by every reading, do not count.
alter table sources add column catalogue_version bigint not null default 0;
--> statement-breakpoint
create function count_catalogue_change() returns trigger language plpgsql as $$
begin
  update sources set catalogue_version = catalogue_version + 1;
  return null;
end $$;
--> statement-breakpoint
create trigger matches_count_change
  after insert or delete or update on matches
  for each statement execute function count_catalogue_change();
--> statement-breakpoint
create trigger collectibles_count_change
  after insert or delete or update of id, match_id, name, category, rarity, currency, tickets on collectibles
  for each statement execute function count_catalogue_change();
