-- Outside a transaction: alerts are written meanwhile.
-- Way back: start the release before.
drop index concurrently if exists alerts_stranded;
--> statement-breakpoint
create index concurrently alerts_stranded on alerts (uid) where stranded;
