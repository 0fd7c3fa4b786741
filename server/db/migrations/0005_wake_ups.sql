-- Whoever sends mails sleeps until there is something to do: a new row rings, at its commit, whoever wrote it.
create function ring() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], '');
  return null;
end $$;
--> statement-breakpoint
create trigger pending_checks_ring after insert or update of due_at on pending_checks
  for each statement execute function ring('vigia_checks');
--> statement-breakpoint
create trigger outbox_ring after insert on outbox
  for each statement execute function ring('vigia_outbox');
