-- One word for one thing (the glossary of docs/map.md): tables, columns, functions and channels take the field's terms.
-- Catalogue changes only, but for the keys of one JSON column. Processes of the release before cannot run beside this one.

-- ---------------------------------------------------------------- plans and payments
alter table subscriptions rename to plan_grants;
--> statement-breakpoint
alter table billing_events rename to billing_processed_events;
--> statement-breakpoint
alter table billing_processed_events rename column claimed_at to processed_at;
--> statement-breakpoint
alter index billing_events_age rename to billing_processed_events_age;
--> statement-breakpoint
alter table billing_requests rename to billing_idempotency_keys;
--> statement-breakpoint
alter table billing_idempotency_keys rename column purpose to operation;
--> statement-breakpoint
alter table billing_idempotency_keys rename column answered_at to completed_at;
--> statement-breakpoint
alter index billing_requests_open rename to billing_idempotency_keys_open;
--> statement-breakpoint
alter table billing_look_back rename to billing_event_cursor;
--> statement-breakpoint
alter table billing_event_cursor rename column single to id;
--> statement-breakpoint
alter table billing_event_cursor rename column seen_until to synced_until;
--> statement-breakpoint
alter table billing_blocked_invoices rename to billing_archived_invoices;
--> statement-breakpoint
alter table billing_archived_invoices rename column kept_until to delete_after;
--> statement-breakpoint
alter index billing_blocked_invoices_until rename to billing_archived_invoices_delete_after;
--> statement-breakpoint
alter table billing_customers rename column check_at to next_reconcile_at;
--> statement-breakpoint
alter index billing_customers_check rename to billing_customers_next_reconcile;
--> statement-breakpoint
alter table billing_subscriptions rename column facts to stripe_state;
--> statement-breakpoint
alter table billing_subscriptions rename column details to display;
--> statement-breakpoint
alter table billing_subscriptions rename column read_order to sync_seq;
--> statement-breakpoint
alter table billing_subscriptions rename column ends_by_time_at to expires_at;
--> statement-breakpoint
alter index billing_subscriptions_by_time rename to billing_subscriptions_expiry;
--> statement-breakpoint
alter sequence billing_reads rename to billing_sync_seq;
--> statement-breakpoint
-- Instants in epoch milliseconds say so.
update billing_subscriptions
   set stripe_state = (stripe_state - 'createdAt' - 'readAt' - 'endsAt')
       || jsonb_build_object('createdAtMs', stripe_state -> 'createdAt', 'readAtMs', stripe_state -> 'readAt',
                             'endsAtMs', stripe_state -> 'endsAt');
--> statement-breakpoint
-- ---------------------------------------------------------------- market
alter table silences rename to data_gaps;
--> statement-breakpoint
alter table data_gaps rename column since to from_at;
--> statement-breakpoint
alter table data_gaps rename column until to to_at;
--> statement-breakpoint
alter table workers rename column until to lease_expires_at;
--> statement-breakpoint
alter table shards rename column holder to worker_id;
--> statement-breakpoint
alter table shards rename column fencing to fencing_token;
--> statement-breakpoint
alter table shards rename column position to last_reading_id;
--> statement-breakpoint
alter table sources rename column holder to worker_id;
--> statement-breakpoint
alter table sources rename column fencing to fencing_token;
--> statement-breakpoint
alter table sources rename column position to readings_taken;
--> statement-breakpoint
alter table sources rename column ended to exhausted;
--> statement-breakpoint
alter table readings rename column catalogue_grew to has_new_listings;
--> statement-breakpoint
alter table collectibles rename column newest_at to last_observed_at;
--> statement-breakpoint
alter table collectibles rename column changed_at to floor_changed_at;
--> statement-breakpoint
alter table collectibles rename column first_value_at to first_priced_at;
--> statement-breakpoint
alter index collectibles_unheard rename to collectibles_unpriced;
--> statement-breakpoint
-- ---------------------------------------------------------------- thresholds and alerts
alter table thresholds rename column pausa to pause_reason;
--> statement-breakpoint
alter table thresholds rename column silenciado_hasta to snoozed_until;
--> statement-breakpoint
alter table thresholds rename column band_bp to rearm_band_bp;
--> statement-breakpoint
alter table alerts rename column band_bp to rearm_band_bp;
--> statement-breakpoint
alter table threshold_commands drop constraint threshold_commands_action_check;
--> statement-breakpoint
update threshold_commands set action = 'currency_mismatch' where action = 'foreign';
--> statement-breakpoint
-- currency_mismatch: its collectible came in another currency.
alter table threshold_commands add constraint threshold_commands_action_check
  check (action in ('start', 'stop', 'currency_mismatch'));
--> statement-breakpoint
-- ---------------------------------------------------------------- functions and triggers
alter function ring() rename to notify_channel;
--> statement-breakpoint
alter trigger pending_checks_ring on pending_checks rename to pending_checks_notify;
--> statement-breakpoint
alter trigger outbox_ring on outbox rename to outbox_notify;
--> statement-breakpoint
alter function ensure_price_months(timestamptz, timestamptz) rename to ensure_price_partitions;
--> statement-breakpoint
-- A reading is acknowledged together with its month's partition and the next, so that applying one never creates a table.
create or replace function ensure_months_of_readings() returns trigger
language plpgsql as $$
begin
  perform ensure_price_partitions(month, month + interval '40 days')
     from (select distinct date_trunc('month', observed_at, 'UTC') as month from arrived) as months;
  return null;
end $$;
--> statement-breakpoint
alter function ensure_months_of_readings() rename to ensure_partitions_of_readings;
--> statement-breakpoint
alter trigger readings_have_months on readings rename to readings_ensure_partitions;
--> statement-breakpoint
-- A source may bring its past with it: the demo's ninety days.
create or replace function ensure_months_of_sources() returns trigger
language plpgsql as $$
begin
  perform ensure_price_partitions(now() - interval '100 days', now() + interval '40 days');
  return null;
end $$;
--> statement-breakpoint
alter function ensure_months_of_sources() rename to ensure_partitions_of_sources;
--> statement-breakpoint
alter trigger sources_have_months on sources rename to sources_ensure_partitions;
