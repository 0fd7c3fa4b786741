-- Not beside the release before: it reads and writes by names that go here. Stop every process first.
-- Way back: restore the dump made before.
-- What let processes from before deliveries were one table go on: its former names, and what linked the mails they wrote.
drop view outbox, channel_deliveries;
--> statement-breakpoint
drop trigger alerts_link_mail on alerts;
--> statement-breakpoint
drop function link_mail();
--> statement-breakpoint
drop function reopen_alerts(uuid[], uuid[]);
--> statement-breakpoint
drop table mail_relay;
--> statement-breakpoint
drop index alerts_unsent;
--> statement-breakpoint
alter table alerts drop column outbox_id;
--> statement-breakpoint
-- A check has given it away: should that end without acceptance, it goes by mail last of all.
alter table alerts rename column mail_excluded to routed;
--> statement-breakpoint
alter table alerts rename column told to accepted;
--> statement-breakpoint
create index alerts_unsent on alerts (uid) where channel_pending;
--> statement-breakpoint
alter index outbox_pkey rename to deliveries_pkey;
--> statement-breakpoint
-- Stored again by whoever is refused.
delete from channel_holds;
--> statement-breakpoint
alter table channel_holds alter column reason set not null;
