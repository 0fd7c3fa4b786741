/** Prometheus metrics of the server (docs/operations.md). */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { collectProcessMetrics } from './process-metrics.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates metrics in a registry of their own, so that several servers can run in one process (tests). */
export function createMetrics() {
  const registry = new Registry();
  collectProcessMetrics(registry);
  const registers = [registry];
  const counter = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Counter<Label>({ name, help, labelNames, registers });

  return {
    registry,
    ticksRejected: counter(
      'vigia_ticks_rejected_total',
      'Ticks rejected before evaluation, by reason.',
      ['reason'],
    ),
    ticksAccepted: counter('vigia_ticks_accepted_total', 'Ticks stored.'),
    ticksLate: counter(
      'vigia_ticks_late_total',
      'Ticks older than the newest of their collectible: stored, evaluated never.',
    ),
    marketPagesRejected: counter(
      'vigia_market_pages_rejected_total',
      'Addresses of collectibles at the marketplace left out, by reason.',
      ['reason'],
    ),
    readingsApplied: counter('vigia_readings_applied_total', 'Whole readings committed.'),
    readingCommitLatency: new Histogram({
      name: 'vigia_reading_commit_latency_seconds',
      help: 'Time from the arrival of a reading to its commit.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    shardsOwned: new Gauge({
      name: 'vigia_shards_owned',
      help: 'Shards of the market this process owns.',
      registers,
    }),
    thresholdsLoaded: new Gauge({
      name: 'vigia_thresholds_loaded',
      help: 'Thresholds loaded into this process for the shards it owns.',
      registers,
    }),
    alertsFired: counter('vigia_alerts_fired_total', 'Alerts committed, by condition.', [
      'condition',
    ]),
    alertsRerouted: counter(
      'vigia_alerts_rerouted_total',
      'Alerts whose way ended unsent, by outcome: again by another, or stranded without one.',
      ['outcome'],
    ),
    alertChecks: counter('vigia_alert_checks_total', 'Users’ checks that had alerts to send.'),
    deliveries: counter(
      'vigia_deliveries_total',
      'Attempts to deliver, by kind (mail or that of a channel) and outcome.',
      ['kind', 'outcome'],
    ),
    weeklySummaries: counter(
      'vigia_weekly_summaries_total',
      'Weekly summaries decided, by outcome: mailed, empty, unreachable, missed or failed.',
      ['outcome'],
    ),
    channelsHeld: new Gauge({
      name: 'vigia_channels_held',
      help: '1 while the deliveries of a kind wait because we are refused, by kind.',
      labelNames: ['kind'],
      registers,
    }),
    channelsEnded: counter(
      'vigia_channels_ended_total',
      'Channels that stopped after three refusals, and push subscriptions that ended, by kind.',
      ['kind'],
    ),
    profileProjections: counter(
      'vigia_profile_projections_total',
      'Profile documents written, by outcome: written, or failed and to be retried.',
      ['outcome'],
    ),
    accountErasures: counter(
      'vigia_account_erasures_total',
      'Erasures at the hosted services, by outcome: finished, or failed and to be retried.',
      ['outcome'],
    ),
    jobsDead: counter(
      'vigia_jobs_dead_total',
      'Jobs set aside after their last attempt, by queue.',
      ['queue'],
    ),
    stripeWebhookEvents: counter(
      'vigia_stripe_webhook_events_total',
      'Stripe webhook events, by outcome.',
      ['outcome'],
    ),
    billingReconciliations: counter(
      'vigia_billing_reconciliations_total',
      'Customers compared with Stripe, by outcome.',
      ['outcome'],
    ),
    billingDriftRepaired: counter(
      'vigia_billing_drift_repaired_total',
      'Customers whose stored state lagged behind Stripe’s, by what found it.',
      ['source'],
    ),
    renewalPaymentsFailed: counter(
      'vigia_renewal_payments_failed_total',
      'Renewal payments that failed.',
    ),
    stripeJobsRetried: counter(
      'vigia_stripe_jobs_retried_total',
      'Queued Stripe calls that failed and will be retried, by kind.',
      ['kind'],
    ),
    sseConnections: new Gauge({
      name: 'vigia_sse_connections',
      help: 'Open SSE connections.',
      registers,
    }),
    sseConnectionsDropped: counter(
      'vigia_sse_connections_dropped_total',
      'SSE connections closed because the client read too slowly.',
    ),
    listenerConnected: new Gauge({
      name: 'vigia_listener_connected',
      help: '1 while this process receives the notifications of a channel, by channel.',
      labelNames: ['channel'],
      registers,
    }),
    listenerConnectionsLost: counter(
      'vigia_listener_connections_lost_total',
      'LISTEN connections that were closed, went mute or could not be opened, by channel.',
      ['channel'],
    ),
    eventBusConnected: new Gauge({
      name: 'vigia_event_bus_connected',
      help: '1 while this process is connected to NATS; 0 without EVENTS_URL, too.',
      registers,
    }),
    eventBusConnectionsLost: counter(
      'vigia_event_bus_connections_lost_total',
      'Connections to NATS that were closed, went mute or could not be opened.',
    ),
    readingsLost: counter(
      'vigia_readings_lost_total',
      'Parts of acknowledged readings that NATS does not have any more.',
    ),
    tokenRevocationCheckErrors: counter(
      'vigia_token_revocation_check_errors_total',
      'Revocation checks the identity service did not answer; the token was accepted.',
    ),
    httpRequestDuration: new Histogram({
      name: 'vigia_http_request_duration_seconds',
      help: 'Time to answer a request.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
  };
}
