-- Way back: start the release before once every shard has applied all readings; those with a reference have no ticks in their row.
-- Where the ticks of a reading are, if the log of readings is a stream of NATS (EVENTS_URL): its messages, by shard.
alter table readings add column stream jsonb;
