-- Way back: start the release before, which does not read it.
-- What the other side said to the last test of a channel, when that did not arrive; null since something did.
alter table channels add column failed_test text;
