/** The threshold list by mouse, touch and keyboard: found, edited, snoozed, paused, deleted and restored. */
import type { Locator, Page } from '@playwright/test';
import { matchCopy } from '#src/copy/match.ts';
import { overviewCopy } from '#src/copy/overview.ts';
import { draftErrors, thresholdFormCopy, valueLabels } from '#src/copy/threshold-form-texts.ts';
import { thresholdListCopy } from '#src/copy/threshold-list.ts';
import { templateCopy } from '#src/copy/threshold-template.ts';
import { register } from '#tests/support/account.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import {
  callApi,
  createThreshold,
  fetchThresholds,
  grantPlan,
} from '#tests/support/settings-page.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

const path = '/dashboard/umbrales';
const rowsOf = (page: Page) =>
  page
    .getByRole('grid', { name: thresholdListCopy.title })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });

/** The undo of one toast: others may still be shown. */
const undoOf = (page: Page, message: string) =>
  page
    .getByTestId('toast')
    .filter({ hasText: message })
    .getByRole('button', { name: thresholdListCopy.undo });

let users = 0;
/** A new user with thresholds far below the prices of as many collectibles. */
async function openWithThresholds(page: Page, amount: number): Promise<void> {
  const email = `umbrales-${++users}@correo.example`;
  await register(page, vigia.origin, email);
  const { items } = await callApi<{ items: { id: string; currency: string }[] }>(
    page,
    `/api/monitoring/raw?limit=${amount}`,
  );
  // The account exists since the first request.
  await grantPlan(vigia, email, 'elite');
  const umbrales = items.map(({ id, currency }, index) => [
    `u${index}`,
    { target: { kind: 'collectible', id }, condition: 'below', value: 100, currency },
  ]);
  expect(umbrales).toHaveLength(amount);
  const sent = { partidos: [], umbrales: Object.fromEntries(umbrales), frecuencia: 60 };
  await callApi(page, '/api/users/config', sent);
  await page.goto(`${vigia.origin}${path}`);
  await expect(rowsOf(page)).toHaveCount(amount);
}

test('a threshold is edited, snoozed, paused, deleted and restored', async ({ page }) => {
  await register(page, vigia.origin, 'umbral@correo.example');
  await page.getByRole('navigation', { name: 'Secciones' }).first().getByText('Umbrales').click();
  await expect(page.getByText(thresholdListCopy.emptyTitle)).toBeVisible();
  await createThreshold(page);
  await page.reload();
  await expect(page.getByText('1 de 5 umbrales')).toBeVisible();

  await page.getByRole('button', { name: /^Editar .*baja de 1/ }).click();
  const dialog = page.getByRole('dialog', { name: thresholdFormCopy.edit });
  await dialog.getByRole('textbox', { name: valueLabels.below }).fill('2');
  await dialog.getByRole('button', { name: thresholdFormCopy.save }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Editar .*baja de 2/ })).toBeVisible();

  const before = Date.now();
  await page.getByRole('button', { name: /^Silenciar: / }).click();
  await page.getByRole('menuitem', { name: /^1.h$/ }).click();
  await expect(page.getByText(/^En silencio hasta/)).toBeVisible();
  // The row shows it before the server has stored it.
  const hoursOfSilence = async () => {
    const { snoozedUntil } = (await fetchThresholds(page))['umbral-1'] ?? {};
    return Math.round((Date.parse(snoozedUntil ?? '') - before) / 3_600_000);
  };
  await expect.poll(hoursOfSilence).toBe(1);
  await page.getByRole('button', { name: /^Silenciar: / }).click();
  await page.getByRole('menuitem', { name: thresholdListCopy.unsnooze }).click();
  await expect(page.getByText(/^En silencio hasta/)).toBeHidden();

  const active = page.getByRole('switch', { name: /^Umbral activo/ });
  await active.click();
  await expect(page.getByText(thresholdListCopy.statuses.paused, { exact: true })).toBeVisible();
  await undoOf(page, 'en pausa').click();
  await expect(active).toBeChecked();

  await page.getByRole('button', { name: /^Borrar / }).click();
  await expect(page.getByText(thresholdListCopy.emptyTitle)).toBeVisible();
  await undoOf(page, '1 umbral borrado').click();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect
    .poll(() => fetchThresholds(page))
    .toMatchObject({ 'umbral-1': { value: 200, pause: null } });
});

/** As a date field has it, by the browser's clock. */
const dayIn = (page: Page, days: number) =>
  page.evaluate(
    (amount) => new Date(Date.now() + amount * 86_400_000).toLocaleDateString('sv-SE'),
    days,
  );

test('a note and an expiry are written, found and changed, and an expired one goes on with another date', {
  tag: '@release',
}, async ({ page }) => {
  await register(page, vigia.origin, 'nota@correo.example');
  await createThreshold(page);
  await page.goto(`${vigia.origin}${path}`);
  const edit = page.getByRole('button', { name: /^Editar .*baja de 1/ });
  const dialog = page.getByRole('dialog', { name: thresholdFormCopy.edit });
  const save = dialog.getByRole('button', { name: thresholdFormCopy.save });
  await edit.click();
  await dialog.getByText(thresholdFormCopy.details).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('textbox', { name: thresholdFormCopy.note })).toBeFocused();
  await page.keyboard.type('Para Lucía <3');
  const until = dialog.getByLabel(thresholdFormCopy.expiry);
  await until.fill(await dayIn(page, -1));
  await save.click();
  await expect(dialog.getByText(draftErrors.expiry)).toBeVisible();
  await until.fill(await dayIn(page, 3));
  await save.click();
  await expect(dialog).toBeHidden();
  const row = rowsOf(page).first();
  await expect(row).toContainText('Hasta el');
  await expect(row.getByText('Para Lucía <3')).toBeVisible();
  await expect
    .poll(() => fetchThresholds(page))
    .toMatchObject({ 'umbral-1': { note: 'Para Lucía <3' } });
  await page.getByRole('searchbox', { name: /nota$/ }).fill('lucia');
  await expect(page).toHaveURL(/q=lucia/);
  await expect(rowsOf(page)).toHaveCount(1);

  const { configuracion } = await callApi<{
    configuracion: { umbrales: Record<string, object> };
  }>(page, '/api/users/config');
  // Late enough to be stored before it has passed: an instant in the past is refused.
  const soon = new Date(Date.now() + 6_000).toISOString();
  await callApi(page, '/api/users/config', {
    ...configuracion,
    umbrales: { 'umbral-1': { ...configuracion.umbrales['umbral-1'], expiresAt: soon } },
  });
  const stored = async () => (await fetchThresholds(page))['umbral-1']?.pause;
  await expect.poll(stored, { timeout: 60_000 }).toBe('expired');
  await page.reload();
  await expect(row).toContainText('Caducado el');
  await expect(page.getByRole('switch', { name: /^Umbral activo/ })).toBeDisabled();
  await edit.click();
  await until.fill(await dayIn(page, 2));
  await save.click();
  await expect(dialog).toBeHidden();
  await expect.poll(stored).toBeNull();
  await expect(row).toContainText('Hasta el');
});

test('a new threshold watches its match, too, unless its user declines or the plan is full', {
  tag: '@release',
}, async ({ page }) => {
  await register(page, vigia.origin, 'vigila@correo.example', '/dashboard/partidos');
  await page.locator('[role=grid] a[href^="/dashboard/partidos/"]').first().click();
  const form = page.getByRole('dialog', { name: thresholdFormCopy.create });
  const create = async (price: string) => {
    await page
      .getByRole('button', { name: matchCopy.createThreshold, exact: true })
      .first()
      .click();
    const field = form.getByRole('textbox', { name: valueLabels.below });
    await field.fill(price);
    await field.press('Enter');
    await expect(form).toBeHidden();
  };
  const watched = async () => {
    const { configuracion } = await callApi<{ configuracion: { partidos: string[] } }>(
      page,
      '/api/users/config',
    );
    return configuracion.partidos.length;
  };
  await create('1');
  const toast = page.getByTestId('toast').filter({ hasText: thresholdFormCopy.matchWatched });
  await expect.poll(watched).toBe(1);
  await toast.getByRole('button', { name: thresholdFormCopy.undoWatch }).click();
  await expect.poll(watched).toBe(0);

  const { items } = await callApi<{ items: { id: string }[] }>(
    page,
    '/api/monitoring/matches?limit=20',
  );
  const shown = page.url().split('/').at(-1)?.split('?')[0];
  const others = items.map(({ id }) => id).filter((id) => id !== shown);
  const { configuracion } = await callApi<{ configuracion: object }>(page, '/api/users/config');
  await callApi(page, '/api/users/config', { ...configuracion, partidos: others.slice(0, 3) });
  await create('2');
  await expect(page.getByText(/Tu plan no vigila más partidos/)).toBeVisible();
  await expect.poll(async () => Object.keys(await fetchThresholds(page)).length).toBe(2);
  expect(await watched()).toBe(3);

  // Not watched, its row has its teams like the others.
  await page.goto(`${vigia.origin}/dashboard`);
  const row = page
    .getByRole('grid', { name: overviewCopy.listLabel })
    .getByRole('row')
    .filter({ has: page.locator(`a[href^="/dashboard/partidos/${shown}?"]`) });
  await expect(row.first().locator('.chip')).toHaveCount(2);
});

test('many are found, selected and changed at once, and the address restores the view', {
  tag: '@release',
}, async ({ page }) => {
  await openWithThresholds(page, 12);
  const name = await rowsOf(page).first().getByRole('link').first().textContent();
  const match = name?.split(',')[0] ?? '';
  await page.getByLabel(thresholdListCopy.search).fill(match);
  await expect(page).toHaveURL(/q=/);
  await expect.poll(() => rowsOf(page).count()).toBeLessThan(12);
  const found = await rowsOf(page).count();
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(found);

  await page.getByRole('checkbox', { name: /^Seleccionar \d+ umbral/ }).check();
  const bar = page.getByRole('region', { name: thresholdListCopy.selection });
  await bar.getByRole('button', { name: thresholdListCopy.pause }).click();
  await expect(undoOf(page, 'en pausa')).toBeVisible();
  const paused = async () =>
    Object.values(await fetchThresholds(page)).filter(({ pause }) => pause === 'user').length;
  await expect.poll(paused).toBe(found);
  await undoOf(page, 'en pausa').click();
  await expect.poll(paused).toBe(0);
});

test('many are made of a template, listed before, and undone with one press', {
  tag: '@release',
}, async ({ page }) => {
  await register(page, vigia.origin, 'plantilla@correo.example', path);
  await page.getByRole('link', { name: thresholdListCopy.createManyInstead }).click();
  const dialog = page.getByRole('dialog', { name: templateCopy.title });
  // As many as the plan has room for.
  await expect(dialog.getByText('Se crearán 5 umbrales')).toBeVisible();
  await dialog
    .getByLabel(templateCopy.category, { exact: true })
    .selectOption({ label: 'Categoría 1' });
  await dialog.getByLabel(templateCopy.scope, { exact: true }).selectOption({ label: 'España' });
  await dialog.getByLabel(templateCopy.share).fill('100');
  await expect(dialog.getByText(templateCopy.shareError)).toBeVisible();
  await dialog.getByLabel(templateCopy.share).fill('40');
  const rows = dialog.getByRole('row').filter({ has: page.getByRole('checkbox') });
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  for (const row of await rows.all()) await expect(row).toContainText(/España.*Categoría 1/);
  await rows.first().getByRole('checkbox').press('Space');
  const amount = (await rows.count()) - 1;
  await dialog.getByRole('button', { name: /^Crear \d+ umbral/ }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(rowsOf(page)).toHaveCount(amount);
  const stored = async () => Object.values(await fetchThresholds(page));
  await expect.poll(async () => (await stored()).length).toBe(amount);
  for (const threshold of await stored()) expect(threshold).toMatchObject({ condition: 'below' });
  await undoOf(page, 'creado').press('Enter');
  await expect.poll(async () => (await stored()).length).toBe(0);
});

test('the keyboard reaches every row and action', async ({ page }) => {
  await openWithThresholds(page, 3);
  const rows = rowsOf(page);
  const silenceIn = (row: Locator) => row.getByRole('button', { name: /^Silenciar/ });
  await rows.first().getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(rows.nth(1).getByRole('checkbox')).toBeFocused();
  await expect(page.getByText('2 seleccionados')).toBeVisible();
  // Checkbox, link, switch, silence.
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await expect(silenceIn(rows.nth(1))).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  // What evaluates nothing comes last: the row moves there, and the focus with it.
  await expect(rows.last().getByText(/^En silencio hasta/)).toBeVisible();
  await expect(silenceIn(rows.last())).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(silenceIn(rows.nth(1))).toBeFocused();
  await page.keyboard.press('End');
  await expect(silenceIn(rows.last())).toBeFocused();
  await page.keyboard.press('Home');
  await expect(silenceIn(rows.first())).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('rows are cards, and a selection is deleted and restored by touch', async ({ page }) => {
    await openWithThresholds(page, 4);
    await expect(
      page.getByRole('navigation', { name: 'Secciones' }).last().getByRole('link'),
    ).toHaveText(['Resumen', 'Partidos', 'Umbrales', 'Alertas', 'Configuración']);
    const rows = rowsOf(page);
    // Its menu opens within what the pinned buttons leave of the screen.
    await rows
      .nth(0)
      .getByRole('button', { name: /^Silenciar/ })
      .tap();
    await page.getByRole('menuitem', { name: thresholdListCopy.snoozes.monday }).tap();
    await expect(page.getByText(/^En silencio hasta/)).toHaveCount(1);
    await rows.nth(0).getByRole('checkbox').tap();
    await rows.nth(1).getByRole('checkbox').tap();
    const bar = page.getByRole('region', { name: thresholdListCopy.selection });
    await bar.getByRole('button', { name: thresholdListCopy.remove }).tap();
    await expect(rows).toHaveCount(2);
    await undoOf(page, 'borrados').tap();
    await expect(rows).toHaveCount(4);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const overflow = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
      await expect.poll(overflow, { message: `at ${width} px` }).toBe(0);
    }
    await page.getByRole('button', { name: 'Cuenta', exact: true }).tap();
    await page.getByRole('menuitem', { name: 'Plan' }).tap();
    await expect(page).toHaveURL(/\/dashboard\/plan$/);
  });
});
