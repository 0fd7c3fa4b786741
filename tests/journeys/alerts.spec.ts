/** Alerts end to end: a new user's first hour on a phone, and a Premium user's list of alerts. */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import type { AlertsPage } from '#contract/alerts.ts';
import { alertDetailsCopy, alertsCopy, deliverySentence } from '#src/copy/alerts.ts';
import { confirmationCopy } from '#src/copy/confirmation.ts';
import { matchCopy } from '#src/copy/match.ts';
import { matchesCopy } from '#src/copy/matches.ts';
import { thresholdFormCopy, valueLabels } from '#src/copy/threshold-form-texts.ts';
import { register } from '#tests/support/account.ts';
import { createFiringThresholds } from '#tests/support/create-firing-thresholds.ts';
import { waitForStream } from '#tests/support/live-stream.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { confirmAddress, mailsTo } from '#tests/support/mailbox.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { callApi, fetchThresholds, grantPlan } from '#tests/support/settings-page.ts';

let vigia: RunningVigia;
// Once with motion, as most people have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});
// Plan limits answer 402 on purpose.
test.use({ expectedErrors: [/status of 402/] });

const textOf = async (download: Download) => readFile(await download.path(), 'utf8');
const reasons = (page: Page) => page.getByRole('main').getByRole('button', { name: /^¿Por qué/ });

test('on a phone, by touch: matches, a threshold and its alert, up to the plan’s limits', {
  tag: '@release',
}, async ({ browser }) => {
  const context = await browser.newContext({
    locale: 'es-ES',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const bar = page.locator('.tabbar');
  await register(page, vigia.origin, 'primera@correo.example');
  await expect(page.getByText(confirmationCopy.ask)).toBeVisible();
  // The tab bar does not cover the end of the page.
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Privacidad' })
    .tap({ trial: true });

  await bar.getByRole('link', { name: 'Partidos' }).tap();
  for (let watched = 1; watched <= 3; watched += 1) {
    await page
      .getByRole('button', { name: /^Vigilar / })
      .first()
      .tap();
    await expect(page.getByRole('button', { name: matchesCopy.unwatch })).toHaveCount(watched);
  }
  await page
    .getByRole('button', { name: /^Vigilar / })
    .first()
    .tap();
  await expect(
    page.getByText('Vigilas 3 de 3 partidos. Quita uno o pasa a Premium.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: matchesCopy.unwatch })).toHaveCount(3);

  await page.locator('[role=grid] a[href^="/dashboard/partidos/"]').first().tap();
  await page.getByRole('button', { name: matchCopy.createThreshold, exact: true }).first().tap();
  const dialog = page.getByRole('dialog', { name: thresholdFormCopy.create });
  // Conditions of higher plans are disabled, with a note on the plan that includes them.
  await expect(dialog.getByRole('option', { name: /mínimo/ })).toBeDisabled();
  await expect(dialog.getByText(/llegan con Premium/)).toBeVisible();
  await dialog.getByLabel(thresholdFormCopy.condition).selectOption('above');
  await dialog.getByRole('textbox', { name: valueLabels.below }).fill('1');
  await dialog.getByRole('button', { name: thresholdFormCopy.save }).tap();
  await expect(dialog).toBeHidden();

  const toast = page.getByTestId('toast').filter({ hasText: 'ya estaba por encima de 1' });
  // At once: the toast goes after eight seconds.
  await Promise.all([
    expect(toast).toContainText(/, Categoría \d ya estaba por encima de 1\s€: /),
    expect(bar.getByRole('link', { name: /Alertas/ })).toContainText('1 nuevas'),
  ]);
  await toast.getByRole('button', { name: alertDetailsCopy.whyReceived }).tap();
  await page.waitForURL(/\/dashboard\/alertas\?alerta=\d+$/);
  await expect(page.getByText(alertDetailsCopy.already)).toBeVisible();
  await expect(
    page.getByText(deliverySentence({ state: 'waiting', attempts: 0 }, 'unconfirmed')).first(),
  ).toBeVisible();
  // An opened alert counts as read.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(alertsCopy.unreadTitle(0));
  await expect(bar.getByRole('link', { name: /Alertas/ })).not.toContainText('nuevas');
  await expect(page.getByText(/Exportar el historial es de los planes Premium/)).toBeVisible();
  await expect(page.getByText(/muestra 30 días de historial/)).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.close();
});

test('alerts arrive, are filtered, opened, snoozed, paused and exported', async ({ page }) => {
  const email = 'coleccionista@correo.example';
  const heading = page.getByRole('heading', { level: 1 });
  await register(page, vigia.origin, email);
  await confirmAddress(vigia.origin, email);
  await grantPlan(vigia, email, 'premium');
  const stream = waitForStream(page, '/dashboard/alertas');
  await page.goto(`${vigia.origin}/dashboard/alertas`);
  await expect(page.getByText(alertsCopy.emptyTitle)).toBeVisible();
  await stream;

  // They arrive while the empty list is open.
  const names = ['uno', 'dos', 'tres'];
  // The toast goes after eight seconds: waited for from the start. On a busy machine the three may arrive one by one.
  const [[firstMatch = '']] = await Promise.all([
    createFiringThresholds(page, names, { frecuencia: 15 }),
    expect(page.getByTestId('toast').first()).toBeVisible({ timeout: 60_000 }),
  ]);
  await expect(heading).toHaveText('Tres sin leer');
  await expect(page).toHaveTitle('(3) Alertas · Vigía');
  await expect(page.locator('p[role=status].vh')).toContainText(/ya estaba por encima|cruzado/);
  await expect(reasons(page)).toHaveCount(3);

  // The mail is sent at the next check, and the list updates by itself.
  const sent = deliverySentence({ state: 'sent', attempts: 1 }, 'reachable');
  await expect(page.getByText(sent)).toHaveCount(3, { timeout: 60_000 });
  const alertMails = (await mailsTo(vigia.origin, email)).filter(({ text }) => /línea/.test(text));
  expect(alertMails.length).toBeGreaterThan(0);

  // Filters are in the URL.
  await page.getByLabel(alertsCopy.match).selectOption(firstMatch);
  await expect(reasons(page)).toHaveCount(1);
  await page.getByRole('button', { name: /^Sin leer/ }).click();
  await expect(page).toHaveURL(/ver=sin-leer&?.*partido=|partido=.*ver=sin-leer/);
  await page.reload();
  await expect(reasons(page)).toHaveCount(1);
  await expect(page.getByLabel(alertsCopy.match)).toHaveValue(firstMatch);

  // An alert stays in the unread list while it is open.
  await reasons(page).click();
  await expect(heading).toHaveText('Dos sin leer');
  await expect(page.getByText('1 intento').first()).toBeVisible();
  await expect(page.getByText(alertDetailsCopy.facts.rule, { exact: true })).toBeVisible();
  await expect(page.getByTestId('alert-details')).toContainText(email);

  await page.getByRole('button', { name: 'Silenciar 24' }).click();
  await expect(page.getByText(/^En silencio hasta mañana a las/)).toBeVisible();
  const countWith = async (field: 'snoozedUntil' | 'pause') =>
    Object.values(await fetchThresholds(page)).filter((threshold) => threshold[field] !== null)
      .length;
  await expect.poll(() => countWith('snoozedUntil')).toBe(1);
  await expect(page.getByRole('button', { name: alertDetailsCopy.unsnooze })).toBeVisible();
  await page.getByRole('button', { name: alertDetailsCopy.pause }).click();
  await expect(page.getByText(alertDetailsCopy.paused)).toBeVisible();
  await expect.poll(() => countWith('pause')).toBe(1);
  await page.getByRole('button', { name: alertDetailsCopy.edit }).click();
  await expect(page.getByRole('dialog', { name: thresholdFormCopy.edit })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: alertsCopy.clear }).click();
  await page.getByRole('button', { name: alertsCopy.markAll }).click();
  await expect(heading).toHaveText(alertsCopy.unreadTitle(0));
  // Shown before it is stored, and exported below.
  await expect
    .poll(async () => (await callApi<AlertsPage>(page, '/api/users/alerts')).unread)
    .toBe(0);
  await expect(page).toHaveTitle('Alertas · Vigía');
  await page.getByRole('button', { name: /^Sin leer/ }).click();
  await expect(page.getByText(alertsCopy.noneUnread)).toBeVisible();
  await page.getByRole('button', { name: alertsCopy.failed }).click();
  await expect(page.getByText(alertsCopy.noneFound)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: alertsCopy.clear }).last().click();

  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: alertsCopy.exportAs.csv }).click(),
  ]);
  expect((await textOf(csv)).trim().split('\r\n')).toHaveLength(4);
  const [json] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: alertsCopy.exportAs.json }).click(),
  ]);
  const { items } = await callApi<{ items: object[] }>(page, '/api/users/alerts');
  expect(JSON.parse(await textOf(json))).toEqual({ items });
});
