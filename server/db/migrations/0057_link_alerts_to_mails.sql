-- Way back: nothing; the release before does not read them.
-- Mails sent before deliveries were one table; those of the release before are linked by its trigger meanwhile.
insert into alert_deliveries (alert_id, delivery_id)
select id, outbox_id from alerts where outbox_id is not null order by id on conflict do nothing;
