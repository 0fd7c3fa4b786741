-- Way back: start the release before; it leaves the table alone.
-- Kinds of channel whose services refuse our key, while they do.
create table channel_holds (
  kind text primary key,
  refused_at timestamptz not null
);
