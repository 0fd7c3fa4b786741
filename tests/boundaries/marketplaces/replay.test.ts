/** Runs the conformance suite on a recorded market. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlaybackController } from '#server/marketplaces/playback.ts';
import { openReplay } from '#server/marketplaces/replay.ts';
import { describeMarketplace, testPages } from './conformance.ts';

const prices = `observed_at,collectible,floor_cents
2026-01-01T00:00:00Z,a1,1000
2026-01-01T00:00:00Z,b1,400
2026-01-01T01:00:00Z,a1,
2026-01-01T02:00:00Z,a1,900
2026-01-01T03:00:00Z,b1,380
`;
const collectibles = `collectible,match_number,city,category,rarity
a1,1,Sevilla,1,Iconic
b1,2,Bilbao,1,Iconic
`;

describeMarketplace('replay', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'vigia-replay-'));
  const [pricesPath, collectiblesPath] = [join(dir, 'prices.csv'), join(dir, 'collectibles.csv')];
  await Promise.all([writeFile(pricesPath, prices), writeFile(collectiblesPath, collectibles)]);
  const playback = new PlaybackController({ playing: true, speed: 'max' });
  const open = () =>
    openReplay({ pricesPath, collectiblesPath, currency: 'USD', playback, pages: testPages });
  return {
    source: await open(),
    reopen: open,
    close: () => rm(dir, { recursive: true, force: true }),
  };
});
