-- Way back: start the release before. It finds its two tables as views of the one, and what it writes there is in the one.
-- Mail is a channel: the outbox becomes the table of all deliveries, one row per message and channel.
alter table outbox rename to deliveries;
--> statement-breakpoint
alter table deliveries rename column kind to cause;
--> statement-breakpoint
alter table deliveries rename column sent_at to ended_at;
--> statement-breakpoint
alter table deliveries
  alter column cause set default 'alert',
  alter column to_address drop not null,
  alter column subject drop not null,
  alter column body_text drop not null,
  alter column body_html drop not null,
  add column kind text not null default 'mail',
  -- Null for mail, which every account has.
  add column channel_id uuid references channels (id) on delete cascade,
  -- What a message to a channel tells, as its receiver reads it; a mail's text was frozen at its check.
  add column alerts jsonb,
  add constraint deliveries_message check (case when kind = 'mail' then to_address is not null and body_text is not null
                                                else channel_id is not null and alerts is not null end) not valid;
--> statement-breakpoint
alter table deliveries rename constraint outbox_kind_check to deliveries_cause_check;
--> statement-breakpoint
lock table channel_deliveries, alert_deliveries in access exclusive mode;
--> statement-breakpoint
insert into deliveries (id, uid, kind, channel_id, alerts, state, attempts, next_attempt_at, last_error, created_at, ended_at,
                        expired_claims)
select id, uid, kind, channel_id, alerts, state, attempts, next_attempt_at, last_error, created_at, ended_at, expired_claims
  from channel_deliveries;
--> statement-breakpoint
alter table alert_deliveries drop constraint alert_deliveries_delivery_id_fkey;
--> statement-breakpoint
drop table channel_deliveries;
--> statement-breakpoint
alter table alert_deliveries
  add constraint alert_deliveries_delivery_id_fkey foreign key (delivery_id) references deliveries (id) on delete cascade;
--> statement-breakpoint
-- The release before names the mail in the alert's own row.
create function link_mail() returns trigger language plpgsql as $$
begin
  insert into alert_deliveries (alert_id, delivery_id) values (new.id, new.outbox_id) on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger alerts_link_mail after update of outbox_id on alerts for each row
  when (new.outbox_id is not null and new.outbox_id is distinct from old.outbox_id) execute function link_mail();
--> statement-breakpoint
create view outbox as
  select id, uid, cause as kind, to_address, subject, body_text, body_html, headers, state, attempts, next_attempt_at,
         last_error, created_at, ended_at as sent_at, expired_claims
    from deliveries where kind = 'mail';
--> statement-breakpoint
create view channel_deliveries as
  select id, channel_id, uid, kind, alerts, state, attempts, next_attempt_at, last_error, created_at, ended_at, expired_claims
    from deliveries where kind <> 'mail';
--> statement-breakpoint
drop index outbox_due;
--> statement-breakpoint
create index deliveries_due on deliveries (kind, next_attempt_at) where state in ('pending', 'sending');
--> statement-breakpoint
drop index outbox_sending;
--> statement-breakpoint
create index deliveries_sending on deliveries (kind, next_attempt_at) where state = 'sending';
--> statement-breakpoint
create index deliveries_unsent on deliveries (channel_id, created_at, id) where state in ('pending', 'sending') and channel_id is not null;
--> statement-breakpoint
create index deliveries_of_channel on deliveries (channel_id) where channel_id is not null;
--> statement-breakpoint
create index deliveries_ended on deliveries (ended_at) where ended_at is not null and kind <> 'mail';
--> statement-breakpoint
alter index outbox_of_user rename to deliveries_of_user;
--> statement-breakpoint
alter index outbox_with_body rename to deliveries_with_body;
--> statement-breakpoint
alter index outbox_unsent_alerts rename to deliveries_unsent_mails;
--> statement-breakpoint
-- As before, of deliveries of every kind.
create function reopen_alerts(ids uuid[]) returns void language plpgsql as $$
begin
  insert into pending_checks (uid, due_at)
  select u.uid, now() + make_interval(secs => u.frecuencia) from users u
   where u.uid in (select d.uid from deliveries d where d.id = any(ids) and d.cause = 'alert')
   order by u.uid
      on conflict (uid) do update set due_at = least(pending_checks.due_at, excluded.due_at);
  with locked as materialized (
    select a.id from alerts a
     where a.id in (select l.alert_id from alert_deliveries l where l.delivery_id = any(ids))
       and a.created_at > now() - interval '30 days'
     order by a.id for no key update)
  update alerts a set channel_pending = true, stranded = false from locked where a.id = locked.id;
end $$;
--> statement-breakpoint
create or replace function reopen_alerts(deliveries uuid[], mails uuid[]) returns void language sql as $$
  select reopen_alerts(deliveries || mails);
$$;
--> statement-breakpoint
-- Mail is a kind that can be held, too, in the words of its relay.
alter table channel_holds add column reason text;
