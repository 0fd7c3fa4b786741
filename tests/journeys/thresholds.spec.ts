/** The threshold list by keyboard, and by touch on a phone. */
import type { Locator, Page } from '@playwright/test';
import { thresholdListCopy } from '#src/copy/threshold-list.ts';
import { register } from '#tests/support/account.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { callApi, grantPlan } from '#tests/support/settings-page.ts';

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

test('the keyboard reaches every row and action', { tag: '@release' }, async ({ page }) => {
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
      .getByRole('button', { name: new RegExp(`^${thresholdListCopy.more}`) })
      .tap();
    const untilMonday = thresholdListCopy.snoozeFor(thresholdListCopy.snoozes.monday);
    await page.getByRole('menuitem', { name: untilMonday }).tap();
    await expect(page.getByText(/^En silencio hasta/)).toHaveCount(1);
    await rows.nth(0).getByRole('checkbox').tap();
    await rows.nth(1).getByRole('checkbox').tap();
    const bar = page.getByRole('region', { name: thresholdListCopy.selection });
    await bar.getByRole('button', { name: thresholdListCopy.remove }).tap();
    await expect(rows).toHaveCount(2);
    await undoOf(page, 'borrados').tap();
    await expect(rows).toHaveCount(4);
  });
});
