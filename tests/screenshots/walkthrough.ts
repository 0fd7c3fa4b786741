/**
 * The walk whose sights are the pictures of /how-it-works: a person registers, watches matches, draws lines,
 * is mailed about a crossing and asks why. `npm run pictures` keeps what it sees; a journey proves it can be walked.
 */
import type { Locator, Page, Response } from '@playwright/test';
import { confirmAddress, crossingMail } from './mailbox.ts';
import { stepUntilCrossing } from './market.ts';

/** In the order of the page's steps. */
export const pictureNames = ['matches', 'threshold', 'watching', 'mail', 'why'] as const;
export type PictureName = (typeof pictureNames)[number];

/** What a picture shows: everything from the top of one element to the bottom of another. */
export interface Region {
  readonly from: Locator;
  readonly to: Locator;
  /** How wide it is, where neither of them says so. */
  readonly across?: Locator;
}
export type Show = (name: PictureName, sight: Region) => Promise<void>;

/** Who walks. */
export const walker = 'lucia@correo.example';

/** The market of the pictures: the same matches each time, standing still until the walk lets it go. */
export const pictureMarket = { MARKET: 'demo', MARKET_SEED: 'vigia', MARKET_PAUSED: '1' };

/** How far below today's price each line is drawn: one crosses soon, one comes near, one stays far. */
const lines = [0.99, 0.955, 0.85];
/** Hours before kick-off prices leap and sell out, which is no picture to learn from. */
const soonestLeftOut = 12;

export async function runWalkthrough(page: Page, origin: string, show: Show): Promise<void> {
  await register(page, origin, walker);
  await confirmAddress(page, origin, walker);
  const matches = await watchMatches(page, origin, show);
  for (const [index, match] of matches.entries())
    await drawLine(page, match, lines[index] ?? 0.9, index === 0 ? show : null);
  await stepUntilCrossing(origin);
  await seeTheCrossing(page, origin, show);
  await page.goto(await crossingMail(origin, walker));
  await show('mail', {
    from: page.getByText('Vigía', { exact: true }).first(),
    // A mail about several crossings has no line drawn in it.
    to: page.getByText(/^(Tu umbral: |Al cruzar$)/).first(),
    // With the ground it lies on, as wide as the other pictures.
    across: page.locator('body'),
  });
  await askWhy(page, origin, show);
}

async function register(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/register`);
  await page.getByLabel('Nombre de usuario').fill('lucia');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill('vigia-2026');
  await page.getByLabel('Confirmar contraseña', { exact: true }).fill('vigia-2026');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await page.waitForURL('**/dashboard');
}

/** @returns the pages of three matches that are now watched */
async function watchMatches(page: Page, origin: string, show: Show): Promise<string[]> {
  await page.goto(`${origin}/dashboard/partidos`);
  const rows = page
    .getByRole('grid', { name: 'Partidos' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
  const addresses: string[] = [];
  for (const index of lines.keys()) {
    const row = rows.nth(soonestLeftOut + index);
    await row.getByRole('button', { name: /^Vigilar / }).click();
    await row.getByRole('button', { name: /^Dejar de vigilar / }).waitFor();
    addresses.push(new URL((await row.getByRole('link').getAttribute('href')) ?? '', origin).href);
    if (index === 0) await show('matches', { from: row, to: rows.nth(soonestLeftOut + 2) });
  }
  return addresses;
}

async function drawLine(page: Page, match: string, share: number, show: Show | null) {
  await page.goto(match);
  // By key: a message above that comes or goes between a mouse's down and up would take the press elsewhere.
  await page.getByRole('button', { name: 'Crear umbral', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Crear umbral' });
  await dialog.waitFor();
  const preview = dialog.getByRole('status');
  const price = dialog.getByRole('textbox', { name: 'Precio' });
  const nowSaid = preview.getByText(/Ahora está a/);
  const euros = /Ahora está a ([\d.]+(?:,\d+)?)/.exec((await nowSaid.textContent()) ?? '')?.[1];
  if (euros === undefined) throw new Error('the preview does not say the price of now');
  const now = Number(euros.replaceAll('.', '').replace(',', '.'));
  const euro = Math.floor(now * share);
  // What the dialog says of its own suggestion is on the screen until the answer for this price comes.
  const tried = show && page.waitForResponse((answer) => triesPrice(answer, euro * 100));
  await price.fill(String(euro));
  await tried;
  if (show) await preview.getByText(/habría saltado/i).waitFor();
  await price.blur();
  await show?.('threshold', { from: dialog.getByText('Avísame si'), to: preview });
  await dialog.getByRole('button', { name: 'Guardar umbral' }).click();
  await dialog.waitFor({ state: 'hidden' });
  // Until it stands so, no reading is looked at for it.
  await page
    .getByText(/^Vigilando/)
    .first()
    .waitFor();
}

const triesPrice = (answer: Response, cents: number): boolean =>
  answer.url().endsWith('/api/monitoring/preview') &&
  answer.request().postDataJSON()?.umbral?.valor === cents;

async function seeTheCrossing(page: Page, origin: string, show: Show): Promise<void> {
  await page.goto(`${origin}/dashboard`);
  // What is under a line, nearest first.
  const rows = page.locator('.wrow').filter({ hasText: /Cruzado por|falta/ });
  await rows.filter({ hasText: 'Cruzado por' }).first().waitFor();
  await show('watching', { from: rows.nth(0), to: rows.nth(2) });
}

async function askWhy(page: Page, origin: string, show: Show): Promise<void> {
  await page.goto(`${origin}/dashboard/alertas`);
  const alert = page.getByRole('listitem').filter({ hasText: 'Correo enviado' }).first();
  await alert.getByRole('button', { name: /¿Por qué me llegó\?/ }).click();
  await alert.getByText('Tu regla').waitFor();
  await show('why', { from: alert, to: alert });
}
