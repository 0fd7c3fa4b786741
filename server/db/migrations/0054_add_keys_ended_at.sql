-- Way back: start the release before; it shows nothing of it.
-- When the account's keys were deleted because its address was confirmed or changed: its owner is told where keys are listed.
alter table users add column keys_ended_at timestamptz;
