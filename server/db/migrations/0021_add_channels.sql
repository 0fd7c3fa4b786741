-- Way back: start the release before, which sends mail alone; what it does not know waits for the next one, a day at most.
-- Channels beside mail. `settings` (addresses, tokens, secrets) is encrypted with CHANNELS_KEY and bound to its row's id.
create table channels (
  id uuid primary key default gen_random_uuid(),
  uid text not null references users (uid) on delete cascade,
  kind text not null check (kind in ('push', 'ntfy', 'telegram', 'discord', 'webhook')),
  name text not null,
  state text not null check (state in ('activo', 'pausado', 'detenido')),
  -- Why it is paused, or what the other side said when it was stopped.
  pause_reason text check (pause_reason in ('usuario', 'plan', 'enlace')),
  stop_reason text,
  settings bytea not null,
  -- In a row: attempts that failed, and answers that no repeat would change.
  failures integer not null default 0,
  rejections integer not null default 0,
  last_delivery_at timestamptz,
  link_code_hash bytea unique,
  link_code_expires_at timestamptz,
  created_at timestamptz not null default now()
);
--> statement-breakpoint
create index channels_of_user on channels (uid, created_at, id);
--> statement-breakpoint
-- One message to one channel. Its id is derived from the channel and the alerts, so that a repeat carries the same one.
create table channel_deliveries (
  id uuid primary key,
  channel_id uuid not null references channels (id) on delete cascade,
  uid text not null references users (uid) on delete cascade,
  kind text not null,
  alerts jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
--> statement-breakpoint
create index channel_deliveries_due on channel_deliveries (kind, next_attempt_at) where state in ('pending', 'sending');
--> statement-breakpoint
create index channel_deliveries_unsent on channel_deliveries (channel_id, created_at, id) where state in ('pending', 'sending');
--> statement-breakpoint
create index channel_deliveries_of_user on channel_deliveries (uid);
--> statement-breakpoint
create index channel_deliveries_of_channel on channel_deliveries (channel_id);
--> statement-breakpoint
create index channel_deliveries_ended on channel_deliveries (ended_at) where ended_at is not null;
--> statement-breakpoint
create table alert_deliveries (
  alert_id bigint not null references alerts (id) on delete cascade,
  delivery_id uuid not null references channel_deliveries (id) on delete cascade,
  primary key (alert_id, delivery_id)
);
--> statement-breakpoint
create index alert_deliveries_of_delivery on alert_deliveries (delivery_id);
--> statement-breakpoint
-- Until a check has given the alert to its user's channels. Alerts of before are not: the default is added afterwards.
alter table alerts add column channel_pending boolean not null default false;
--> statement-breakpoint
alter table alerts alter column channel_pending set default true;
--> statement-breakpoint
create index alerts_channel_pending on alerts (uid) where channel_pending;
