-- Way back: start the release before, which ignores it.
-- When the first of the crawls was read of which none was complete; null since one was.
alter table sources add column incomplete_since timestamptz;
