/** Onboarding: from a form to an armed line in four presses; left, resumed, and completed with a mail. */
import { discoveryCopy } from '#src/copy/discovery.ts';
import { onboardingCopy } from '#src/copy/onboarding.ts';
import { overviewCopy } from '#src/copy/overview.ts';
import { thresholdFormCopy, valueLabels } from '#src/copy/threshold-form-texts.ts';
import { thresholdListCopy } from '#src/copy/threshold-list.ts';
import { register } from '#tests/support/account.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { confirmAddress, findConfirmationLink, mailsTo } from '#tests/support/mailbox.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { fetchThresholds } from '#tests/support/settings-page.ts';
import { expectToast } from '#tests/support/toasts.ts';

let vigia: RunningVigia;
// Once with motion, as most people have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

test('onboarding is left after the first step, resumed, and completed by opening the mail', {
  tag: '@release',
}, async ({ page }) => {
  const email = 'primeros@correo.example';
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const heading = page.getByRole('heading', { level: 1 });
  await register(page, vigia.origin, email);
  await page.getByRole('link', { name: onboardingCopy.go }).click();

  await expect(heading).toHaveText(onboardingCopy.matchTitle);
  await page.getByRole('searchbox', { name: onboardingCopy.search }).fill('uruguay');
  await button(/^Vigilar: .*Uruguay/)
    .first()
    .click();
  await expect(heading).toHaveText(onboardingCopy.lineTitle);
  await expect(heading).toBeFocused();

  await page.getByRole('link', { name: onboardingCopy.skip }).click();
  await page.waitForURL('**/dashboard');
  await expect(
    page.getByRole('listitem').filter({ hasText: onboardingCopy.matchTitle }),
  ).toContainText('Hecho');
  await page.getByRole('link', { name: onboardingCopy.go }).click();
  await expect(heading).toHaveText(onboardingCopy.lineTitle);
  await page.getByRole('textbox', { name: valueLabels.below }).fill('12');
  await button(thresholdFormCopy.save).click();

  await expect(heading).toHaveText(onboardingCopy.mailTitle);
  await expect(page.getByRole('link', { name: 'Abrir el buzón local' })).toBeVisible();
  // The confirmation mail is the test mail: opening its link, in any tab, is all.
  await expect.poll(() => findConfirmationLink(vigia.origin, email)).not.toBeNull();
  const tab = await page.context().newPage();
  await tab.goto((await findConfirmationLink(vigia.origin, email)) ?? '');
  await expect(tab.getByRole('heading', { level: 1 })).toContainText(/confirmado/i);
  await page.waitForURL('**/dashboard');
  await expectToast(page, 'Todo listo');
  await expect(page.getByRole('heading', { name: onboardingCopy.todoTitle })).toBeHidden();

  await page.goto(`${vigia.origin}/onboarding`);
  await page.waitForURL('**/dashboard');
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

test('a match just watched offers its threshold in place', { tag: '@release' }, async ({
  page,
}) => {
  await register(page, vigia.origin, 'enseguida@correo.example', '/dashboard/partidos');
  await page
    .getByRole('button', { name: /^Vigilar .*Noruega/ })
    .first()
    .click();
  const offer = page.getByRole('button', { name: /^Pon tu línea: .*Noruega/ });
  await offer.press('Enter');
  const form = page.getByRole('dialog', { name: thresholdFormCopy.create });
  await expect(form).toContainText('Noruega');
  await form.getByRole('textbox', { name: valueLabels.below }).fill('12');
  await form.getByRole('button', { name: thresholdFormCopy.save }).click();
  await expect(form).toBeHidden();
  await expect(offer).toBeHidden();
  expect(Object.values(await fetchThresholds(page))).toMatchObject([{ value: 1200 }]);
});

test('what stands out in the market leads to its chart and to a threshold', {
  tag: '@release',
}, async ({ page }) => {
  await register(page, vigia.origin, 'descubre@correo.example', '/dashboard/partidos');
  const found = page.getByRole('region', { name: discoveryCopy.title });
  await found.getByRole('button', { name: discoveryCopy.kinds.nearLows }).click();
  await expect(found.getByText('30\u00A0días', { exact: false }).first()).toBeVisible();
  await found.getByRole('button', { name: discoveryCopy.kinds.falls }).click();
  const first = found.getByRole('listitem').first();
  await expect(first).toContainText('baja');
  const name = (await first.getByRole('link').textContent()) ?? '';
  // By name: what has fallen most may change meanwhile.
  await found.getByRole('button', { name: `Crear umbral de ${name}`, exact: true }).click();
  const form = page.getByRole('dialog', { name: thresholdFormCopy.create });
  // Also of what has just been sold out, for which no price is proposed.
  await form.getByRole('textbox', { name: valueLabels.below }).fill('12');
  await form.getByRole('button', { name: thresholdFormCopy.save }).click();
  await expect(form).toBeHidden();
  await found.getByRole('link').filter({ hasText: name }).click();
  await page.waitForURL('**/dashboard/partidos/**?c=**');
  const [match = ''] = name.split(', ');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(match.split(' – ')[0] ?? '');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the first line, a find of the market and a template, by touch', {
    tag: '@release',
  }, async ({ page }) => {
    await register(page, vigia.origin, 'tactil@correo.example');
    const tap = (name: string | RegExp) => page.getByRole('button', { name }).first().tap();
    const amount = async () => Object.keys(await fetchThresholds(page)).length;
    await tap(/^Vigilar: /);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(onboardingCopy.lineTitle);
    await tap(/^−10/);
    await tap(thresholdFormCopy.save);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(onboardingCopy.mailTitle);

    await page.goto(`${vigia.origin}/dashboard/partidos`);
    const found = page.getByRole('region', { name: discoveryCopy.title });
    await found.getByRole('button', { name: discoveryCopy.kinds.nearLows }).tap();
    await expect(found.getByText('30\u00A0días', { exact: false }).first()).toBeVisible();
    // Of which there always are some.
    await found.getByRole('button', { name: discoveryCopy.kinds.falls }).tap();
    await found
      .getByRole('button', { name: /^Crear umbral de/ })
      .first()
      .tap();
    const form = page.getByRole('dialog', { name: thresholdFormCopy.create });
    await form.getByRole('textbox', { name: valueLabels.below }).fill('12');
    await form.getByRole('button', { name: thresholdFormCopy.save }).tap();
    await expect(form).toBeHidden();
    await expect.poll(amount).toBe(2);

    await page.getByRole('navigation', { name: 'Secciones' }).last().getByText('Umbrales').tap();
    await page.getByRole('button', { name: thresholdListCopy.createMany }).tap();
    await tap(/^Crear \d umbrales/);
    await expect.poll(amount).toBe(5);
    await page
      .getByTestId('toast')
      .filter({ hasText: 'creados' })
      .getByRole('button', { name: 'Deshacer' })
      .tap();
    await expect.poll(amount).toBe(2);
  });
});

test('the first line is armed, and a find of the market opened, without a pointer', {
  tag: '@release',
}, async ({ page }) => {
  await register(page, vigia.origin, 'teclas@correo.example');
  const press = (name: RegExp) => page.getByRole('button', { name }).first().press('Enter');
  await press(/^Vigilar: /);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(onboardingCopy.lineTitle);
  await expect(page.getByRole('main')).toBeFocused();
  await press(/^−5/);
  await page.getByRole('textbox', { name: valueLabels.below }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(onboardingCopy.mailTitle);
  expect(Object.keys(await fetchThresholds(page))).toHaveLength(1);

  await page.goto(`${vigia.origin}/dashboard/partidos`);
  const found = page.getByRole('region', { name: discoveryCopy.title });
  await found.getByRole('button', { name: discoveryCopy.kinds.newlyListed }).press('Enter');
  await found.getByRole('button', { name: discoveryCopy.kinds.falls }).press('Space');
  await found.getByRole('listitem').first().getByRole('link').press('Enter');
  await page.waitForURL('**/dashboard/partidos/**?c=**');
});
