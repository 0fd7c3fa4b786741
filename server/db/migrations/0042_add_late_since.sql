-- Way back: start the release before, which ignores it.
-- Arrival of the first of the readings whose prices were all late; null since one was not.
alter table shards add column late_since timestamptz;
