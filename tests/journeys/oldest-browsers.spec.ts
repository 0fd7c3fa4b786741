/** Main journeys without the APIs that the oldest supported browsers lack, and the sentence in even older ones. */
import { connectionCopy } from '#src/copy/connection.ts';
import { matchCopy } from '#src/copy/match.ts';
import { accountCopy } from '#src/copy/settings-account.ts';
import { register } from '#tests/support/account.ts';
import { createFiringThresholds } from '#tests/support/create-firing-thresholds.ts';
import { waitForStream } from '#tests/support/live-stream.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { deleteNewestApis } from '#tests/support/newest-apis.ts';
import { expect, test } from '#tests/support/playwright-test.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

// Requests sent just before the closing may be answered with 401.
test.use({ expectedErrors: [/status of 401/] });

test('without the newest APIs: live prices, an alert, a chart, and the end of an account', {
  tag: '@release',
}, async ({ context, page }) => {
  await deleteNewestApis(context);
  const stream = waitForStream(page);
  await register(page, vigia.origin, 'veterana@correo.example');
  expect(await page.evaluate(() => 'withResolvers' in Promise || 'any' in AbortSignal)).toBe(false);
  // Only what comes by the stream is announced.
  await stream;
  const [matchId] = await createFiringThresholds(page, ['uno']);
  await expect(page.getByTestId('toast')).toContainText('ya estaba por encima de');
  await expect(page.getByText(connectionCopy.lost)).toBeHidden();

  await page.goto(`${vigia.origin}/dashboard/partidos`);
  // Any of the few prices on the screen; most readings change others.
  await page.locator('[class*="flashing-price_is-"]').first().waitFor({ timeout: 60_000 });
  await page.goto(`${vigia.origin}/dashboard/alertas`);
  await expect(page.getByRole('button', { name: /^¿Por qué/ })).toBeVisible();
  await page.goto(`${vigia.origin}/dashboard/partidos/${matchId}`);
  await page.getByRole('button', { name: matchCopy.asTable }).click();
  await expect(page.getByRole('table').first()).toBeVisible();

  await page.goto(`${vigia.origin}/dashboard/configuracion`);
  await page.getByRole('button', { name: accountCopy.close }).click();
  const dialog = page.getByRole('dialog', { name: accountCopy.close });
  await dialog.getByRole('button', { name: accountCopy.close }).click();
  await page.waitForURL('**/login');
  await expect(page.getByText('Tu navegador es antiguo')).toBeHidden();
});

test.describe('an even older browser', () => {
  test.use({ expectedErrors: [/Unexpected|Invalid/] });

  for (const path of ['/login', '/terms'])
    test(`is named as the cause on ${path}, even if it cannot read the code`, async ({ page }) => {
      await page.addInitScript(() => Reflect.deleteProperty(String.prototype, 'isWellFormed'));
      const warning = page.getByRole('status').filter({ hasText: 'Tu navegador es antiguo' });
      await page.goto(`${vigia.origin}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Vigía');
      await expect(warning).toBeVisible();
      await page.route('**/assets/*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'syntax of the future;' }),
      );
      await page.reload();
      await expect(warning).toBeVisible();
    });
});
