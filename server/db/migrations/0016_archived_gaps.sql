-- Up to which market time the gaps among readings are in data_gaps: a chart looks only at the readings after it.
alter table sources add column gaps_archived_until timestamptz;
