/** Runs the conformance suite on MARKET=http, with prices that change on every crawl, over several pages. */
import { describeMarketplace, testPages } from './conformance.ts';
import { openHttp } from './http.harness.ts';
import { ListingServer, marketListings } from './listing-server.ts';
import { ManualClock } from './manual-clock.ts';

describeMarketplace('http', async () => {
  const server = await ListingServer.start();
  const clock = new ManualClock();
  const { defaultAnswer } = server;
  server.defaultAnswer = (request, response, page) => {
    // Prices change between crawls, not within one.
    if (page === 1)
      server.listings = marketListings(250, (index) => 1_000 + index + server.requests.length);
    defaultAnswer(request, response, page);
  };
  const open = () => openHttp(server, clock, { pages: testPages });
  return {
    source: open(),
    reopen: async () => {
      clock.advance(1_000);
      return open();
    },
    countOpenHandles: async () => clock.pending + (await server.countConnections()),
    close: () => server.close(),
  };
});
