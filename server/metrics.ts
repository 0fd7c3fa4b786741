/** What the server counts and times, under names an operator can watch (docs/operations.md). */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  readonly ticksRejected: Counter<'reason'>;
  readonly ticksAccepted: Counter;
  readonly readingsApplied: Counter;
  readonly readingSeconds: Histogram;
  readonly shardsHeld: Gauge;
  readonly thresholdsHeld: Gauge;
  readonly alertsFired: Counter<'condition'>;
  readonly checksRun: Counter;
  readonly mailsSent: Counter<'kind'>;
  readonly mailsRetried: Counter<'kind'>;
  readonly mailsFailed: Counter<'kind'>;
  readonly projectionsWritten: Counter;
  readonly projectionsFailed: Counter;
  readonly erasuresFinished: Counter;
  readonly erasuresFailed: Counter;
  readonly paymentEvents: Counter<'outcome'>;
  readonly paymentChecks: Counter<'outcome'>;
  readonly paymentRepairs: Counter<'found'>;
  readonly paymentsFailed: Counter;
  readonly paymentRequestsRetried: Counter<'kind'>;
  readonly streamClients: Gauge;
  readonly streamDropped: Counter;
  readonly issuerAway: Counter;
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>;
}

/** A registry of its own for each server, so that several can live in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Counter<Label>({ name, help, labelNames, registers });

  return {
    registry,
    ticksRejected: counter('vigia_ticks_rejected_total', 'Ticks refused before evaluation.', [
      'reason',
    ]),
    ticksAccepted: counter('vigia_ticks_accepted_total', 'Ticks stored.'),
    readingsApplied: counter('vigia_readings_applied_total', 'Whole readings committed.'),
    readingSeconds: new Histogram({
      name: 'vigia_reading_seconds',
      help: 'Time from the arrival of a reading to its commit.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    shardsHeld: new Gauge({
      name: 'vigia_shards_held',
      help: 'Shards of the market this process works on.',
      registers,
    }),
    thresholdsHeld: new Gauge({
      name: 'vigia_thresholds_held',
      help: 'Thresholds this process evaluates, in its shards.',
      registers,
    }),
    alertsFired: counter('vigia_alerts_fired_total', 'Crossings committed.', ['condition']),
    checksRun: counter('vigia_checks_total', 'Users’ checks that had something to tell.'),
    mailsSent: counter('vigia_mails_sent_total', 'Mails the relay accepted.', ['kind']),
    mailsRetried: counter('vigia_mails_retried_total', 'Attempts that will be repeated.', ['kind']),
    mailsFailed: counter('vigia_mails_failed_total', 'Mails given up.', ['kind']),
    projectionsWritten: counter('vigia_projections_total', 'Profile documents brought up to date.'),
    projectionsFailed: counter('vigia_projections_failed_total', 'Projections to be repeated.'),
    erasuresFinished: counter(
      'vigia_erasures_total',
      'Erased accounts no hosted service holds any more.',
    ),
    erasuresFailed: counter(
      'vigia_erasures_failed_total',
      'Erasures a hosted service did not finish, to be repeated.',
    ),
    paymentEvents: counter('vigia_payment_events_total', 'Webhooks of the card provider.', [
      'outcome',
    ]),
    paymentChecks: counter('vigia_payment_checks_total', 'Customers compared with the provider.', [
      'outcome',
    ]),
    paymentRepairs: counter(
      'vigia_payment_repairs_total',
      'Customers whose books were behind without a webhook having told.',
      ['found'],
    ),
    paymentsFailed: counter('vigia_payments_failed_total', 'Renewals the card did not pay.'),
    paymentRequestsRetried: counter(
      'vigia_payment_requests_retried_total',
      'Requests to the provider that will be repeated.',
      ['kind'],
    ),
    streamClients: new Gauge({
      name: 'vigia_stream_clients',
      help: 'Open live streams.',
      registers,
    }),
    streamDropped: counter('vigia_stream_dropped_total', 'Streams closed for reading too slowly.'),
    issuerAway: counter(
      'vigia_issuer_away_total',
      'Sessions believed unasked, because the identity service did not answer.',
    ),
    requestSeconds: new Histogram({
      name: 'vigia_request_seconds',
      help: 'Time to answer a request.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
  };
}
