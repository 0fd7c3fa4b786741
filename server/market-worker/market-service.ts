import { registerSource } from '../db/market/register-source.ts';
import { createMarketplace } from '../marketplaces/create-marketplace.ts';
import { PlaybackController } from '../marketplaces/playback.ts';
import { registerSourceMetrics } from '../marketplaces/source-metrics.ts';
import { sendMarketCommand } from './market-commands.ts';
import type { MarketOptions, MarketService, WatchOptions } from './market-options.ts';
import { MarketStatusPoller } from './market-status.ts';
import { MarketSupervisor } from './market-supervisor.ts';

/**
 * Takes part in the work on the market.
 * @throws UnusableMarketFile or MarketRefused, each with one Spanish sentence for whoever started the server
 */
export async function startMarket(options: MarketOptions): Promise<MarketService> {
  const { market } = options.config;
  const pacer = new PlaybackController({ playing: !market.paused, speed: market.speed });
  const source = await createMarketplace(market, pacer);
  registerSourceMetrics(options.metrics.registry, source);
  const stop = new AbortController();
  await registerSource(options.pool, source, stop.signal);
  const view = new MarketStatusPoller(options.pool);
  await view.read();
  const running = new MarketSupervisor({ ...options, pacer, source, stop, view });
  await running.start();
  return running;
}

/** Follows a market that other processes work on. */
export async function followMarket({ pool, config }: WatchOptions): Promise<MarketService> {
  const view = new MarketStatusPoller(pool);
  await view.read();
  view.start();
  return {
    state: () => view.state(),
    async control(command) {
      await sendMarketCommand(config.databaseUrl, command);
      return view.state();
    },
    marketNow: () => view.row.marketNow,
    source: () => view.event(),
    onStateChange(tell) {
      view.onTurn = tell;
    },
    async close() {
      view.stop();
    },
  };
}
