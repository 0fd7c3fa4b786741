-- Way back: start the release before, which starts what a kick-off had closed from a fresh state.
-- Closed by a kick-off while it ran: its next start goes on from the state stored; false once it has started.
alter table thresholds add column keeps_state boolean not null default false;
