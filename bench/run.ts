/**
 * Runs the benches, each in a process of its own; prints one table and writes bench/results.json.
 * Absolute figures depend on the machine, so a row compares two figures of one run wherever there is a reference.
 *
 *     npm run bench [-- names…]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { heading, lineOf, type Row } from './report.ts';

const benches: Readonly<Record<string, readonly string[]>> = {
  engine: ['engine-share.ts'],
  prometheus: ['prometheus/prometheus.ts'],
  alerts: ['alerts/alert-throughput.ts'],
  channels: ['channels/channels.ts'],
  spread: ['live/live.ts', 'spread'],
  hot: ['live/live.ts', 'hot'],
  screens: ['live/live.ts', 'screens', '1000'],
  whole: ['live/live.ts', 'whole', '1000'],
  busy: ['live/live.ts', 'busy'],
  latency: ['latency/latency.ts'],
  load: ['load/load.ts'],
  'signed-in': ['load/signed-in.ts'],
  requests: ['requests/requests.ts'],
  'scale-api': ['scale/scale.ts'],
  'scale-stream': ['scale/stream.ts'],
  'scale-mail': ['scale/mail.ts'],
  ui: ['ui/ui.ts'],
  thresholds: ['ui/thresholds.ts'],
};
const results = fileURLToPath(new URL('results.json', import.meta.url));

const selected = process.argv.slice(2);
/** `scale` selects all whose names begin with `scale-`. */
const isSelectedBy = (name: string, word: string) => name === word || name.startsWith(`${word}-`);
const unknown = selected.filter(
  (word) => !Object.keys(benches).some((name) => isSelectedBy(name, word)),
);
if (unknown.length > 0) {
  process.stderr.write(
    `no such bench: ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}\n`,
  );
  process.exit(2);
}

const measured: Record<string, Row[]> = {};
for (const [name, [file = '', ...args]] of Object.entries(benches)) {
  if (selected.length > 0 && !selected.some((word) => isSelectedBy(name, word))) continue;
  process.stderr.write(`\n${name}\n`);
  measured[name] = await rowsOf(file, args);
}
process.stdout.write(`\n${heading()}\n`);
for (const rows of Object.values(measured))
  for (const row of rows) process.stdout.write(`${lineOf(row)}\n`);
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
const at = new Date().toISOString();
await writeFile(results, `${JSON.stringify({ at, machine, measured }, null, 2)}\n`);

/** The bench's own output goes to standard error, so that standard output has only the table. */
async function rowsOf(file: string, args: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  const bench = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  bench.on('message', (row: Row) => rows.push(row));
  const [code, signal] = await once(bench, 'exit');
  if (code !== 0) {
    process.stderr.write(`${file} ended with ${code ?? signal}\n`);
    process.exitCode = 1;
  }
  return rows;
}
