-- Way back: start the release before, which sends every alert by every channel.
-- Channels that a threshold chose; none = all that are active. A removed channel falls out of the choices by itself.
create table threshold_channels (
  threshold_key bigint not null references thresholds (key) on delete cascade,
  -- null: mail.
  channel_id uuid references channels (id) on delete cascade,
  unique nulls not distinct (threshold_key, channel_id)
);
--> statement-breakpoint
create index threshold_channels_of_channel on threshold_channels (channel_id);
--> statement-breakpoint
-- Its threshold chose channels without mail, and one of them carries it.
alter table alerts add column mail_excluded boolean not null default false;
--> statement-breakpoint
create index alerts_to_mail on alerts (uid) where outbox_id is null and not mail_excluded;
