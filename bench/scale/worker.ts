/**
 * The worker's gap between two readings at scale: commands, a kick-off and saves of a hundred thousand thresholds, and the
 * engine's share of it. Wall times of a gap are what the next reading waits for.
 *
 *     npm run bench -- scale-worker
 */

import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ConfiguracionInput } from '#contract/users.ts';
import { initialThresholdState } from '#domain/crossing.ts';
import { Engine, type StoredThreshold } from '#server/engine/engine.ts';
import { applyReading } from '#server/market-worker/apply-reading.ts';
import {
  applyCommands,
  type CommandContext,
} from '#server/market-worker/apply-threshold-commands.ts';
import { OwnedShards } from '#server/market-worker/owned-shards.ts';
import { pauseThresholdsPastKickoff } from '#server/market-worker/pause-past-kickoff.ts';
import { joinWorkers } from '#server/market-worker/worker-membership.ts';
import { createMetrics } from '#server/metrics.ts';
import { saveSettings } from '#server/users/settings/save-settings.ts';
import { postgresBus } from '#tests/support/event-bus.ts';
import { median } from '../median.ts';
import { report } from '../report.ts';
import { fillMarket, openScaleApi } from './scale-api.ts';

const crowd = Number(process.env.BENCH_CROWD ?? 100_000);
const market = { collectibles: 20_000, matches: 2_000, readings: 1 };
const saved = 1_000;
/** Of the reading that was applied last. */
let readings = 1_000;

engineRows();
const api = await openScaleApi();
await fillMarket(api.pool, market);
const membership = await joinWorkers(api.url, 'bench', { playing: false, speed: 1 });
const worker = await loadWorker();
await commandsRow();
await savesRow();
await kickoffRow();
await membership.leave();
await api.close();

/** Thresholds on one target, in the order of their ids, which is not that of their levels. */
function thresholdsOnOne(count: number): StoredThreshold[] {
  const conditions = ['below', 'above', 'change', 'low'] as const;
  return Array.from({ length: count }, (_, id) => {
    const condition = conditions[id % 4] ?? 'below';
    const value =
      condition === 'low'
        ? 1 + (id % 365)
        : 1 + ((id * 7_919) % (condition === 'change' ? 9_000 : 900_000));
    const target = { kind: 'collectible', id: 'c1' } as const;
    const threshold = { id, version: 1, currency: 'EUR', target, condition, value, bandBp: 300 };
    return { threshold, state: initialThresholdState };
  });
}

function engineWith(stored: readonly StoredThreshold[], page: number) {
  const engine = new Engine();
  engine.addCollectible({ id: 'c1', matchId: 'm1', category: '1', currency: 'EUR' });
  engine.loadHistory('c1', [{ atMs: 0, floorCents: 450_000 }]);
  for (let from = 0; from < stored.length; from += page)
    engine.restore(stored.slice(from, from + page));
  return engine;
}

function engineRows(): void {
  const million = thresholdsOnOne(10 * crowd);
  const restoring = cpuOf(() => engineWith(million, 2_000));
  report({
    what: `restoring ${million.length.toLocaleString('en')} thresholds on one target, in pages`,
    unit: 's of CPU',
    value: restoring / 1_000,
    goal: { max: 3 },
  });
  const removal = (count: number) => {
    const stored = million.slice(0, count);
    const times = [1, 2, 3].map(() => {
      const engine = engineWith(stored, 2_000);
      return cpuOf(() => {
        for (let from = 0; from < count; from += 1_000)
          engine.remove(stored.slice(from, from + 1_000).map(({ threshold }) => threshold.id));
      });
    });
    return median(times);
  };
  const fifth = removal(crowd / 5);
  report({
    what: `removing ${crowd.toLocaleString('en')} thresholds of one target, in pages`,
    unit: 'ms of CPU',
    value: removal(crowd),
    reference: { name: 'a fifth as many', value: fifth },
    goal: { max: 7 },
  });
}

function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function loadWorker(): Promise<CommandContext> {
  const loaded = Promise.withResolvers<void>();
  const shards = new OwnedShards({ pool: api.pool, membership, onLoaded: loaded.resolve });
  await shards.rebalance();
  await loaded.promise;
  await shards.addLoaded();
  return { shards, metrics: createMetrics(), bus: postgresBus(api.url) };
}

/** Runs gaps until none has anything left; the event loop's longest delay meanwhile. */
async function drain(gap: () => Promise<'more' | 'locked' | null>) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const gaps: number[] = [];
  const beganAt = performance.now();
  for (let unfinished: string | null = 'more'; unfinished !== null; ) {
    const began = performance.now();
    unfinished = await gap();
    gaps.push(performance.now() - began);
  }
  delay.disable();
  return {
    longestMs: Math.max(...gaps),
    gaps: gaps.length,
    totalMs: performance.now() - beganAt,
    blockedMs: delay.max / 1e6,
  };
}

function reportDrain(
  what: string,
  { longestMs, gaps, totalMs, blockedMs }: Awaited<ReturnType<typeof drain>>,
) {
  const note = `${gaps} gaps, ${(totalMs / 1_000).toFixed(1)} s in all`;
  report({
    what: `${what}: the longest gap`,
    unit: 'ms',
    value: longestMs,
    goal: { max: 1_000 },
    note,
  });
  report({
    what: `${what}: the longest block of the event loop`,
    unit: 'ms',
    value: blockedMs,
    goal: { max: 100 },
  });
}

async function commandsRow(): Promise<void> {
  await api.pool.query(
    `insert into users (uid, email, username) select 'u' || i, i || '@example.test', 'u' from generate_series(1, ${crowd}) i;
     with made as (
       insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp)
       select 'u' || i, 't', 'collectible', 'c1', 'm2', 'below', 1 + i % 900, 'EUR', 300
         from generate_series(1, ${crowd}) i returning key)
     insert into threshold_commands (threshold_key, action, version) select key, 'start', 1 from made;
     analyze users, thresholds`,
  );
  reportDrain(
    `${crowd.toLocaleString('en')} due commands`,
    await drain(() => applyCommands(api.pool, worker)),
  );
}

/** A reading that fires a stranger's alert, while one account saves a thousand thresholds without a pause. */
async function savesRow(): Promise<void> {
  const put = (pausa: 'usuario' | null) =>
    saveSettings(api.pool, { uid: 'reader', ifVersion: null, sent: settings(pausa) });
  await put(null);
  await drain(() => applyCommands(api.pool, worker));
  const alone = await gapsWithAlert(20);
  let saves = 0;
  let isOver = false;
  const saving = (async () => {
    for (; !isOver; saves += 1) await put(saves % 2 === 0 ? 'usuario' : null);
  })();
  const meanwhile = await gapsWithAlert(40);
  isOver = true;
  await saving;
  report({
    what: `an alert while one account saves ${saved.toLocaleString('en')} thresholds without a pause, the slowest`,
    unit: 'ms',
    value: Math.max(...meanwhile),
    reference: { name: 'without the saves', value: Math.max(...alone) },
    note: `goal ≤ 250 ms more: ${Math.round(Math.max(...meanwhile) - Math.max(...alone))}; medians ${Math.round(median(meanwhile))} and ${Math.round(median(alone))} ms; ${saves} saves`,
  });
  await drain(() => applyCommands(api.pool, worker));
}

function settings(pausa: 'usuario' | null) {
  const umbrales = Array.from({ length: saved }, (_, index) => [
    `t${index}`,
    {
      objetivo: { tipo: 'coleccionable', id: `c${index + 1}` },
      condicion: 'por_debajo',
      valor: 1_600,
      moneda: 'EUR',
      pausa,
    },
  ]);
  return {
    partidos: [],
    frecuencia: 60,
    umbrales: Object.fromEntries(umbrales),
  } as ConfiguracionInput;
}

/** A gap and a reading that moves the saver's collectibles and a stranger's, whose alert is committed at its end. */
async function gapsWithAlert(times: number): Promise<number[]> {
  const elapsed: number[] = [];
  for (let time = 0; time < times; time += 1) {
    readings += 1;
    const ticks = Array.from({ length: saved }, (_, index): [string, number, null, null] => [
      `c${index + 1}`,
      readings % 2 === 0 ? 1_000 + readings : 3_000 + readings,
      null,
      null,
    ]);
    const observedAt = new Date(Date.now() + readings);
    const began = performance.now();
    await applyCommands(api.pool, worker);
    await applyReading(api.pool, worker, {
      id: readings,
      observedAt,
      arrivedAt: new Date(),
      kind: 'changes',
      ticks,
      catalogueGrew: false,
    } as never);
    elapsed.push(performance.now() - began);
  }
  return elapsed;
}

async function kickoffRow(): Promise<void> {
  await api.pool.query(`update matches set kickoff_at = now() where id = 'm2'`);
  await worker.shards.addNewCollectibles(api.pool);
  reportDrain(
    `a kick-off with ${crowd.toLocaleString('en')} thresholds on one target`,
    await drain(() => pauseThresholdsPastKickoff(api.pool, worker)),
  );
}
