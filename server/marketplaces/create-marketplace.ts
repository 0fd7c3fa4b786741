/** Factory: configuration to marketplace adapter. */
import type { Registry } from 'prom-client';
import { noPages, type PageSettings } from '../market-model/market-page.ts';
import type { ResumableMarketplace } from '../market-model/marketplace.ts';
import { createDemo } from './demo.ts';
import { systemClock } from './http/clock.ts';
import { createHttp } from './http/http.ts';
import type { MappedSource, MappingRules } from './http/mapping.ts';
import type { PlaybackController } from './playback.ts';
import { createPush } from './push.ts';
import { openReplay } from './replay.ts';
import { InvalidMarketFileError } from './replay-file.ts';
import { createCrawlMetrics } from './source-metrics.ts';

export interface HttpSettings {
  /** Of the mapping file. */
  readonly sources: readonly MappedSource[];
  readonly rules: Omit<MappingRules, 'secrets'>;
}

export interface MarketplaceOptions {
  readonly adapter: 'demo' | 'replay' | 'http' | 'push';
  readonly file?: string | undefined;
  readonly collectibles?: string | undefined;
  readonly currency: string;
  readonly seed: number | string;
  readonly http?: HttpSettings | undefined;
  /** How often readings are pushed at least, where there are no others. */
  readonly pushEveryMs?: number;
  /** Absent = collectibles have no pages. */
  readonly pages?: PageSettings | undefined;
}

export interface MarketplaceContext {
  readonly playback: PlaybackController;
  /** The database's clock, for readings stamped here. */
  readonly now: () => Date;
  readonly registry: Registry;
  /** Of crawls that are rejected. */
  readonly warn: (sentence: string) => void;
}

/** @throws InvalidMarketFileError or UnreachableMarketError, each with one Spanish sentence for the operator */
export async function createMarketplace(
  choice: MarketplaceOptions,
  { playback, now, registry, warn }: MarketplaceContext,
): Promise<ResumableMarketplace> {
  const pages = choice.pages ?? noPages;
  if (choice.adapter === 'demo') {
    return createDemo({ seed: choice.seed, playback, start: now(), now, pages });
  }
  if (choice.adapter === 'http') {
    if (choice.http === undefined)
      throw new InvalidMarketFileError('Para leer un mercado en línea hace falta MARKET_FILE.');
    const { sources, rules } = choice.http;
    return createHttp(sources, {
      rules,
      pages,
      wait: realTimeWait(playback),
      warn,
      metrics: createCrawlMetrics(registry),
      clock: { ...systemClock, wallMs: () => now().getTime() },
    });
  }
  if (choice.adapter === 'push')
    return createPush({ ...choice, everyMs: choice.pushEveryMs ?? 300_000, pages });
  if (choice.file === undefined || choice.collectibles === undefined) {
    throw new InvalidMarketFileError(
      'Para repetir un mercado grabado hacen falta REPLAY_PRICES_FILE y REPLAY_COLLECTIBLES_FILE.',
    );
  }
  return openReplay({
    pricesPath: choice.file,
    collectiblesPath: choice.collectibles,
    currency: choice.currency,
    playback,
    pages,
  });
}

/** A live market can be paused and stepped, but not sped up: its waits are wall time at any speed. */
const realTimeWait = (playback: PlaybackController) => (ms: number, signal: AbortSignal) => {
  const { speed } = playback.settings;
  return playback.waitForNext(speed === 'max' ? ms : ms * speed, signal, ms);
};
