-- Way back: start the release before; it takes an alert that waits for a way for one that was told, and the list shows it as before.
-- A receiver accepted it by a channel that is removed: the record of that delivery went with the channel.
alter table alerts
  add column told boolean not null default false,
  -- No way is left that has not refused it; it goes out once one works.
  add column stranded boolean not null default false;
--> statement-breakpoint
-- What it refused before its owner activated it is tried there again.
alter table channels add column activated_at timestamptz not null default now();
--> statement-breakpoint
-- Called by whatever ends a delivery or a mail without acceptance: its alerts are looked at again at their owner's next check, which
-- alone decides what is left for them. Locks checks before alerts, as a check does. Older alerts have lost their deliveries' records.
create function reopen_alerts(deliveries uuid[], mails uuid[]) returns void language plpgsql as $$
begin
  insert into pending_checks (uid, due_at)
  select u.uid, now() + make_interval(secs => u.frecuencia) from users u
   where u.uid in (select d.uid from channel_deliveries d where d.id = any(deliveries)
                    union select o.uid from outbox o where o.id = any(mails) and o.kind = 'alert')
   order by u.uid
      on conflict (uid) do update set due_at = least(pending_checks.due_at, excluded.due_at);
  with locked as materialized (
    select a.id from alerts a
     where a.id in (select l.alert_id from alert_deliveries l where l.delivery_id = any(deliveries)
                     union select carried.id from alerts carried where carried.outbox_id = any(mails))
       and a.created_at > now() - interval '30 days'
     order by a.id for no key update)
  update alerts a set channel_pending = true, stranded = false from locked where a.id = locked.id;
end $$;
