import { onboardingCopy } from '#src/copy/onboarding.ts';
import { overviewCopy } from '#src/copy/overview.ts';
import { thresholdFormCopy } from '#src/copy/threshold-form-texts.ts';
import { register } from '#tests/support/account.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { confirmAddress, mailsTo } from '#tests/support/mailbox.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { fetchThresholds } from '#tests/support/settings-page.ts';

let vigia: RunningVigia;
// Once with motion, as most people have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

test('four presses after the form there is a line, and a mail about it', async ({ page }) => {
  const email = 'deprisa@correo.example';
  // Its one press is Crear cuenta.
  await register(page, vigia.origin, email);
  const names: string[] = [];
  const press = async (name: string | RegExp) => {
    const button = page.getByRole('button', { name }).first();
    names.push((await button.textContent()) ?? '');
    await button.click();
  };

  const board = page.getByRole('region', { name: overviewCopy.board });
  await expect(board).toContainText(overviewCopy.nextOfMarket);
  await expect(board.getByRole('timer')).toBeVisible();
  await expect(board).not.toContainText(overviewCopy.noNext);
  await press(/^Vigilar: /);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(onboardingCopy.lineTitle);
  const ticket = page.getByRole('complementary', { name: onboardingCopy.ticket });
  await expect(ticket).toContainText(/Falta.*%/);
  await press(thresholdFormCopy.trial);
  await expect(ticket).toContainText(onboardingCopy.ticketCrossed);
  await expect(ticket).toContainText(/[1-9]\d* ve(z|ces)/);
  await press(thresholdFormCopy.save);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(onboardingCopy.mailTitle);
  expect(names).toHaveLength(3);
  expect(Object.keys(await fetchThresholds(page))).toHaveLength(1);

  await confirmAddress(vigia.origin, email);
  await page.waitForURL('**/dashboard');
  await expect
    .poll(async () => (await mailsTo(vigia.origin, email)).map(({ subject }) => subject).join())
    .toContain('cuando creaste el umbral');
});
