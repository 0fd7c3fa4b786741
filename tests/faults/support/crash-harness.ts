/** Harness of crash tests: starts and kills Vigía repeatedly, and groups the mails its relay received. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect } from 'vitest';
import type { MarketCommand } from '#contract/market-control.ts';
import { makeDataDir, makeDataDirWithDatabase } from '#tests/support/database-template.ts';
import { type RunningVigia, type StartOptions, startVigia } from '#tests/support/local-app.ts';
import { removeDataDir } from '#tests/support/remove-data-dir.ts';
import type { Received } from '#tests/support/smtp-relay.ts';
import { stopProcess } from '#tests/support/stop-process.ts';
import type { GeneratedMarket } from './generate-market.ts';
import { storeThreshold, waitUntil } from './market-harness.ts';
import { listStoredAlerts } from './stored-alerts.ts';

type Options = Pick<StartOptions, 'onOutput'>;

export interface CrashHarness {
  readonly dataDir: string;
  /** Starts Vigía. @param env overrides the harness's variables */
  start(env?: Record<string, string>, options?: Options): Promise<RunningVigia>;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  databaseUrl(): Promise<string>;
  removeDataDir(): Promise<void>;
}

/** Prepares a data directory and market files; the relay lives outside the killed processes. */
export async function createCrashHarness(
  market: GeneratedMarket,
  {
    smtpUrl,
    databaseUrl,
  }: {
    readonly smtpUrl: string;
    /** A function where it changes, as at a fail-over; absent = the one Vigía starts. */
    readonly databaseUrl?: string | (() => string);
  },
): Promise<CrashHarness> {
  const prefix = 'vigia-kill-';
  const dataDir = await (databaseUrl === undefined
    ? makeDataDirWithDatabase(prefix)
    : makeDataDir(prefix));
  const files = { prices: join(dataDir, 'prices.csv'), collectibles: join(dataDir, 'items.csv') };
  await writeFile(files.prices, market.prices);
  await writeFile(files.collectibles, market.collectibles);
  const givenUrl = () => (typeof databaseUrl === 'function' ? databaseUrl() : databaseUrl);
  const ownUrl = async () => (await readFile(join(dataDir, 'postgres-url'), 'utf8')).trim();
  const variables = (): Record<string, string> => {
    const url = givenUrl();
    return {
      MARKET: 'replay',
      REPLAY_PRICES_FILE: files.prices,
      REPLAY_COLLECTIBLES_FILE: files.collectibles,
      MARKET_SPEED: 'max',
      MARKET_PAUSED: '0',
      SMTP_URL: smtpUrl,
      ...(url !== undefined && { DATABASE_URL: url }),
    };
  };
  return {
    dataDir,
    // On a new port each time: another process may have taken the old one.
    start: (env = {}, options = {}) =>
      startVigia({ dataDir, ...options, env: { ...variables(), ...env } }),
    databaseUrl: async () => givenUrl() ?? (await ownUrl()),
    async query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]) {
      const client = new pg.Client({ connectionString: givenUrl() ?? (await ownUrl()) });
      await client.connect();
      try {
        return (await client.query<Row>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    removeDataDir: () => removeDataDir(dataDir),
  };
}

/** Sends SIGKILL and waits for the exit. */
export const kill = ({ process: child }: RunningVigia): Promise<void> =>
  stopProcess(child, 'SIGKILL');

/** Waits for the exit. */
export async function waitForExit({ process: child }: RunningVigia): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Kills Vigía and all processes of its database at once, so without a checkpoint. */
export async function killAll(vigia: RunningVigia): Promise<void> {
  const database = await databasePids(vigia.dataDir);
  const exited = kill(vigia);
  for (const pid of database) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Already exited.
    }
  }
  await exited;
}

/**
 * The database server and its processes, each of which leads a session of its own: one that outlives the server, in the
 * middle of a statement or an fsync, would keep the next one from starting for as long.
 */
async function databasePids(dataDir: string): Promise<number[]> {
  const postmaster = await postmasterPid(dataDir);
  if (postmaster === null) return [];
  // Exits with 1 when there are none.
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(postmaster)]).catch(() => ({
    stdout: '',
  }));
  return [postmaster, ...stdout.split('\n').filter(Boolean).map(Number)];
}

/** Reads the pid file of the database server. */
async function postmasterPid(dataDir: string): Promise<number | null> {
  const movedTo = await readFile(join(dataDir, 'postgres-place'), 'utf8').catch(() => null);
  const postgresDir = movedTo?.trim() ?? join(dataDir, 'postgres');
  const text = await readFile(join(postgresDir, 'cluster', 'postmaster.pid'), 'utf8').catch(
    () => '',
  );
  const pid = Number.parseInt(text, 10);
  return Number.isInteger(pid) ? pid : null;
}

/** Sends a command to the market's control page. @throws if it is rejected */
async function sendCommand({ origin }: RunningVigia, command: MarketCommand): Promise<void> {
  const answer = await fetch(`${origin}/__local/mercado`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(command),
  });
  if (!answer.ok) throw new Error(`The market rejected ${command.action}: ${answer.status}`);
}

export const play = (vigia: RunningVigia) => sendCommand(vigia, { action: 'play' });
export const playAtMaxSpeed = (vigia: RunningVigia) =>
  sendCommand(vigia, { action: 'speed', factor: 'max' });

/** Distributes the market's thresholds over so many new users `u0`, `u1`…, who are checked every second. */
export async function assignThresholds(
  { query }: Pick<CrashHarness, 'query'>,
  { thresholds }: GeneratedMarket,
  users: number,
): Promise<void> {
  await query(
    `insert into users (uid, email, username, email_confirmed_at, frecuencia)
     select 'u' || n, 'u' || n || '@correo.example', 'Vigilante', now(), 1
       from generate_series(0, $1 - 1) n`,
    [users],
  );
  for (const [index, threshold] of thresholds.entries())
    await storeThreshold(query, `u${index % users}`, threshold);
  await query(`select pg_notify('vigia_threshold_commands', '')`);
}

/**
 * Expires the leases of mails claimed by a killed sender.
 * @param ids of the mails; absent = all, while no sender runs
 */
export const expireLeases = ({ query }: CrashHarness, ids?: readonly string[]): Promise<unknown> =>
  query(
    `update deliveries set next_attempt_at = now()
      where state = 'sending' and ($1::uuid[] is null or id = any($1))`,
    [ids ?? null],
  );

export const countReadings = async ({ query }: CrashHarness): Promise<number> =>
  (await query<{ n: number }>('select count(*)::integer as n from readings'))[0]?.n ?? 0;

/** Waits until the market has ended and all its alerts have been mailed. */
export async function waitForAlertsSent(
  harness: CrashHarness,
  { origin }: RunningVigia,
): Promise<void> {
  const hasEnded = async () => {
    const headers = { accept: 'application/json' };
    const response = await fetch(`${origin}/__local/mercado`, { headers });
    return (await response.json()).state === 'ended';
  };
  // How long the rest of a market takes is the machine's: only one that stands still has failed.
  while (!(await hasEnded())) {
    const seen = await countReadings(harness);
    await waitUntil(async () => (await countReadings(harness)) > seen || (await hasEnded()));
  }
  await waitForMailsSent(harness);
}

/** Waits until every alert that has fired has been mailed. */
const waitForMailsSent = ({ query }: Pick<CrashHarness, 'query'>): Promise<void> =>
  waitUntil(async () => {
    const rows = await query(
      `select 1 from alerts where channel_pending
       union all select 1 from deliveries where state in ('pending', 'sending')`,
    );
    return rows.length === 0;
  }, 300_000);

export interface ReceivedAlerts {
  /** Mail ids by `threshold/version/episode`. */
  readonly mailsOf: Map<string, Set<string>>;
  /** Ids of mails received more than once under the same Message-ID. */
  readonly repeated: string[];
  readonly mails: number;
}

/**
 * Compares with the pure engine: the same alerts, each in one mail. A mail is received again, under its Message-ID, only
 * if it was being sent at a kill.
 */
export async function expectEachAlertInOneMail(
  { query }: Pick<CrashHarness, 'query'>,
  market: Pick<GeneratedMarket, 'expected'>,
  received: readonly MailWithAlerts[],
  leftSending: ReadonlySet<string> = new Set(),
): Promise<ReceivedAlerts & { readonly alerts: number }> {
  const expected = market.expected();
  expect(await listStoredAlerts(query)).toEqual(expected);
  const fired = await query<{ alert: string }>(
    `select concat_ws('/', t.id, a.version, a.episode) as alert
       from alerts a join thresholds t on t.key = a.threshold_key`,
  );
  const all = groupByAlert(received);
  expect(new Set(all.mailsOf.keys())).toEqual(new Set(fired.map(({ alert }) => alert)));
  expect([...all.mailsOf].filter(([, ids]) => ids.size !== 1)).toEqual([]);
  expect(all.repeated.filter((id) => !leftSending.has(id))).toEqual([]);
  return { ...all, alerts: expected.length };
}

/** A mail's id and the alerts it contains. */
export interface MailWithAlerts {
  readonly mail: Pick<Received['mail'], 'messageId' | 'headers'>;
}

/** Groups received mails by alert. */
function groupByAlert(received: readonly MailWithAlerts[]): ReceivedAlerts {
  const mailsOf = new Map<string, Set<string>>();
  const deliveries = new Map<string, number>();
  for (const { mail } of received) {
    const id = /^<(.+)@/.exec(mail.messageId ?? '')?.[1] ?? '';
    deliveries.set(id, (deliveries.get(id) ?? 0) + 1);
    for (const alert of alertIdsOfMail(mail))
      mailsOf.set(alert, (mailsOf.get(alert) ?? new Set()).add(id));
  }
  const repeated = [...deliveries].filter(([, times]) => times > 1).map(([id]) => id);
  return { mailsOf, repeated, mails: deliveries.size };
}

/** @returns each as `threshold/version/episode` */
function alertIdsOfMail({ headers }: MailWithAlerts['mail']): string[] {
  const header = headers.find(({ key }) => key === 'x-vigia-alerts')?.value ?? '';
  return header.split(/,\s*/).filter(Boolean);
}
