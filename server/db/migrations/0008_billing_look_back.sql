-- Up to when the card provider's own list of events was compared with those we acted on, by the provider's time.
create table billing_look_back (
  -- One row.
  single boolean primary key default true check (single),
  seen_until timestamptz not null,
  due_at timestamptz not null
);
