-- The whole path once: market, users, thresholds, alerts, mail. Money is integer cents; times are UTC.

-- ---------------------------------------------------------------- market
create table sources (
  name text primary key,
  -- What the source is (file and market digests for a replay, seed for the demo): another one on the same data is refused.
  fingerprint text not null,
  currency text not null,
  -- Market now: observedAt of the newest applied reading (alerts.md, clocks).
  market_now timestamptz,
  -- Wall time at which it arrived: staleness and health look at this one.
  last_arrival_at timestamptz,
  readings_applied bigint not null default 0,
  -- The lease: only the holder of the newest fencing number may write.
  fencing bigint not null default 0,
  lease_holder text,
  lease_until timestamptz
);
--> statement-breakpoint
create table matches (
  id text primary key,
  source text not null references sources(name),
  number integer not null,
  event text not null,
  stage text,
  home jsonb,
  away jsonb,
  name text not null,
  venue text,
  city text not null,
  time_zone text,
  kickoff_at timestamptz,
  currency text not null
);
--> statement-breakpoint
create table collectibles (
  id text primary key,
  match_id text not null references matches(id),
  name text not null,
  category text not null,
  rarity text,
  currency text not null,
  tickets integer not null default 1,
  floor_cents integer,
  listings integer not null default 0,
  last_sale_cents integer,
  -- observedAt of the newest accepted tick: older ones are stored late.
  newest_at timestamptz,
  -- When the floor last changed, and when a price was first known.
  changed_at timestamptz,
  first_value_at timestamptz
);
--> statement-breakpoint
create index collectibles_match on collectibles (match_id);
--> statement-breakpoint
-- Whole readings as they were acknowledged; workers apply them in order of id.
create table readings (
  id bigint generated always as identity primary key,
  source text not null references sources(name),
  observed_at timestamptz not null,
  kind text not null check (kind in ('complete', 'changes')),
  -- [[collectibleId, floorCents | null, listings | null, lastSaleCents | null], …]
  ticks jsonb not null,
  arrived_at timestamptz not null default now(),
  applied_at timestamptz
);
--> statement-breakpoint
create index readings_unapplied on readings (source, id) where applied_at is null;
--> statement-breakpoint
-- A change log: a floor that did not change costs nothing. null = nothing listed.
create table price_changes (
  collectible_id text not null references collectibles(id),
  observed_at timestamptz not null,
  floor_cents integer,
  -- Older than the newest when it came: drawn on charts, never in a rule, a statistic or a preview.
  late boolean not null default false,
  primary key (collectible_id, observed_at)
);
--> statement-breakpoint
-- ---------------------------------------------------------------- users
create table users (
  uid text primary key,
  email text not null,
  email_confirmed_at timestamptz,
  username text not null,
  estado text not null default 'activo' check (estado in ('activo', 'suspendido', 'eliminado')),
  onboarding_completado boolean not null default false,
  partidos text[] not null default '{}',
  frecuencia integer not null default 60,
  -- Version of configuracion: ETag and If-Match.
  settings_version bigint not null default 1,
  silencio jsonb,
  correo text not null default 'activo' check (correo in ('activo', 'baja')),
  navegador boolean not null default false,
  -- Tokens with an earlier auth_time are refused.
  revoked_after timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now()
);
--> statement-breakpoint
-- What authorises paid features; users.plan in the document is only its projection.
create table subscriptions (
  uid text primary key references users(uid) on delete cascade,
  plan text not null check (plan in ('basico', 'premium', 'elite')),
  granted_by text not null,
  updated_at timestamptz not null default now()
);
--> statement-breakpoint
-- The document users/{uid} still to be brought up to date.
create table projection_jobs (
  uid text primary key references users(uid) on delete cascade,
  due_at timestamptz not null default now(),
  attempts integer not null default 0
);
--> statement-breakpoint
-- ---------------------------------------------------------------- thresholds
create table thresholds (
  -- The engine's key; (uid, id) is the user's name for it.
  key bigint generated always as identity primary key,
  uid text not null references users(uid) on delete cascade,
  id text not null,
  target_kind text not null check (target_kind in ('collectible', 'match')),
  target_id text not null,
  category text,
  match_id text not null references matches(id),
  condition text not null check (condition in ('below', 'above', 'change', 'low')),
  value integer not null,
  currency text not null,
  band_bp integer not null,
  pausa text check (pausa in ('usuario', 'plan', 'inicio', 'moneda', 'suspension')),
  silenciado_hasta timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- Market instant at which the worker took this version in; null = activándose, or not evaluated.
  active_from timestamptz,
  armed boolean not null default true,
  base integer,
  episode integer not null default 0,
  deleted_at timestamptz
);
--> statement-breakpoint
create unique index thresholds_of_user on thresholds (uid, id) where deleted_at is null;
--> statement-breakpoint
create index thresholds_of_match on thresholds (match_id) where deleted_at is null;
--> statement-breakpoint
-- Numbered rows the worker applies between two readings; applying one is the creation instant (alerts.md, rule 5).
create table threshold_commands (
  seq bigint generated always as identity primary key,
  threshold_key bigint not null references thresholds(key) on delete cascade,
  -- start: evaluate this version from now; stop: paused, snoozed, deleted or closed.
  action text not null check (action in ('start', 'stop')),
  version integer not null,
  -- Earliest wall time to apply it (the end of a snooze).
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  applied_at timestamptz
);
--> statement-breakpoint
create index threshold_commands_unapplied on threshold_commands (due_at, seq) where applied_at is null;
--> statement-breakpoint
-- ---------------------------------------------------------------- mail
create table outbox (
  -- Also the local part of the Message-ID.
  id uuid primary key,
  uid text references users(uid) on delete cascade,
  kind text not null check (kind in ('alert', 'confirmation', 'test')),
  to_address text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  headers jsonb not null default '{}',
  state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
--> statement-breakpoint
create index outbox_due on outbox (next_attempt_at) where state in ('pending', 'sending');
--> statement-breakpoint
create table alerts (
  id bigint generated always as identity primary key,
  uid text not null references users(uid) on delete cascade,
  threshold_key bigint not null references thresholds(key) on delete cascade,
  version integer not null,
  episode integer not null,
  -- The rule as it was, so that an edit never rewrites why an alert came.
  condition text not null,
  rule_value integer not null,
  band_bp integer not null,
  target_kind text not null,
  target_id text not null,
  category text,
  collectible_id text not null references collectibles(id),
  match_id text not null references matches(id),
  value_cents integer not null,
  previous_cents integer,
  currency text not null,
  observed_at timestamptz not null,
  already boolean not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- At most one mail carries an alert.
  outbox_id uuid references outbox(id) on delete set null,
  unique (threshold_key, version, episode)
);
--> statement-breakpoint
create index alerts_of_user on alerts (uid, id desc);
--> statement-breakpoint
create index alerts_unmailed on alerts (uid) where outbox_id is null;
--> statement-breakpoint
-- Users with something to tell at their next check; nobody else costs anything.
create table pending_checks (
  uid text primary key references users(uid) on delete cascade,
  due_at timestamptz not null
);
--> statement-breakpoint
create index pending_checks_due on pending_checks (due_at);
