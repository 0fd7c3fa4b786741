-- Way back: start the release before, which claims a delivery whose workers die again and again.
-- Workers that died while sending it, in a row.
alter table channel_deliveries add column expired_claims integer not null default 0;
