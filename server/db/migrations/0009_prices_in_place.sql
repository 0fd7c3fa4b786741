-- A reading writes when each collectible was last seen: in place, if no index speaks of it and its page has room.
drop index collectibles_unheard;
--> statement-breakpoint
-- Known, and never yet priced: among them the few that a worker may not have heard of.
create index collectibles_unheard on collectibles (match_id) where first_value_at is null;
--> statement-breakpoint
alter table collectibles set (fillfactor = 50);
