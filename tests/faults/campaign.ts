/**
 * `npm run test:faults [row…]`: runs the full fault campaign, one line for each row of docs/faults.md.
 * `FAULT_KILLS=50` shortens rows 1 and 36. Exit code 1 if any row failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Row {
  readonly row: number;
  readonly title: string;
  readonly files: readonly string[];
  /** Pattern of test names; absent = all tests of the files. */
  readonly testNamePattern?: string;
}

const boundaries = 'tests/boundaries';
const searches = `${boundaries}/marketplaces/listing-search`;
const ownRow = (row: number, title: string, file: string): Row => ({
  row,
  title,
  files: [`tests/faults/${file}.test.ts`],
  testNamePattern: `^row ${row}:`,
});

const rows: readonly Row[] = [
  ownRow(1, 'kill -9 at random', 'kill-replay'),
  ownRow(2, 'kill -9 at every named moment', 'failpoints'),
  ownRow(3, 'relay that says “not now” for ten minutes', 'mail-faults'),
  ownRow(4, 'relay rejects mails or loses its reply', 'mail-faults'),
  {
    row: 5,
    title: 'invalid prices',
    files: [`${searches}-faults.test.ts`, 'tests/faults/stale-source.test.ts'],
    testNamePattern: 'answers that are not a page|invalid listings|invalid prices',
  },
  {
    row: 6,
    title: 'source answers 429',
    files: [`${searches}-faults.test.ts`, 'tests/faults/stale-source.test.ts'],
    testNamePattern: 'limits requests or fails|becomes stale',
  },
  {
    row: 7,
    title: 'source answers slowly or never',
    files: [`${searches}-faults.test.ts`],
    testNamePattern: 'a slow source',
  },
  {
    row: 8,
    title: 'late and repeated ticks',
    files: ['tests/faults/market-worker.test.ts', 'tests/faults/recorded-market.test.ts'],
    testNamePattern: 'late ticks|recorded|replay',
  },
  ownRow(9, 'wall clock jumps an hour', 'clock'),
  ownRow(10, 'disk full', 'database-away'),
  ownRow(11, 'database restarts', 'database-away'),
  ownRow(12, 'second process on the same data', 'second-process'),
  {
    row: 13,
    title: 'stream client that reads nothing',
    files: ['tests/faults/live-stream.test.ts'],
    testNamePattern: 'reads nothing',
  },
  ownRow(14, 'restart under many open streams', 'reconnect-storm'),
  {
    row: 16,
    title: 'session revoked while in use',
    files: [
      'tests/faults/live-stream.test.ts',
      `${boundaries}/revoked-accounts.test.ts`,
      'server/auth/token-revocation.test.ts',
    ],
    testNamePattern: 'session that ends|account that was|revocation check',
  },
  {
    row: 17,
    title: 'random requests',
    files: ['api', 'schema', 'payload'].map((what) => `${boundaries}/${what}-fuzz.test.ts`),
  },
  ownRow(18, 'mail the relay never accepts', 'mail-faults'),
  {
    row: 19,
    title: 'webhooks repeated, reordered, stale, lost, cut off',
    files: ['', '-kill', '-reconciliation'].map((part) => `tests/faults/billing${part}.test.ts`),
  },
  ownRow(20, 'SIGTERM while a mail is being sent', 'shutdown-while-sending'),
  { row: 21, title: 'requests that never end', files: [`${boundaries}/slow-requests.test.ts`] },
  ownRow(22, 'relay that refuses us', 'mail-faults'),
  {
    row: 23,
    title: 'mute connections',
    files: [
      'tests/faults/mute-database.test.ts',
      'tests/faults/mute-proxy.test.ts',
      'tests/faults/mute-sessions.test.ts',
      'server/db/session-connection.test.ts',
    ],
  },
  ownRow(24, 'worker that cannot apply readings', 'worker-stalled'),
  ownRow(25, 'SIGTERM, once and twice', 'shutdown-delay'),
  ownRow(26, 'relay that goes silent', 'silent-relay'),
  ownRow(27, 'relay that refuses us by policy', 'policy-refusal'),
  ownRow(28, 'hours and days away', 'hours-away'),
  {
    row: 29,
    title: 'starts that cannot go on',
    files: ['tests/faults/startup.test.ts', 'server/db/migration-lock.test.ts'],
  },
  ownRow(30, 'fail-over to a standby', 'failover'),
  ownRow(31, 'dropped packets', 'dropped-packets'),
  ownRow(32, 'pgbouncer', 'pgbouncer'),
  { row: 33, title: 'services that never answer', files: ['tests/faults/mute-services.test.ts'] },
  ownRow(35, 'primary whose name moves', 'moved-name'),
  ownRow(36, 'kill -9 at random, over all channels', 'channel-kill'),
  ownRow(37, 'workers and API processes on NATS', 'nats'),
];

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] | null }[];
  }[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const dir = await mkdtemp(join(tmpdir(), 'vigia-campaign-'));
const selectedRows = process.argv.slice(2).map(Number);
let failed = 0;
try {
  for (const row of rows)
    if (selectedRows.length === 0 || selectedRows.includes(row.row))
      failed += (await runRow(row)) ? 0 : 1;
} finally {
  await rm(dir, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;

/** Runs one row; rows run one after the other, or they would disturb each other's figures. @returns false if it failed */
async function runRow({ row, title, files, testNamePattern }: Row): Promise<boolean> {
  const [figures, report] = [join(dir, `${row}.txt`), join(dir, `${row}.json`)];
  const child = spawn(
    join(root, 'node_modules', '.bin', 'vitest'),
    ['run', '--project=node', '--reporter=json', `--outputFile.json=${report}`].concat(
      testNamePattern === undefined ? [] : ['-t', testNamePattern],
      files,
    ),
    { cwd: root, stdio: 'ignore', env: { ...process.env, FAULT_REPORT_FILE: figures } },
  );
  await once(child, 'exit');
  const found: Report | null = await readFile(report, 'utf8').then(JSON.parse, () => null);
  const reported = await readFile(figures, 'utf8').catch(() => '');
  const passed = found !== null && found.numFailedTests === 0 && found.numPassedTests > 0;
  const notRun = reported.includes('not run:');
  const lines = reported.trim() === '' ? `${found?.numPassedTests ?? 0} tests` : reported.trim();
  const verdict = notRun ? 'not run' : passed ? 'passed' : 'FAILED';
  process.stdout.write(`row ${row}, ${title} — ${lines.replaceAll('\n', '; ')} — ${verdict}\n`);
  if (verdict === 'FAILED') process.stdout.write(`${failureOf(found)}\n`);
  return verdict !== 'FAILED';
}

function failureOf(report: Report | null): string {
  if (report === null) return '  no report: run the file by itself';
  return report.testResults
    .flatMap(({ message, assertionResults }) => [
      message,
      ...assertionResults.flatMap(({ failureMessages }) => failureMessages ?? []),
    ])
    .filter((text) => text !== '')
    .map((text) => `  ${text.split('\n').slice(0, 8).join('\n  ')}`)
    .join('\n');
}
