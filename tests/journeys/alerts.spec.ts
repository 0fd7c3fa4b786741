/** Alerts end to end, from the price to the open list and the mail. */
import { alertsCopy, deliverySentence } from '#src/copy/alerts.ts';
import { register } from '#tests/support/account.ts';
import { createFiringThresholds } from '#tests/support/create-firing-thresholds.ts';
import { waitForStream } from '#tests/support/live-stream.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { confirmAddress, mailsTo } from '#tests/support/mailbox.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { grantPlan } from '#tests/support/settings-page.ts';

let vigia: RunningVigia;
// Once with motion, as most people have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

test('alerts arrive while the list is open, and are mailed', async ({ page }) => {
  const email = 'coleccionista@correo.example';
  const heading = page.getByRole('heading', { level: 1 });
  await register(page, vigia.origin, email);
  await confirmAddress(vigia.origin, email);
  await grantPlan(vigia, email, 'elite');
  const stream = waitForStream(page, '/dashboard/alertas');
  await page.goto(`${vigia.origin}/dashboard/alertas`);
  await expect(page.getByText(alertsCopy.emptyTitle)).toBeVisible();
  await stream;

  // They arrive while the empty list is open.
  // The toast goes after eight seconds: waited for from the start. On a busy machine the three may arrive one by one.
  await Promise.all([
    createFiringThresholds(page, ['uno', 'dos', 'tres'], { frecuencia: 5 }),
    expect(page.getByTestId('toast').first()).toBeVisible({ timeout: 60_000 }),
  ]);
  await expect(heading).toHaveText('Tres sin leer');
  await expect(page).toHaveTitle('(3) Alertas · Vigía');
  await expect(page.locator('p[role=status].vh')).toContainText(/ya estaba por encima|cruzado/);
  await expect(page.getByRole('main').getByRole('button', { name: /^¿Por qué/ })).toHaveCount(3);

  // The mail is sent at the next check, and the list updates by itself.
  const sent = deliverySentence({ state: 'sent', attempts: 1 }, 'reachable');
  await expect(page.getByText(sent)).toHaveCount(3, { timeout: 60_000 });
  const alertMails = (await mailsTo(vigia.origin, email)).filter(({ text }) =>
    text.includes('porque creaste'),
  );
  expect(alertMails.length).toBeGreaterThan(0);
});
