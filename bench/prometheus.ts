/**
 * Rules evaluated per processor second, beside Prometheus (Debian package): 10 000 rules on 10 000 prices, all of which
 * change. Vigía's side is the whole worker with PostgreSQL's share: a reading of all prices evaluates all rules.
 *
 *     npm run bench -- prometheus      BENCH_SECONDS=20
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#tests/support/local-app.ts';
import { retryUntil } from '#tests/support/retry-until.ts';
import { openBenchMarket } from './bench-market.ts';
import { cpuSeconds, createCpuClock } from './cpu.ts';
import { median } from './median.ts';
import { report } from './report.ts';

const rules = 10_000;
const readings = 5;
const seconds = Number(process.env.BENCH_SECONDS ?? 20);
const isInstalled = spawnSync('which', ['prometheus']).status === 0;

report({
  what: `${rules} rules: evaluations`,
  unit: 'per CPU second',
  value: await rateOfVigia(),
  reference: { name: 'Prometheus', value: isInstalled ? await rateOfPrometheus() : null },
  goal: { min: 4 },
  ...(!isInstalled && { note: 'the reference needs the Debian package prometheus' }),
});

/** One rule on each price, ten per cent below its start. */
async function rateOfVigia(): Promise<number> {
  const market = await openBenchMarket(rules);
  await market.pool.query(`
    insert into users (uid, email, username, email_confirmed_at) values ('u', 'u@example.test', 'user', now());
    insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp, active_from)
      select 'u', 't' || substr(id, 2), 'collectible', id, match_id, 'below', 900, 'EUR', 300, now() from collectibles`);
  await market.claimShards();
  const clock = await createCpuClock(market.pool);
  const rates: number[] = [];
  // One reading more than is counted: the first warms the compiler and the database.
  for (let reading = 0; reading <= readings; reading += 1) {
    const cents = (index: number) => 950 + (((reading * rules + index) * 7_919) % 101);
    const floors = Array.from({ length: rules }, (_, n) => [`c${n}`, cents(n)] as const);
    const before = clock();
    await market.applyReading(new Map(floors));
    if (reading > 0) rates.push(rules / (clock() - before));
  }
  await market.close();
  return median(rates);
}

/** The same rules in groups of 1 000, evaluated once a second. */
async function rateOfPrometheus(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'vigia-prometheus-'));
  const series = Array.from({ length: rules }, (_, c) => c);
  let scrapes = 0;
  const exporter = createServer((_, response) => {
    scrapes += 1;
    const cents = (c: number) => 950 + (((scrapes * rules + c) * 7_919) % 101);
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' });
    response.end(`${series.map((c) => `floor{c="${c}"} ${cents(c)}`).join('\n')}\n`);
  }).listen(0, '127.0.0.1');
  await once(exporter, 'listening');
  const target = `127.0.0.1:${(exporter.address() as AddressInfo).port}`;
  const groups = Array.from({ length: rules / 1_000 }, (_, group) => ({
    name: `g${group}`,
    rules: series
      .slice(group * 1_000, (group + 1) * 1_000)
      .map((c) => ({ alert: `t${c}`, expr: `floor{c="${c}"} <= 900` })),
  }));
  // JSON is YAML, too.
  await writeFile(join(folder, 'rules.yml'), JSON.stringify({ groups }));
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['rules.yml'],
    scrape_configs: [{ job_name: 'market', static_configs: [{ targets: [target] }] }],
  };
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const host = `127.0.0.1:${await freePort()}`;
  const prometheus = spawn(
    'prometheus',
    ['--config.file=prometheus.yml', `--web.listen-address=${host}`, '--log.level=error'],
    { cwd: folder, stdio: 'inherit' },
  );
  const evaluations = async () => {
    const text = await (await fetch(`http://${host}/metrics`)).text();
    const counts = text.matchAll(/^prometheus_rule_evaluations_total\S* (\S+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  const spent = async () => ({ cpu: cpuSeconds(prometheus.pid ?? 0), count: await evaluations() });
  await retryUntil(evaluations);
  while ((await evaluations()) < 5 * rules) await delay(500);
  const before = await spent();
  await delay(seconds * 1_000);
  const after = await spent();
  prometheus.kill();
  await once(prometheus, 'exit');
  exporter.close();
  await rm(folder, { recursive: true, force: true });
  return (after.count - before.count) / (after.cpu - before.cpu);
}
