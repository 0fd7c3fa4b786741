-- Way back: start the release before, which runs dead letters again.
-- A job that has used up its attempts is set aside until an operator retries it, with the reason of its last attempt.
alter table projection_jobs add column dead_at timestamptz, add column last_error text;
--> statement-breakpoint
alter table erasure_jobs add column dead_at timestamptz, add column last_error text;
--> statement-breakpoint
alter table billing_jobs add column dead_at timestamptz, add column last_error text;
