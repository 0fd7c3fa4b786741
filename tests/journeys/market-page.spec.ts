/** “Ver en el mercado”, from every place that offers it: a tab of its own that learns nothing of ours. */
import type { Locator, Page } from '@playwright/test';
import { alertsCopy } from '#src/copy/alerts.ts';
import { marketPageCopy } from '#src/copy/market-page.ts';
import { matchCopy } from '#src/copy/match.ts';
import { thresholdListCopy } from '#src/copy/threshold-list.ts';
import { register } from '#tests/support/account.ts';
import { createFiringThresholds } from '#tests/support/create-firing-thresholds.ts';
import { waitForStream } from '#tests/support/live-stream.ts';
import { confirmAddress, mailsTo } from '#tests/support/mailbox.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { callApi, grantPlan } from '#tests/support/settings-page.ts';

const email = 'compradora@correo.example';
const named = new RegExp(`^${marketPageCopy.label}: .+, .+ \\(${marketPageCopy.newTab}\\)$`);
const linkIn = (place: Locator) => place.getByRole('link', { name: named });

/** Follows the link, looks at the page it opens, and closes that. */
async function follow(page: Page, link: Locator, url: string): Promise<void> {
  await expect(link).toHaveAttribute('href', url);
  const opening = page.context().waitForEvent('page');
  await link.click();
  const opened = await opening;
  await expect(opened.getByRole('heading', { name: 'Mercado de prueba' })).toBeVisible();
  expect(opened.url()).toBe(url);
  await expect(opened.getByText('Página de la que se viene: no se sabe.')).toBeVisible();
  expect(await opened.evaluate(() => window.opener)).toBeNull();
  await opened.close();
}

test('an alert leads to the market from its toast, its row, its match and its mail', {
  tag: '@release',
}, async ({ page, vigia: { origin }, vigia }) => {
  await register(page, origin, email);
  await confirmAddress(origin, email);
  await grantPlan(vigia, email, 'premium');
  const stream = waitForStream(page, '/dashboard/alertas');
  await page.goto(`${origin}/dashboard/alertas`);
  await expect(page.getByText(alertsCopy.emptyTitle)).toBeVisible();
  await stream;
  const [matchId = ''] = await createFiringThresholds(page, ['uno'], { frecuencia: 15 });
  const toast = page.getByTestId('toast');
  // Under the pointer it stays; otherwise it goes after eight seconds.
  await toast.hover();
  const { items } = await callApi<{ items: { collectibleId: string; collectibleUrl: string }[] }>(
    page,
    '/api/users/alerts',
  );
  const [alert] = items;
  const url = `${origin}/__local/mercado/coleccionable/${alert?.collectibleId}`;
  expect(alert?.collectibleUrl).toBe(url);

  await follow(page, linkIn(toast), url);
  await toast.getByRole('button', { name: 'Cerrar aviso' }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^¿Por qué me llegó\?/ })
    .click();
  await follow(page, linkIn(page.getByTestId('alert-details')), url);

  await page.goto(`${origin}/dashboard/partidos/${matchId}?c=${alert?.collectibleId}`);
  await follow(page, linkIn(page.getByRole('tabpanel')), url);
  const grid = page.getByRole('grid', { name: matchCopy.collectibles });
  await follow(page, linkIn(grid.locator('[aria-selected="true"]')), url);

  await page.goto(`${origin}/dashboard/umbrales`);
  await follow(page, linkIn(page.getByRole('grid', { name: thresholdListCopy.title })), url);

  const sent = async () =>
    (await mailsTo(origin, email)).filter(({ text }) => text.includes(`Ver en el mercado: ${url}`));
  await expect.poll(async () => (await sent()).length, { timeout: 60_000 }).toBe(1);
});

test('without a page nothing is offered', { tag: '@release' }, async ({
  page,
  vigia: { origin },
}) => {
  await register(page, origin, 'mirona@correo.example');
  await page.route(/\/api\/monitoring\/match\?/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { collectibles: { url?: string }[] };
    for (const item of body.collectibles) delete item.url;
    await route.fulfill({ response, json: body });
  });
  await page.goto(`${origin}/dashboard/partidos/m1`);
  await expect(page.getByRole('grid', { name: matchCopy.collectibles })).toBeVisible();
  await expect(page.getByRole('link', { name: /mercado/ })).toHaveCount(0);
});
