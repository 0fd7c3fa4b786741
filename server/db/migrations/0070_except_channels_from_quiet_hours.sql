-- Way back: start the release before; for it quiet hours hold for every channel again.
-- Which channels an alert goes by in quiet hours, too; and when the last test arrived, null where it did not.
alter table channels add column ignores_quiet_hours boolean not null default false, add column tested_at timestamptz;
