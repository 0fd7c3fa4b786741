import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMarketplace } from './create-marketplace.ts';
import { PlaybackController } from './playback.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test('a live source without an address is refused in one sentence', async () => {
  const playback = new PlaybackController({ playing: true, speed: 1 });
  await expect(
    createMarketplace({ adapter: 'listing-search', currency: 'USD', seed: 1 }, playback),
  ).rejects.toThrow('Para leer un mercado en línea hace falta MARKET_URL.');
});

test('the demo begins now', async () => {
  const playback = new PlaybackController({ playing: true, speed: 1 });
  const market = await createMarketplace({ adapter: 'demo', currency: 'USD', seed: 3 }, playback);
  expect(market).toMatchObject({ name: 'demo', fingerprint: 'demo:3', pageOrigins: [] });
  for await (const { match } of market.catalogue(AbortSignal.timeout(5_000)))
    expect(Number(match.kickoffAt)).toBeGreaterThan(Date.now());
});
