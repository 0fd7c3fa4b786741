-- Finds what is past its retention without reading whole tables. Writers of these tables wait while an index is built:
-- about a second per million rows. Processes of the release before can run beside this one.
create index outbox_with_body on outbox (created_at) where state in ('sent', 'failed') and body_text <> '';
--> statement-breakpoint
create index threshold_commands_applied on threshold_commands (applied_at) where applied_at is not null;
--> statement-breakpoint
create index thresholds_deleted on thresholds (deleted_at) where deleted_at is not null;
--> statement-breakpoint
-- How many a user has created lately, deleted ones included.
create index thresholds_created on thresholds (uid, created_at);
