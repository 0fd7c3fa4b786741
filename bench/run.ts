/**
 * Runs the benches one after the other, each in a process of its own, which prints its rows.
 * Absolute figures depend on the machine, so a row compares two figures of one run wherever there is a reference.
 *
 *     npm run bench [-- names…]
 */
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const benches: Readonly<Record<string, readonly [file: string, ...string[]]>> = {
  path: ['path.ts'],
  prometheus: ['prometheus.ts'],
  alerts: ['alerts.ts'],
  screen: ['live/screen.ts'],
  spread: ['live/live.ts', 'spread'],
  hot: ['live/live.ts', 'hot'],
  load: ['load/load.ts'],
  'first-load': ['load/first-load.ts'],
  requests: ['requests.ts'],
  'scale-api': ['reads.ts'],
  ui: ['ui/long-list.ts'],
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in benches));
if (unknown.length > 0)
  throw new Error(`no such bench: ${unknown}; there are ${Object.keys(benches).join(', ')}`);

process.stdout.write(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}\n`);
for (const [name, [file, ...args]] of Object.entries(benches)) {
  if (named.length > 0 && !named.includes(name)) continue;
  process.stdout.write(`\n${name}\n`);
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { status, signal } = spawnSync(process.execPath, [path, ...args], { stdio: 'inherit' });
  if (status === 0) continue;
  process.stdout.write(`${file} ended with ${status ?? signal}\n`);
  process.exitCode = 1;
}
