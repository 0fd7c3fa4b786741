-- Way back: update thresholds set pause_reason = 'usuario' where pause_reason = 'caducado'; then start the release before, which
-- neither shows notes nor closes at an expiry.
-- A note of its owner's, and the instant from which a threshold evaluates nothing. Writers of thresholds wait while the index is
-- built, which contains none yet: a scan of the table. What is stored already fits the constraints, so it is not read for them.
alter table thresholds
  add column note text,
  add column expires_at timestamptz,
  add constraint thresholds_note_check check (char_length(note) between 1 and 140) not valid,
  drop constraint thresholds_pausa_check,
  add constraint thresholds_pause_reason_check
    check (pause_reason in ('usuario', 'plan', 'inicio', 'moneda', 'suspension', 'caducado')) not valid;
--> statement-breakpoint
create index thresholds_to_expire on thresholds (expires_at)
  where expires_at is not null and deleted_at is null
    and (pause_reason is null or pause_reason not in ('inicio', 'caducado'));
