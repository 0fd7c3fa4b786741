/**
 * `npm run test:release`: unpacks the release as root, runs it as a user without an account or a home against Debian's
 * PostgreSQL, nginx and Postfix, and follows an operator: check, migrate, start, health, a plan granted, an
 * alert told, a dump restored, stop. Fail-over and pgbouncer: rows 30 and 32 of tests/faults.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { firestoreStandin } from '#standins/firestore/plugin.ts';
import { loadSigningKeys } from '#standins/identity/signing-keys.ts';
import { signIdToken } from '#tests/support/id-token.ts';
import { freePort } from '#tests/support/local-app.ts';
import { requiredVariables } from '#tests/support/required-variables.ts';
import { retryUntil } from '#tests/support/retry-until.ts';
import { startRelay } from '#tests/support/smtp-relay.ts';
import { createCertificate } from './certificate.ts';
import { type DebianPostgres, startDebianPostgres } from './debian-postgres.ts';
import { hasCommand } from './has-command.ts';
import { prepareNginx } from './nginx.ts';
import { startPostfix } from './postfix.ts';

const releases = fileURLToPath(new URL('../../release', import.meta.url));
const maxModulesBytes = 60e6;
const projectId = 'vigia-entrega';
const uid = 'ana';
const email = 'ana@correo.example';
/** An account that does not exist: it owns nothing, and has no home. */
const owner = process.getuid?.() === 0 ? { uid: 61_234, gid: 61_234 } : {};

const say = (line: string) => process.stdout.write(`${line}\n`);
let passed = 0;
let failed = 0;
const startedAtMs = performance.now();
const seconds = () => `${((performance.now() - startedAtMs) / 1_000).toFixed(1)} s`;

function check(what: string, holds: boolean, detail = ''): void {
  if (holds) passed += 1;
  else failed += 1;
  say(`${holds ? '✓' : '✘'} ${what} (${seconds()})${holds || detail === '' ? '' : `\n${detail}`}`);
}

const archive = readdirSync(releases).find((name) => name.endsWith('.tar.gz'));
if (archive === undefined) throw new Error('npm run release makes the archive');
const missing = ['openssl', 'nginx', 'postfix'].filter((name) => !hasCommand(name));
const postgres = missing.length === 0 ? await startDebianPostgres() : null;
if (postgres === null) {
  say(`not run: Debian’s ${missing.join(', ') || 'PostgreSQL'} not installed`);
  say('0 passed, 0 failed, 1 skipped');
  process.exit(0);
}
const dir = mkdtempSync(join(tmpdir(), 'vigia-release-'));
execFileSync('chmod', ['755', dir]);
execFileSync('tar', ['--extract', '--no-same-owner', '--file', join(releases, archive)], {
  cwd: dir,
});
const folder = join(dir, archive.replace(/\.tar\.gz$/, ''));
const keys = await loadSigningKeys(join(dir, 'keys'));
const services = Fastify();
services.get('/jwks', async () => keys.jwks);
await services.register(firestoreStandin, { dataDir: join(dir, 'firestore'), projectId, keys });
const servicesUrl = await services.listen({ port: 0, host: '127.0.0.1' });
const relay = await startRelay();
const port = await freePort();
const certificate = createCertificate(dir);
// As NODE_EXTRA_CA_CERTS for Vigía: this process started before the certificate.
tls.setDefaultCACertificates([
  ...tls.getCACertificates('default'),
  readFileSync(certificate.certificate, 'utf8'),
]);
const nginx = await prepareNginx(dir, certificate);
const origin = `https://localhost:${nginx.httpsPort}`;
/** What the trial started, the last first. */
const closers: (() => unknown)[] = [() => nginx.close()];

const env = {
  PATH: '/usr/bin:/bin',
  HOME: '/nonexistent',
  TMPDIR: '/nonexistent',
  ...requiredVariables,
  DIST_DIR: 'dist',
  PORT: String(port),
  APP_ORIGIN: origin,
  NODE_EXTRA_CA_CERTS: certificate.certificate,
  SHUTDOWN_DELAY_SECONDS: '1',
  FIREBASE_PROJECT_ID: projectId,
  IDENTITY_JWKS_URL: `${servicesUrl}/jwks`,
  FIRESTORE_HOST: new URL(servicesUrl).host,
  FIRESTORE_ADMIN_TOKEN: 'owner',
};
/** Variables that change during the trial. */
let variables: Record<string, string> = {};
const options = () => ({ ...owner, cwd: '/', env: { ...env, ...variables } }) as const;
const vigia = (...args: string[]) =>
  spawnSync(join(folder, 'vigia'), args, { ...options(), encoding: 'utf8' });
let server = null as ChildProcess | null;
let log = '';

try {
  say(`${archive}, ${postgres.version}`);
  const postfix = await startPostfix(Number(new URL(relay.url).port), certificate);
  closers.push(() => postfix.close());
  variables = {
    DATABASE_URL: postgres.url,
    DATABASE_SESSION_URL: postgres.url,
    SMTP_URL: postfix.url,
  };
  const before = snapshot();
  const modules = sizeOf(join(folder, 'node_modules'));
  check(`node_modules ≤ 60 MB: ${Math.round(modules / 1e6)}`, modules <= maxModulesBytes);
  const unset = spawnSync(join(folder, 'vigia'), ['check'], {
    ...options(),
    env: {},
    encoding: 'utf8',
  });
  check(
    'check lists what is missing',
    unset.status === 1 && unset.stderr.includes('SMTP_URL: falta'),
  );
  const checked = vigia('check');
  check('check accepts the configuration', checked.status === 0, checked.stderr);
  for (const time of ['the first', 'the second']) {
    const migrated = vigia('migrate');
    check(`migrate, ${time} time`, migrated.status === 0, migrated.stderr);
  }
  await start();
  check('starts', true);
  check('health', vigia('health').status === 0);
  await nginx.start(port);
  const page = await fetch(`${origin}/login`);
  check(
    'nginx serves the app by TLS',
    page.ok &&
      (await page.text()).includes('/assets/') &&
      page.headers.has('strict-transport-security'),
  );
  const inside = await fetch(`${origin}/metrics`);
  check('nginx shows nobody the metrics', inside.status === 404);
  const plain = await fetch(`http://127.0.0.1:${nginx.httpPort}/login`, { redirect: 'manual' });
  check('nginx redirects to https', plain.status === 301);
  await triggerAlert();
  check(
    'an operator’s first alert arrives through Postfix',
    relay.received.some(isAlert),
    await (await fetch(`${origin}/health`)).text(),
  );
  const requeued = vigia('admin', 'deliveries', 'retry');
  check('admin deliveries retry has nothing to do', requeued.stdout.startsWith('0 envíos'));
  await checkRestore(postgres);
  check('no alert was sent twice', relay.received.filter(isAlert).length === 1);
  await stop();
  check('health afterwards says no', vigia('health').status === 1);
  check('wrote nothing into its folder', snapshot() === before);
} finally {
  server?.kill('SIGKILL');
  for (const close of closers.reverse()) await close();
  await services.close();
  await relay.close();
  await postgres.close();
  rmSync(dir, { recursive: true, force: true });
}
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function start(): Promise<void> {
  log = '';
  server = spawn(join(folder, 'vigia'), { ...options(), stdio: ['ignore', 'pipe', 'inherit'] });
  server.stdout?.on('data', (chunk: Buffer) => {
    log += chunk.toString('utf8');
  });
  await retryUntil(async () => {
    if (!log.includes('"ready"')) throw new Error(`not ready:\n${log}`);
  });
}

async function stop(): Promise<void> {
  if (server === null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  server = null;
  check('stops with 0', code === 0, log.slice(-2_000));
}

async function countReadings(postgres: DebianPostgres, database?: string): Promise<number> {
  return Number((await postgres.query('select count(*) as n from readings', database))?.n);
}

async function waitForNextReading(postgres: DebianPostgres, database?: string): Promise<void> {
  const before = await countReadings(postgres, database);
  await retryUntil(async () => {
    if ((await countReadings(postgres, database)) <= before) throw new Error(`no reading:\n${log}`);
  });
}

/** A dump of the running database, restored beside it. */
async function checkRestore(source: DebianPostgres): Promise<void> {
  const dump = join(dir, 'vigia.dump');
  execFileSync(source.program('pg_dump'), ['-Fc', '-f', dump, source.url]);
  await stop();
  await source.query('create database copia');
  const copyUrl = source.url.replace(/vigia$/, 'copia');
  const restoreArgs = ['--no-owner', '--exit-on-error', '-d', copyUrl, dump];
  execFileSync(source.program('pg_restore'), restoreArgs);
  variables = { ...variables, DATABASE_URL: copyUrl, DATABASE_SESSION_URL: copyUrl };
  const before = await countReadings(source, 'copia');
  await start();
  await waitForNextReading(source, 'copia');
  check(`restored with ${before} readings, and goes on`, before > 0);
}

/** A user with a confirmed address, granted a plan, and a line that today's price has crossed already. */
async function triggerAlert(): Promise<void> {
  const token = await signIdToken(keys, projectId, { uid, email });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const stored = await fetch(`${origin}/api/users/config`, { headers });
  check('a new user is let in', stored.ok, await stored.text());
  const granted = vigia('admin', 'plan', email, 'elite');
  check('admin grants a plan', granted.status === 0, granted.stderr);
  const threshold = {
    target: { kind: 'match', id: 'm2' },
    condition: 'above',
    value: 100,
    currency: 'EUR',
  };
  const saved = await fetch(`${origin}/api/users/config`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({
      partidos: ['m2'],
      frecuencia: 60,
      umbrales: { [crypto.randomUUID()]: threshold },
    }),
  });
  check('a line is saved', saved.ok, await saved.text());
  await retryUntil(async () => {
    if (!relay.received.some(isAlert)) throw new Error('no alert has arrived');
  }).catch(() => {});
}

function isAlert({ to, mail }: (typeof relay.received)[number]): boolean {
  return to.includes(email) && /umbral|línea|precio/i.test(mail.subject ?? '');
}

/** Names and times of everything in the unpacked folder. */
function snapshot(): string {
  return entriesOf(folder)
    .map((path) => `${path} ${statSync(path).mtimeMs}`)
    .sort()
    .join('\n');
}

function sizeOf(path: string): number {
  return entriesOf(path).reduce((sum, entry) => sum + statSync(entry).size, 0);
}

function entriesOf(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
