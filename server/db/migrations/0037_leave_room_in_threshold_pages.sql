-- Way back: start the release before.
-- A crossing writes only columns that no index holds: in place, if the row's page has room. Pages filled before get room as rows move.
alter table thresholds set (fillfactor = 70);
