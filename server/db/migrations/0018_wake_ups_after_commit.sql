-- A NOTIFY in a transaction makes all commits of the cluster queue up; the processes now send wake-ups after their commit.
-- Checks and mails that a process of the release before writes beside this one wake nobody: they are polled every ten
-- seconds.
drop trigger pending_checks_notify on pending_checks;
--> statement-breakpoint
drop trigger outbox_notify on outbox;
--> statement-breakpoint
drop function notify_channel();
