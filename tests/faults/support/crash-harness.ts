/** Vigía as a process that is killed again and again: its market, its watchers, and what reached their mailboxes. */
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { MarketCommand } from '#contract/market-control.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import type { Received } from '#tests/support/smtp-relay.ts';
import type { GeneratedMarket } from './generate-market.ts';
import { alertLine, waitUntil } from './market-harness.ts';

export interface CrashHarness {
  readonly dataDir: string;
  /** @param env above what every start of this stage has */
  open(env?: Record<string, string>): Promise<RunningVigia>;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  remove(): Promise<void>;
}

/** A data directory, a market that waits for leave to begin, and a relay outside of everything that is killed. */
export async function createCrashHarness(
  market: GeneratedMarket,
  { smtpUrl, databaseUrl }: { readonly smtpUrl: string; readonly databaseUrl?: string },
): Promise<CrashHarness> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigia-kill-'));
  await chmod(dataDir, 0o755);
  const files = { prices: join(dataDir, 'prices.csv'), collectibles: join(dataDir, 'items.csv') };
  await writeFile(files.prices, market.prices);
  await writeFile(files.collectibles, market.collectibles);
  const own = async () => (await readFile(join(dataDir, 'postgres-url'), 'utf8')).trim();
  return {
    dataDir,
    open: (env = {}) =>
      // On another port each time: while nobody listened, the old one may have gone to someone else.
      startVigia({
        dataDir,
        env: {
          MARKET: 'replay',
          MARKET_FILE: files.prices,
          MARKET_COLLECTIBLES: files.collectibles,
          MARKET_SPEED: 'max',
          MARKET_PAUSED: '0',
          SMTP_URL: smtpUrl,
          ...(databaseUrl && { DATABASE_URL: databaseUrl }),
          ...env,
        },
      }),
    async query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]) {
      const client = new pg.Client({ connectionString: databaseUrl ?? (await own()) });
      await client.connect();
      try {
        return (await client.query<Row>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** No goodbye. Resolves once it is gone. */
export async function kill({ process: child }: RunningVigia): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const left = once(child, 'exit');
  child.kill('SIGKILL');
  await left;
}

/** Until somebody else has ended it. */
export async function died({ process: child }: RunningVigia): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Vigía and every process of its database at once: no checkpoint either. */
export async function killAll(vigia: RunningVigia): Promise<void> {
  const postmaster = await postmasterPid(vigia.dataDir);
  const left = kill(vigia);
  try {
    if (postmaster !== null) process.kill(-postmaster, 'SIGKILL');
  } catch {
    // It had gone already.
  }
  await left;
}

/** The database server leads a process group of its own and writes its number beside its cluster. */
async function postmasterPid(dataDir: string): Promise<number | null> {
  const elsewhere = await readFile(join(dataDir, 'postgres-place'), 'utf8').catch(() => null);
  const home = elsewhere?.trim() ?? join(dataDir, 'postgres');
  const text = await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isInteger(pid) ? pid : null;
}

/** An order to the market, as its page gives them. */
async function order({ origin }: RunningVigia, command: MarketCommand): Promise<void> {
  const answer = await fetch(`${origin}/__local/mercado`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(command),
  });
  if (!answer.ok) throw new Error(`The market refused to ${command.action}: ${answer.status}`);
}

export const play = (vigia: RunningVigia) => order(vigia, { action: 'play' });
/** From now on it waits for nothing. */
export const playAtMaxSpeed = (vigia: RunningVigia) =>
  order(vigia, { action: 'speed', factor: 'max' });

/** The market's thresholds, dealt to so many people who are told every second. */
export async function assignThresholds(
  { query }: CrashHarness,
  { thresholds }: GeneratedMarket,
  people: number,
): Promise<void> {
  await query(
    `insert into users (uid, email, username, email_confirmed_at, frecuencia)
     select 'u' || n, 'u' || n || '@correo.example', 'Vigilante', now(), 1
       from generate_series(0, $1 - 1) n`,
    [people],
  );
  for (const [index, { id, target, condition, value, bandBp }] of thresholds.entries()) {
    await query(
      `with inserted as (
         insert into thresholds (uid, id, target_kind, target_id, category, match_id, condition, value,
                                 currency, band_bp)
         select $1, $2, $3, $4, $5,
                case when $3 = 'match' then $4 else (select match_id from collectibles where id = $4) end,
                $6, $7, 'USD', $8
         returning key, version)
       insert into threshold_commands (threshold_key, action, version)
       select key, 'start', version from inserted`,
      [
        `u${index % people}`,
        id,
        target.kind,
        target.id,
        target.kind === 'match' ? target.category : null,
        condition,
        value,
        bandBp,
      ],
    );
  }
  await query(`select pg_notify('vigia_commands', '')`);
}

export const untilTaken = ({ query }: CrashHarness): Promise<void> =>
  waitUntil(
    async () =>
      (await query('select 1 from threshold_commands where applied_at is null')).length === 0,
  );

/**
 * Mails that a dead sender still holds are free at once, as if half a minute had passed.
 * @param ids theirs; absent = all, while no sender lives
 */
export const passLeases = ({ query }: CrashHarness, ids?: readonly string[]): Promise<unknown> =>
  query(
    `update outbox set next_attempt_at = now()
      where state = 'sending' and ($1::uuid[] is null or id = any($1))`,
    [ids ?? null],
  );

export const countReadings = async ({ query }: CrashHarness): Promise<number> =>
  (await query<{ n: number }>('select count(*)::integer as n from readings'))[0]?.n ?? 0;

/** Until the market is over and everything it fired has been told. */
export async function untilTold({ query }: CrashHarness, { origin }: RunningVigia): Promise<void> {
  const tool = `${origin}/__local/mercado`;
  await waitUntil(async () => {
    const response = await fetch(tool, { headers: { accept: 'application/json' } });
    return (await response.json()).state === 'ended';
  }, 600_000);
  await waitUntil(async () => {
    const rows = await query(
      `select 1 from alerts where outbox_id is null
       union all select 1 from outbox where state in ('pending', 'sending')`,
    );
    return rows.length === 0;
  }, 120_000);
}

/** As {@link GeneratedMarket.expected} tells them. */
export async function alertsOf({ query }: CrashHarness): Promise<string[]> {
  const rows = await query<{
    id: string;
    episode: number;
    at: Date;
    value: number;
    already: boolean;
  }>(
    `select t.id, a.episode, a.observed_at as at, a.value_cents as value, a.already
       from alerts a join thresholds t on t.key = a.threshold_key`,
  );
  return rows.map((row) => alertLine({ ...row, at: row.at.getTime() })).sort();
}

export interface ReceivedAlerts {
  /** By `threshold/version/episode`: the different mails that carry it. */
  readonly mailsOf: Map<string, Set<string>>;
  /** Ids of mails that arrived more than once; each time with the same Message-ID, or they would be two. */
  readonly repeated: string[];
  readonly mails: number;
}

/** Of a mail, what says which one it is and which alerts it carries. */
export interface Envelope {
  readonly mail: Pick<Received['mail'], 'messageId' | 'headers'>;
}

/** What the people were told, according to the relay alone. */
export function groupByAlert(received: readonly Envelope[]): ReceivedAlerts {
  const mailsOf = new Map<string, Set<string>>();
  const deliveries = new Map<string, number>();
  for (const { mail } of received) {
    const id = /^<(.+)@/.exec(mail.messageId ?? '')?.[1] ?? '';
    deliveries.set(id, (deliveries.get(id) ?? 0) + 1);
    for (const alert of alertsIn(mail))
      mailsOf.set(alert, (mailsOf.get(alert) ?? new Set()).add(id));
  }
  const repeated = [...deliveries].filter(([, times]) => times > 1).map(([id]) => id);
  return { mailsOf, repeated, mails: deliveries.size };
}

/** @returns each as `threshold/version/episode` */
export function alertsIn({ headers }: Envelope['mail']): string[] {
  const named = headers.find(({ key }) => key === 'x-vigia-alerts')?.value ?? '';
  return named.split(/,\s*/).filter(Boolean);
}
