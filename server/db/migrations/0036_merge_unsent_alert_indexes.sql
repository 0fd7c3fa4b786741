-- Outside a transaction: alerts are written meanwhile.
-- Way back: start the release before; its queries find the merged index.
-- Every alert entered three indexes of unsent alerts when it was written, and left them with the next statement but one.
drop index concurrently if exists alerts_unsent;
--> statement-breakpoint
create index concurrently alerts_unsent on alerts (uid) where channel_pending or outbox_id is null and not mail_excluded;
--> statement-breakpoint
drop index concurrently if exists alerts_unmailed;
--> statement-breakpoint
drop index concurrently if exists alerts_to_mail;
--> statement-breakpoint
drop index concurrently if exists alerts_channel_pending;
