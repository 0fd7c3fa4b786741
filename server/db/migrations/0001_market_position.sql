-- Where the source stands in its own sequence (a replay: readings taken from the file; the demo: readings made),
-- moved in the transaction that stores the readings, so that a restart goes on exactly after the last one.
alter table sources add column position bigint not null default 0;
--> statement-breakpoint
-- A late delivery asks which collectibles the earlier deliveries of its instant already named.
create index readings_observed on readings (source, observed_at);
