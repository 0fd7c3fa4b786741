/**
 * The one writer of a source, while it holds the lease: stores what arrives, applies it in order, and takes
 * thresholds in and out between readings. Any failure ends it; the next one starts from the database.
 */
import type pg from 'pg';
import { createClient } from '../db/pool.ts';
import {
  appendReadings,
  type NewReading,
  purgeReadings,
  readUnapplied,
  type StoredReading,
} from '../db/readings.ts';
import { readKickoffs, readSource } from '../db/source.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Marketplace } from '../marketplaces/marketplace.ts';
import { applyCommands, type CommandContext, closeStarted, holdForeign } from './apply-commands.ts';
import { applyReading } from './apply-reading.ts';
import type { Bell } from './bell.ts';
import { type ArrivedReading, Intake } from './intake.ts';
import { assertLease, type Lease } from './lease.ts';
import type { MarketMetrics } from './market.ts';
import { loadMemory, type Memory } from './memory.ts';
import { checkReading } from './record-ticks.ts';

/** What the worker tells as it goes. */
export interface WorkerProgress {
  /** After each commit of a reading. */
  applied(reading: StoredReading): void;
  /** Nothing is in hand: `ended` once the source has no more and all of it is committed. */
  idle(ended: boolean): void;
  busy(): void;
}

export interface WorkerOptions {
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  readonly source: Marketplace;
  readonly lease: Lease;
  readonly metrics: MarketMetrics;
  readonly progress: WorkerProgress;
  /** Rung to have a look at once. */
  readonly bell: Bell;
  /** Aborted to stop between two transactions. */
  readonly signal: AbortSignal;
}

/** Kick-offs and ends of snoozes are noticed within this. */
const lookEveryMs = 1_000;
const purgeEveryMs = 3_600_000;

/** Runs until aborted. @throws what made it stop otherwise */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const listener = await listenForCommands(options);
  const intake = new Intake(() => {
    options.progress.busy();
    options.bell.ring();
  });
  let producing: Promise<void> | null = null;
  let working: Promise<void> | null = null;
  try {
    const worker = await Worker.load({ ...options, signal }, intake);
    await worker.applyStored();
    producing = intake.run(options.source, signal);
    working = worker.run();
    await Promise.race([working, options.lease.lost, listener.lost]);
  } finally {
    stop.abort();
    intake.release();
    options.bell.ring();
    // Its failure, if any, is the one on its way out already.
    await working?.catch(() => {});
    await producing;
    await listener.end();
  }
}

interface Start {
  readonly memory: Memory;
  readonly marketNow: Date | null;
  readonly position: number;
  readonly kickoffs: readonly number[];
}

class Worker {
  readonly #options: WorkerOptions;
  readonly #intake: Intake;
  readonly #memory: Memory;
  #marketNow: Date | null;
  #position: number;
  #purgedAt = 0;
  /** Those not yet seen to pass; the past ones too at start, for someone may have been away. */
  #kickoffs: readonly number[];

  private constructor(options: WorkerOptions, intake: Intake, start: Start) {
    this.#options = options;
    this.#intake = intake;
    this.#memory = start.memory;
    this.#marketNow = start.marketNow;
    this.#position = start.position;
    this.#kickoffs = start.kickoffs;
  }

  static async load(options: WorkerOptions, intake: Intake): Promise<Worker> {
    const memory = await loadMemory(options.pool, options.source.name);
    const row = await readSource(options.pool);
    return new Worker(options, intake, {
      memory,
      marketNow: row?.marketNow ?? null,
      position: row?.position ?? 0,
      kickoffs: await readKickoffs(options.pool, options.source.name),
    });
  }

  /** What was acknowledged before the last stop comes before anything new. */
  async applyStored(): Promise<void> {
    const { pool, source } = this.#options;
    await this.#applyAll(await readUnapplied(pool, source.name));
  }

  async run(): Promise<void> {
    const { bell, progress, signal } = this.#options;
    while (!signal.aborted) {
      progress.busy();
      await this.#betweenReadings();
      const arrived = this.#intake.takeAll();
      if (arrived.length > 0) {
        await this.#applyAll(await this.#store(arrived));
        continue;
      }
      await this.#purge();
      progress.idle(this.#intake.ended);
      await bell.wait(lookEveryMs);
    }
  }

  async #applyAll(readings: readonly StoredReading[]): Promise<void> {
    const { pool, signal, progress } = this.#options;
    for (const reading of readings) {
      if (signal.aborted) return;
      await this.#betweenReadings();
      await applyReading(pool, this.#context(), reading);
      if (this.#marketNow === null || reading.observedAt > this.#marketNow) {
        this.#marketNow = reading.observedAt;
      }
      progress.applied(reading);
    }
  }

  async #betweenReadings(): Promise<void> {
    const { pool } = this.#options;
    if (this.#kickedOff()) await closeStarted(pool, this.#context());
    await applyCommands(pool, this.#context());
  }

  /** Asks the database only when some kick-off may have passed; a replay has none. */
  #kickedOff(): boolean {
    const now = Date.now();
    const left = this.#kickoffs.filter((at) => at > now);
    const passed = left.length < this.#kickoffs.length;
    this.#kickoffs = left;
    return passed;
  }

  #context(): CommandContext {
    const { lease, metrics } = this.#options;
    return { memory: this.#memory, lease, metrics, marketNow: this.#marketNow };
  }

  /** The acknowledgement: whole readings, durable, before anything is evaluated. */
  async #store(arrived: readonly ArrivedReading[]): Promise<StoredReading[]> {
    const { pool, lease, metrics, source } = this.#options;
    const position = this.#position + arrived.length;
    const accepted: NewReading[] = [];
    const foreign = new Set<string>();
    for (const { reading, arrivedAt } of arrived) {
      const checked = checkReading(reading, this.#memory.currencies, arrivedAt);
      for (const [reason, times] of checked.rejected) metrics.ticksRejected.inc({ reason }, times);
      for (const id of checked.foreign) foreign.add(id);
      if (checked.accepted !== null) accepted.push({ ...checked.accepted, arrivedAt });
    }
    const stored = await inTransaction(pool, async (client) => {
      await assertLease(client, lease);
      return appendReadings(client, source.name, accepted, position);
    });
    this.#position = position;
    await holdForeign(pool, this.#context(), [...foreign]);
    return stored;
  }

  async #purge(): Promise<void> {
    if (Date.now() - this.#purgedAt < purgeEveryMs) return;
    this.#purgedAt = Date.now();
    await purgeReadings(this.#options.pool, this.#options.source.name);
  }
}

/** Wakes the worker when settings change; `lost` rejects when nobody would wake it any more. */
async function listenForCommands({ databaseUrl, bell }: WorkerOptions) {
  const client = createClient(databaseUrl);
  const lost = new Promise<never>((_, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('The command listener’s session ended.')));
  });
  lost.catch(() => {});
  await client.connect();
  await client.query('listen vigia_commands');
  client.on('notification', () => bell.ring());
  return {
    lost,
    async end() {
      await client.end().catch(() => {});
    },
  };
}
