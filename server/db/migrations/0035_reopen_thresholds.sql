-- Way back: start the release before; what a kick-off has closed opens again when its owner edits it.
-- What paused a threshold when its match's kick-off closed it; null = nothing.
alter table thresholds add column pause_before_kickoff text;
--> statement-breakpoint
-- When a kick-off that had passed was moved into the future, until the thresholds it had closed are open again.
alter table matches add column reopens_since timestamptz;
--> statement-breakpoint
create index matches_to_reopen on matches (reopens_since) where reopens_since is not null;
