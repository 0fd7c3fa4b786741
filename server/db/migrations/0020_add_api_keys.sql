-- Way back: start the release before, which does not know the table; its keys work again with the next one.
-- Keys with which programs act for a user. `hash` is SHA-256 of the whole key, which is drawn and shown once; `prefix` is the
-- part of it that finds the row.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  uid text not null references users (uid) on delete cascade,
  name text not null,
  scope text not null check (scope in ('lectura', 'escritura')),
  prefix text not null unique,
  hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz
);
--> statement-breakpoint
create index api_keys_of_user on api_keys (uid, created_at, id);
--> statement-breakpoint
create index api_keys_expired on api_keys (expires_at) where expires_at is not null;
