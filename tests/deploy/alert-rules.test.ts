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

/** A healthy Vigía's series: values every 15 s in promtool's notation, `from+step×count`. */
const healthy = seriesOf(`
  up{job="vigia",instance="a"} 1x160
  vigia_readings_applied_total 0+15x160
  vigia_shards{instance="a"} 64x160
  vigia_shards_owned{instance="a"} 32x160
  vigia_shards_owned{instance="b"} 32x160
  vigia_source_circuit_breaker_state{state="open"} 0x160
  vigia_readings_lost_total 0x160
  vigia_crawls_total 0+1x160
  vigia_crawls_complete_total 0+1x160
  vigia_ticks_accepted_total 0+300x160
  vigia_ticks_rejected_total{reason="price"} 0+1x160
  vigia_ticks_late_total 0+1x160
  vigia_clock_offset_seconds{instance="a"} 0.02x160
  vigia_listener_connected{instance="a",channel="vigia_checks"} 1x160
  vigia_listener_connected{instance="a",channel="vigia_live"} 1x160
  vigia_deliveries_total{kind="mail",outcome="accepted"} 0+2x160
  vigia_deliveries_total{kind="mail",outcome="later"} 0x160
  vigia_deliveries_total{kind="mail",outcome="refused"} 0x160
  vigia_deliveries_total{kind="push",outcome="accepted"} 0+2x160
  vigia_deliveries_total{kind="push",outcome="later"} 0+1x160
  vigia_deliveries_total{kind="webhook",outcome="accepted"} 0+2x160
  vigia_deliveries_total{kind="webhook",outcome="parked"} 0x160
  vigia_alerts_rerouted_total{outcome="again"} 0+1x160
  vigia_alerts_rerouted_total{outcome="stranded"} 0x160
  vigia_channels_held{instance="a",kind="push"} 0x160
  vigia_channels_ended_total{instance="a",kind="push"} 0x160
  vigia_reading_commit_latency_seconds_bucket{le="0.1"} 0+15x160
  vigia_reading_commit_latency_seconds_bucket{le="1"} 0+15x160
  vigia_reading_commit_latency_seconds_bucket{le="5"} 0+15x160
  vigia_reading_commit_latency_seconds_bucket{le="+Inf"} 0+15x160
  vigia_http_request_duration_seconds_count{route="/",status="200"} 0+100x160
  vigia_http_request_duration_seconds_bucket{route="/",status="200",le="0.25"} 0+100x160
  vigia_http_request_duration_seconds_bucket{route="/",status="200",le="2.5"} 0+100x160
  vigia_http_request_duration_seconds_bucket{route="/",status="200",le="+Inf"} 0+100x160
  vigia_stripe_webhook_events_total{outcome="invalid_signature"} 0x160
  vigia_profile_projections_total{outcome="failed"} 0x160
  vigia_account_erasures_total{outcome="failed"} 0x160
  vigia_jobs_dead_total{queue="erasure_jobs"} 0x160
  vigia_token_revocation_check_errors_total 0x160
`);

/** Each fault begins after ten minutes: the alerts that fire, and the series that differ. */
const faults = `
none
a process is killed → VigiaDown
  up{job="vigia",instance="a"} 1x40 0x120
the source answers nothing → VigiaNoReadings → VigiaSourceCircuitOpen
  vigia_readings_applied_total 0+15x40 600x120
  vigia_source_circuit_breaker_state{state="open"} 0x40 1x120
workers hang: the source answers, nothing is applied → VigiaNoReadings
  vigia_readings_applied_total 0+15x40 600x120
one of two workers is gone and nobody takes its shards → VigiaShardsWithoutWorker
  vigia_shards_owned{instance="b"} 32x40 0x120
NATS loses its disk → VigiaReadingsLost
  vigia_readings_lost_total 0x40 0+1x120
every crawl is partial or doubted → VigiaCrawlsIncomplete
  vigia_crawls_complete_total 0+1x40 40x120
the source has changed its format → VigiaTicksRejected
  vigia_ticks_rejected_total{reason="price"} 0+100x160
the source gives prices older than those before → VigiaPricesLate
  vigia_ticks_late_total 0+300x160
the clock of a machine is ahead → VigiaClockOff
  vigia_clock_offset_seconds{instance="a"} 0x40 600x120
the clock of a machine is behind → VigiaClockOff
  vigia_clock_offset_seconds{instance="a"} 0x40 -120x120
no process has ROLE=mail → VigiaNoMailProcess
  vigia_listener_connected{instance="a",channel="vigia_checks"} gone
the relay refuses us → VigiaMailsHeldBack
  vigia_deliveries_total{kind="mail",outcome="accepted"} 0+2x40 80x120
  vigia_deliveries_total{kind="mail",outcome="later"} 0x40 0+1x120
recipients do not exist → VigiaMailsFailed
  vigia_deliveries_total{kind="mail",outcome="refused"} 0+1x160
a push service does not answer → VigiaDeliveriesHeldBack
  vigia_deliveries_total{kind="push",outcome="accepted"} 0+2x40 80x120
single receivers do not answer
  vigia_deliveries_total{kind="webhook",outcome="later"} 0+2x160
a push service refuses our key → VigiaChannelsHeld
  vigia_channels_held{instance="a",kind="push"} 0x40 1x120
channels of a kind end one after the other → VigiaChannelsEnding
  vigia_channels_ended_total{instance="a",kind="push"} 0+1x160
alerts have no way left → VigiaAlertsStranded
  vigia_alerts_rerouted_total{outcome="stranded"} 0+1x160
a delivery kills its process → VigiaDeliveriesParked
  vigia_deliveries_total{kind="webhook",outcome="parked"} 0x40 1x120
the database commits slowly → VigiaCommitsSlow
  vigia_reading_commit_latency_seconds_bucket{le="0.1"} 0x160
  vigia_reading_commit_latency_seconds_bucket{le="1"} 0x160
a LISTEN connection carries nothing → VigiaListenerDisconnected
  vigia_listener_connected{instance="a",channel="vigia_live"} 1x40 0x120
requests fail → VigiaHttpErrors
  vigia_http_request_duration_seconds_count{route="/",status="503"} 0+10x160
requests are slow → VigiaHttpSlow
  vigia_http_request_duration_seconds_bucket{route="/",status="200",le="0.25"} 0x160
live streams stay open, as they should
  vigia_http_request_duration_seconds_bucket{route="/api/monitoring/stream",le="5"} 0x160
  vigia_http_request_duration_seconds_bucket{route="/api/monitoring/stream",le="+Inf"} 0+100x160
events of Stripe have a wrong signature → VigiaStripeWebhooksInvalid
  vigia_stripe_webhook_events_total{outcome="invalid_signature"} 0+1x160
Firestore rejects our writes → VigiaHostedServicesFail
  vigia_profile_projections_total{outcome="failed"} 0+1x160
an erasure was given up → VigiaJobsDead
  vigia_jobs_dead_total{queue="erasure_jobs"} 0x40 1x120
the identity service is silent → VigiaHostedServicesFail
  vigia_token_revocation_check_errors_total 0+1x160
`
  .split(/\n(?=\S)/)
  .slice(1)
  .map((text) => {
    const [title = '', series = ''] = text.split(/\n([\s\S]*)/);
    const [what = '', ...fires] = title.trim().split(' → ');
    return [what, seriesOf(series), fires] as const;
  });

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

function seriesOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^ +(\S+) (.+)$/gm)].map(([, ...pair]) => pair));
}

/** Runs promtool's unit test: exactly these alerts fire thirty minutes after the fault. */
function evaluate(series: Readonly<Record<string, string>>, fires: readonly string[]) {
  const file = join(folder, 'test.json');
  const inputs = Object.entries(series).filter(([, values]) => values !== 'gone');
  const exp_samples = fires.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 }));
  const expr = 'count by (alertname) (ALERTS{alertstate="firing"})';
  const one = {
    interval: '15s',
    input_series: inputs.map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [{ expr, eval_time: '38m', exp_samples }],
  };
  const all = { rule_files: [rulesFile], evaluation_interval: '15s', tests: [one] };
  writeFileSync(file, JSON.stringify(all));
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], {
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}
