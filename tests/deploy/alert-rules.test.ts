/** Prometheus evaluates `deploy/prometheus/alerts.yaml` over each fault: its own alerts fire and no other. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { hasCommand } from './has-command.ts';

const rulesFile = fileURLToPath(new URL('../../deploy/prometheus/alerts.yaml', import.meta.url));
const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
const rules = readFileSync(rulesFile, 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'vigia-alert-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Values every 15 s in promtool's notation: `from+step×count`; the fault begins after ten minutes. */
type Series = Readonly<Record<string, string>>;
const always = (value: number) => `${value}x160`;
const growing = (step: number) => `0+${step}x160`;
const changing = (before: number, after: number) => `${before}x40 ${after}x120`;
const growingUntilFault = (step: number) => `0+${step}x40 ${step * 40}x120`;
const growingFromFault = (step: number) => `0x40 0+${step}x120`;

const commits = 'vigia_reading_commit_latency_seconds_bucket';
const answers = 'vigia_http_request_duration_seconds_bucket{route="/",status="200"';
const healthy: Series = {
  'up{job="vigia",instance="a"}': always(1),
  vigia_readings_applied_total: growing(15),
  'vigia_shards{instance="a"}': always(64),
  'vigia_shards_owned{instance="a"}': always(32),
  'vigia_shards_owned{instance="b"}': always(32),
  'vigia_source_circuit_breaker_state{state="open"}': always(0),
  vigia_readings_lost_total: always(0),
  vigia_crawls_total: growing(1),
  vigia_crawls_complete_total: growing(1),
  vigia_ticks_accepted_total: growing(300),
  'vigia_ticks_rejected_total{reason="price"}': growing(1),
  vigia_ticks_late_total: growing(1),
  'vigia_clock_offset_seconds{instance="a"}': always(0.02),
  'vigia_listener_connected{instance="a",channel="vigia_checks"}': always(1),
  'vigia_listener_connected{instance="a",channel="vigia_live"}': always(1),
  'vigia_deliveries_total{kind="mail",outcome="accepted"}': growing(2),
  'vigia_deliveries_total{kind="mail",outcome="later"}': always(0),
  'vigia_deliveries_total{kind="mail",outcome="refused"}': always(0),
  'vigia_deliveries_total{kind="push",outcome="accepted"}': growing(2),
  'vigia_deliveries_total{kind="push",outcome="later"}': growing(1),
  'vigia_deliveries_total{kind="webhook",outcome="accepted"}': growing(2),
  'vigia_deliveries_total{kind="webhook",outcome="parked"}': always(0),
  'vigia_alerts_rerouted_total{outcome="again"}': growing(1),
  'vigia_alerts_rerouted_total{outcome="stranded"}': always(0),
  'vigia_channels_held{instance="a",kind="push"}': always(0),
  'vigia_channels_ended_total{instance="a",kind="push"}': always(0),
  [`${commits}{le="0.1"}`]: growing(15),
  [`${commits}{le="1"}`]: growing(15),
  [`${commits}{le="5"}`]: growing(15),
  [`${commits}{le="+Inf"}`]: growing(15),
  'vigia_http_request_duration_seconds_count{route="/",status="200"}': growing(100),
  [`${answers},le="0.25"}`]: growing(100),
  [`${answers},le="2.5"}`]: growing(100),
  [`${answers},le="+Inf"}`]: growing(100),
  'vigia_stripe_webhook_events_total{outcome="invalid_signature"}': always(0),
  'vigia_profile_projections_total{outcome="failed"}': always(0),
  'vigia_account_erasures_total{outcome="failed"}': always(0),
  'vigia_jobs_dead_total{queue="erasure_jobs"}': always(0),
  vigia_token_revocation_check_errors_total: always(0),
};

/** Its title, the series that differ from a healthy Vigía's (null: it is gone), and the alerts that fire. */
type Fault = readonly [string, Readonly<Record<string, string | null>>, readonly string[]];
const faults: readonly Fault[] = [
  ['none', {}, []],
  ['a process is killed', { 'up{job="vigia",instance="a"}': changing(1, 0) }, ['VigiaDown']],
  [
    'the source answers nothing',
    {
      vigia_readings_applied_total: growingUntilFault(15),
      'vigia_source_circuit_breaker_state{state="open"}': changing(0, 1),
    },
    ['VigiaNoReadings', 'VigiaSourceCircuitOpen'],
  ],
  [
    'workers hang: the source answers, nothing is applied',
    { vigia_readings_applied_total: growingUntilFault(15) },
    ['VigiaNoReadings'],
  ],
  [
    'one of two workers is gone and nobody takes its shards',
    { 'vigia_shards_owned{instance="b"}': `${changing(32, 0)}` },
    ['VigiaShardsWithoutWorker'],
  ],
  [
    'NATS loses its disk',
    { vigia_readings_lost_total: growingFromFault(1) },
    ['VigiaReadingsLost'],
  ],
  [
    'every crawl is partial or doubted',
    { vigia_crawls_complete_total: growingUntilFault(1) },
    ['VigiaCrawlsIncomplete'],
  ],
  [
    'the source has changed its format',
    { 'vigia_ticks_rejected_total{reason="price"}': growing(100) },
    ['VigiaTicksRejected'],
  ],
  [
    'the source gives prices older than those before',
    { vigia_ticks_late_total: growing(300) },
    ['VigiaPricesLate'],
  ],
  [
    'the clock of a machine is ahead',
    { 'vigia_clock_offset_seconds{instance="a"}': changing(0, 600) },
    ['VigiaClockOff'],
  ],
  [
    'the clock of a machine is behind',
    { 'vigia_clock_offset_seconds{instance="a"}': '0x40 -120x120' },
    ['VigiaClockOff'],
  ],
  [
    'no process has ROLE=mail',
    { 'vigia_listener_connected{instance="a",channel="vigia_checks"}': null },
    ['VigiaNoMailProcess'],
  ],
  [
    'the relay refuses us',
    {
      'vigia_deliveries_total{kind="mail",outcome="accepted"}': growingUntilFault(2),
      'vigia_deliveries_total{kind="mail",outcome="later"}': growingFromFault(1),
    },
    ['VigiaMailsHeldBack'],
  ],
  [
    'recipients do not exist',
    { 'vigia_deliveries_total{kind="mail",outcome="refused"}': growing(1) },
    ['VigiaMailsFailed'],
  ],
  [
    'a push service does not answer',
    { 'vigia_deliveries_total{kind="push",outcome="accepted"}': growingUntilFault(2) },
    ['VigiaDeliveriesHeldBack'],
  ],
  [
    'single receivers do not answer',
    { 'vigia_deliveries_total{kind="webhook",outcome="later"}': growing(2) },
    [],
  ],
  [
    'a push service refuses our key',
    { 'vigia_channels_held{instance="a",kind="push"}': changing(0, 1) },
    ['VigiaChannelsHeld'],
  ],
  [
    'channels of a kind end one after the other',
    { 'vigia_channels_ended_total{instance="a",kind="push"}': growing(1) },
    ['VigiaChannelsEnding'],
  ],
  [
    'alerts have no way left',
    { 'vigia_alerts_rerouted_total{outcome="stranded"}': growing(1) },
    ['VigiaAlertsStranded'],
  ],
  [
    'a delivery kills its process',
    { 'vigia_deliveries_total{kind="webhook",outcome="parked"}': changing(0, 1) },
    ['VigiaDeliveriesParked'],
  ],
  [
    'the database commits slowly',
    { [`${commits}{le="0.1"}`]: always(0), [`${commits}{le="1"}`]: always(0) },
    ['VigiaCommitsSlow'],
  ],
  [
    'a LISTEN connection carries nothing',
    { 'vigia_listener_connected{instance="a",channel="vigia_live"}': changing(1, 0) },
    ['VigiaListenerDisconnected'],
  ],
  [
    'requests fail',
    { 'vigia_http_request_duration_seconds_count{route="/",status="503"}': growing(10) },
    ['VigiaHttpErrors'],
  ],
  ['requests are slow', { [`${answers},le="0.25"}`]: always(0) }, ['VigiaHttpSlow']],
  [
    'live streams stay open, as they should',
    {
      'vigia_http_request_duration_seconds_bucket{route="/api/monitoring/stream",le="5"}':
        always(0),
      'vigia_http_request_duration_seconds_bucket{route="/api/monitoring/stream",le="+Inf"}':
        growing(100),
    },
    [],
  ],
  [
    'events of Stripe have a wrong signature',
    { 'vigia_stripe_webhook_events_total{outcome="invalid_signature"}': growing(1) },
    ['VigiaStripeWebhooksInvalid'],
  ],
  [
    'Firestore rejects our writes',
    { 'vigia_profile_projections_total{outcome="failed"}': growing(1) },
    ['VigiaHostedServicesFail'],
  ],
  [
    'an erasure was given up',
    { 'vigia_jobs_dead_total{queue="erasure_jobs"}': changing(0, 1) },
    ['VigiaJobsDead'],
  ],
  [
    'the identity service is silent',
    { vigia_token_revocation_check_errors_total: growing(1) },
    ['VigiaHostedServicesFail'],
  ],
];

const alertNames = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

describe('alert rules', () => {
  it.skipIf(!hasCommand('promtool')).each(faults)('%s', (_title, series, fires) => {
    const { status, output } = evaluate({ ...healthy, ...series }, fires);
    expect(output).toContain('SUCCESS');
    expect(status).toBe(0);
  });

  it('are each fired by a fault, and explained in the runbook', () => {
    expect(new Set(faults.flatMap(([, , fires]) => fires))).toEqual(new Set(alertNames));
    expect(alertNames.filter((name) => !runbook.includes(`## ${name}\n`))).toEqual([]);
  });
});

/** Runs promtool's unit test: exactly these alerts fire thirty minutes after the fault. */
function evaluate(series: Readonly<Record<string, string | null>>, fires: readonly string[]) {
  const file = join(folder, 'test.json');
  const inputs = Object.entries(series).filter(([, values]) => values !== null);
  writeFileSync(
    file,
    JSON.stringify({
      rule_files: [rulesFile],
      evaluation_interval: '15s',
      tests: [
        {
          interval: '15s',
          input_series: inputs.map(([name, values]) => ({ series: name, values })),
          promql_expr_test: [
            {
              expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
              eval_time: '38m',
              exp_samples: fires.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
            },
          ],
        },
      ],
    }),
  );
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], {
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}
