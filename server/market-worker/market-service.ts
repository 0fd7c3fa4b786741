/** Entry points of the market: run a worker in this process, or follow one that other processes run. */
import { Gauge, type Registry } from 'prom-client';
import { DatabaseClock } from '../db/database-clock.ts';
import { registerSource } from '../db/market/register-source.ts';
import { createMarketplace } from '../marketplaces/create-marketplace.ts';
import { PlaybackController } from '../marketplaces/playback.ts';
import { registerCircuit } from '../marketplaces/source-metrics.ts';
import type {
  FollowedMarket,
  FollowOptions,
  MarketOptions,
  MarketService,
} from './market-options.ts';
import { MarketStatusPoller } from './market-status.ts';
import { MarketSupervisor } from './market-supervisor.ts';

/**
 * Starts a market worker in this process.
 * @throws InvalidMarketFileError, UnreachableMarketError or SourceMismatchError, each with one Spanish sentence for the operator
 */
export async function startMarket(options: MarketOptions): Promise<MarketService> {
  const { market } = options.config;
  const playback = new PlaybackController({ playing: !market.paused, speed: market.speed });
  const { clock = new DatabaseClock() } = options;
  await clock.measure(options.pool);
  const { registry } = options.metrics;
  const source = await createMarketplace(market, {
    playback,
    now: clock.now,
    registry,
    warn: (why) => options.log.warn({ why }, 'a crawl was rejected'),
  });
  registerCircuit(registry, source);
  const stop = new AbortController();
  await registerSource(options.pool, source, stop.signal, (reason, times) =>
    options.metrics.marketPagesRejected.inc({ reason }, times),
  );
  const poller = new MarketStatusPoller(options.pool, clock);
  registerShardCount(registry, poller);
  await poller.poll();
  const running = new MarketSupervisor({ ...options, clock, playback, source, stop, poller });
  await running.start();
  return running;
}

/** Follows a market whose workers run in other processes. */
export async function followMarket({
  pool,
  clock = new DatabaseClock(),
  metrics,
}: FollowOptions): Promise<FollowedMarket> {
  const poller = new MarketStatusPoller(pool, clock);
  registerShardCount(metrics.registry, poller);
  await poller.poll();
  poller.start();
  return {
    stalledForMs: () => null,
    source: () => poller.event(),
    onSourceEvent(listener) {
      poller.onSourceEvent = listener;
    },
    async close() {
      poller.stop();
    },
  };
}

/** Of every process: those without a worker say how many shards lack one. */
function registerShardCount(registry: Registry, poller: MarketStatusPoller): void {
  // A market may be started again in the same process: the last one tells.
  registry.removeSingleMetric('vigia_shards');
  new Gauge({
    name: 'vigia_shards',
    help: 'Shards of the market, whoever owns them.',
    registers: [registry],
    collect() {
      this.set(poller.row.shards);
    },
  });
}
