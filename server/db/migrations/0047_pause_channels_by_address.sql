-- Way back: start the release before; it shows such a channel as paused, and its owner can activate it.
-- A channel that was added before its account's address was confirmed, or before it changed, is paused for that.
alter table channels
  drop constraint channels_pause_reason_check,
  add constraint channels_pause_reason_check check (pause_reason in ('usuario', 'plan', 'enlace', 'correo'));
