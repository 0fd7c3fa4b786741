/**
 * Comparison with Prometheus and Alertmanager (Debian packages): 10 000 rules on 10 000 prices.
 * Evaluated once a second. Rules per CPU second, memory per rule, and latency from crossing to webhook. Vigía's side is
 * the whole worker with PostgreSQL's share.
 *
 *     npm run bench -- prometheus      BENCH_SECONDS=20
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#tests/support/local-app.ts';
import { median } from '../median.ts';
import { report } from '../report.ts';
import { writeConfig } from './config.ts';
import { cpuSeconds, residentBytes } from './processes.ts';
import { measureVigia } from './vigia.ts';

const rules = 10_000;
const probes = 120;
const seconds = Number(process.env.BENCH_SECONDS ?? 20);
const installed = ['prometheus', 'prometheus-alertmanager'].every(
  (name) => spawnSync('which', [name]).status === 0,
);

if (installed) await compare();
else
  report({
    what: `${rules} rules beside Prometheus`,
    unit: '',
    value: null,
    note: 'needs the Debian packages prometheus and prometheus-alertmanager',
  });

async function compare(): Promise<void> {
  const vigia = await measureVigia(rules);
  const prometheus = await measurePrometheus();
  const what = `${rules} rules`;
  report({
    what: `${what}: evaluations`,
    unit: 'per CPU second',
    value: vigia.rate,
    reference: { name: 'Prometheus', value: prometheus.rate },
    goal: { min: 4 },
  });
  report({
    what: `${what}: memory per rule`,
    unit: 'bytes',
    value: vigia.bytesPerRule,
    reference: { name: 'Prometheus', value: prometheus.bytesPerRule },
  });
  report({
    what: `${what}: crossing to Alertmanager’s webhook, p99`,
    unit: 'ms',
    value: null,
    reference: { name: 'Prometheus', value: prometheus.latencyMs },
    note: 'Vigía’s latency, to SMTP, is measured on a whole server: bench `latency`',
  });
}

interface PrometheusResult {
  readonly rate: number;
  readonly bytesPerRule: number;
  readonly latencyMs: number;
}

async function measurePrometheus(): Promise<PrometheusResult> {
  const folder = await mkdtemp(join(tmpdir(), 'vigia-prometheus-'));
  const floors = Array.from({ length: rules }, () => 1_000);
  const crossedAtMs = new Map<string, number>();
  const latenciesMs: number[] = [];
  const exporter = await serve((_, answer) =>
    answer(floors.map((cents, c) => `floor{c="${c}"} ${cents}`).join('\n')),
  );
  const webhook = await serve((body, answer) => {
    answer('');
    for (const [, alert] of body.matchAll(/"alertname":"(t\d+)"/g)) {
      const atMs = crossedAtMs.get(alert ?? '');
      if (atMs !== undefined) latenciesMs.push(Date.now() - atMs);
      crossedAtMs.delete(alert ?? '');
    }
  });
  const [port, managerPort] = [await freePort(), await freePort()];
  const targets = {
    folder,
    exporter: exporter.host,
    alertmanager: `127.0.0.1:${managerPort}`,
    webhook: `http://${webhook.host}/`,
  };
  const startPrometheus = async (limits: readonly number[]) => {
    await writeConfig(targets, limits);
    const started = run(folder, 'prometheus', [
      '--config.file=prometheus.yml',
      `--storage.tsdb.path=data-${limits.length}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ]);
    await waitUntilReady(`http://127.0.0.1:${port}/-/ready`);
    return started;
  };
  const empty = await startPrometheus([]);
  await delay(seconds * 1_000);
  const emptyBytes = await residentBytes(empty.pid ?? 0);
  await end(empty);

  const manager = run(folder, 'prometheus-alertmanager', [
    '--config.file=alertmanager.yml',
    '--storage.path=alerts',
    '--cluster.listen-address=',
    `--web.listen-address=127.0.0.1:${managerPort}`,
    '--log.level=error',
  ]);
  const prometheus = await startPrometheus(floors.map((cents) => cents - 100));
  const pid = prometheus.pid ?? 0;
  await delay(5_000);
  const before = { cpu: await cpuSeconds(pid), evaluations: await evaluationsOf(port) };
  const resident: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    await delay(1_000);
    resident.push(await residentBytes(pid));
  }
  const cpu = (await cpuSeconds(pid)) - before.cpu;
  const evaluations = (await evaluationsOf(port)) - before.evaluations;

  const stride = Math.floor(rules / probes);
  for (let probe = 0; probe < probes; probe += 1) {
    floors[probe * stride] = 800;
    crossedAtMs.set(`t${probe * stride}`, Date.now());
    await delay(100 + Math.random() * 100);
  }
  const deadline = Date.now() + 20_000;
  while (crossedAtMs.size > 0 && Date.now() < deadline) await delay(100);
  await end(prometheus);
  await end(manager);
  exporter.server.close();
  webhook.server.close();
  await rm(folder, { recursive: true, force: true });
  latenciesMs.sort((a, b) => a - b);
  if (crossedAtMs.size > 0)
    process.stdout.write(`${crossedAtMs.size} crossings were never reported\n`);
  return {
    rate: evaluations / cpu,
    bytesPerRule: (median(resident) - emptyBytes) / rules,
    latencyMs: latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? Number.POSITIVE_INFINITY,
  };
}

async function evaluationsOf(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const lines = (await answer.text()).matchAll(/^prometheus_rule_evaluations_total\S* (\S+)$/gm);
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}

function run(cwd: string, command: string, args: readonly string[]): ChildProcess {
  return spawn(command, args, { cwd, stdio: ['ignore', 2, 2] });
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > deadline) throw new Error(`${url} never became ready`);
    await delay(100);
  }
}

async function serve(
  respond: (body: string, answer: (text: string) => void) => void,
): Promise<{ server: Server; host: string }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      respond(Buffer.concat(chunks).toString('utf8'), (text) => {
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' });
        response.end(`${text}\n`);
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no loopback port');
  return { server, host: `127.0.0.1:${address.port}` };
}
