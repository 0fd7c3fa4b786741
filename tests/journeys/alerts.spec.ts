/** Alerts end to end: a new user's first hour on a phone, and a Premium user's list of alerts. */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import type { AlertsPage } from '#contract/alerts.ts';
import { alertDetailsCopy, alertsCopy, deliverySentence } from '#src/copy/alerts.ts';
import { thresholdFormCopy } from '#src/copy/threshold-form-texts.ts';
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
