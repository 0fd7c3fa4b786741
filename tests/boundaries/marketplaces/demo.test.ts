/** Runs the conformance suite on the demo market. */
import { createDemo } from '#server/marketplaces/demo.ts';
import { PlaybackController } from '#server/marketplaces/playback.ts';
import { describeMarketplace, testPages } from './conformance.ts';

describeMarketplace('demo', async () => {
  const playback = new PlaybackController({ playing: true, speed: 'max' });
  const start = new Date();
  const open = () => createDemo({ seed: 7, playback, start, pages: testPages });
  return {
    source: open(),
    reopen: async () => open(),
    close: async () => {},
  };
});
