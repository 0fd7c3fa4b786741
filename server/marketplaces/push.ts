/** MARKET=push: a market of pushed readings alone (`POST /api/market/readings`), which come beside those of any marketplace. */
import { once } from 'node:events';
import type { PageSettings } from '../market-model/market-page.ts';
import type { ResumableMarketplace } from '../market-model/marketplace.ts';

export function createPush({
  currency,
  everyMs,
  pages,
}: {
  readonly currency: string;
  readonly everyMs: number;
  readonly pages: PageSettings;
}): ResumableMarketplace {
  return {
    name: 'push',
    fingerprint: 'push',
    currency,
    pageOrigins: pages.origins,
    expectedEveryMs: everyMs,
    resume() {},
    async *catalogue() {},
    // biome-ignore lint/correctness/useYield: it has no readings of its own, and ends when it is told to
    async *readings(signal) {
      if (!signal.aborted) await once(signal, 'abort');
    },
  };
}
