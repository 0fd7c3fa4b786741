/** The watch list on a touch screen: the hover that a tap leaves behind does not hold its order. */
import type { CollectiblesPage } from '#contract/monitoring.ts';
import { overviewCopy } from '#src/copy/overview.ts';
import { register } from '#tests/support/account.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { callApi } from '#tests/support/settings-page.ts';

let vigia: RunningVigia;
test.beforeAll(async () => {
  vigia = await startVigia({ env: { MARKET_PAUSED: '1' } });
});
test.afterAll(() => vigia.stop());

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true });

  test('is sorted by live prices also after a tap on it', { tag: '@release' }, async ({ page }) => {
    await register(page, vigia.origin, 'tableta@correo.example');
    const { items } = await callApi<CollectiblesPage>(page, '/api/monitoring/raw?limit=500');
    const [near, far] = items.filter(({ floorCents }) => floorCents !== null);
    if (near === undefined || far === undefined) throw new Error('the demo market is empty');
    const umbrales = Object.fromEntries(
      [
        { item: near, part: 0.9 },
        { item: far, part: 0.5 },
      ].map(({ item, part }) => [
        item.id,
        {
          target: { kind: 'collectible', id: item.id },
          condition: 'below',
          value: Math.round((item.floorCents ?? 0) * part),
          currency: item.currency,
        },
      ]),
    );
    await callApi(page, '/api/users/config', { partidos: [], umbrales, frecuencia: 60 });
    const tapped = Promise.withResolvers<void>();
    await page.route('**/api/monitoring/stream*', async (route) => {
      await tapped.promise;
      const prices = [
        {
          collectibleId: far.id,
          matchId: far.matchId,
          floorCents: 100,
          observedAt: new Date(Date.now() + 60_000).toISOString(),
        },
      ];
      const body = `id: 1.1\nevent: prices\ndata: ${JSON.stringify({ items: prices })}\n\n`;
      await route.fulfill({ contentType: 'text/event-stream', body });
    });

    await page.goto(`${vigia.origin}/dashboard`);
    const grid = page.getByRole('grid', { name: overviewCopy.listLabel });
    const first = grid.getByRole('link').first();
    const address = ({ matchId, id }: typeof near) => `/dashboard/partidos/${matchId}?c=${id}`;
    await expect(first).toHaveAttribute('href', address(near));
    await grid.getByRole('columnheader').first().tap();
    await expect.poll(() => grid.evaluate((element) => element.matches(':hover'))).toBe(true);
    tapped.resolve();
    await expect(first).toHaveAttribute('href', address(far));
  });
});
