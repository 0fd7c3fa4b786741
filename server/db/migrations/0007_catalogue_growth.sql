-- The catalogue follows its source: readings that brought something new say so, and whoever applies one of them looks
-- for newcomers first.
alter table readings add column catalogue_grew boolean not null default false;
--> statement-breakpoint
-- Known, and never yet applied to: the few that a worker may not have heard of.
create index collectibles_unheard on collectibles (match_id) where newest_at is null;
