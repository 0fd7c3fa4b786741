/**
 * Scripted walkthrough for the pictures of /how-it-works: register, watch matches, create thresholds, receive the mail
 * about a crossing, open its explanation. Run by `npm run screenshots`.
 */
import type { Locator, Page, Response } from '@playwright/test';
import { alertDetailsCopy, deliverySentence } from '#src/copy/alerts.ts';
import { matchCopy } from '#src/copy/match.ts';
import { matchesCopy } from '#src/copy/matches.ts';
import { overviewCopy } from '#src/copy/overview.ts';
import { thresholdFormCopy, valueLabels } from '#src/copy/threshold-form-texts.ts';
import { crossedText } from '#src/copy/thresholds.ts';
import { register } from '#tests/support/account.ts';
import { confirmAddress, type Mail, mailsTo } from '#tests/support/mailbox.ts';
import { retryUntil } from '#tests/support/retry-until.ts';
import { stepUntilCrossing } from './step-market.ts';

/** In the order of the page's steps. */
export const pictureNames = ['matches', 'threshold', 'watching', 'mail', 'why'] as const;
export type PictureName = (typeof pictureNames)[number];

/** Region of a picture: from the top of one element to the bottom of another. */
export interface Region {
  readonly from: Locator;
  readonly to: Locator;
  /** Element that gives the width; `from` by default. */
  readonly across?: Locator;
}
export type TakePicture = (name: PictureName, region: Region) => Promise<void>;

/** The user of the walkthrough. */
export const walkthroughEmail = 'lucia@correo.example';

/** Environment: the same demo matches each time, paused until the walkthrough steps the market. */
export const pictureMarket = { MARKET: 'demo', MARKET_SEED: 'vigia', MARKET_PAUSED: '1' };

/** Thresholds relative to today's price: one crosses soon, one comes near, one stays far. */
const thresholdRatios = [0.995, 0.97, 0.85];
/** First matches to skip: hours before kick-off prices leap and sell out. */
const skippedMatches = 12;

export async function runWalkthrough(
  page: Page,
  origin: string,
  takePicture: TakePicture,
): Promise<void> {
  await register(page, origin, walkthroughEmail);
  await confirmAddress(origin, walkthroughEmail);
  const matches = await watchMatches(page, origin, takePicture);
  for (const [index, match] of matches.entries())
    await createThreshold(
      page,
      match,
      thresholdRatios[index] ?? 0.9,
      index === 0 ? takePicture : null,
    );
  const findAlertMail = async () => (await mailsTo(origin, walkthroughEmail)).find(isOfAlerts);
  await stepUntilCrossing(origin, async () => (await findAlertMail()) !== undefined);
  await showCrossing(page, origin, takePicture);
  const id = await retryUntil(async () => {
    const mail = await findAlertMail();
    if (mail === undefined) throw new Error('no mail about the crossing');
    return mail.id;
  });
  await page.goto(`${origin}/__local/buzon/${encodeURIComponent(id)}/html`);
  await takePicture('mail', {
    from: page.getByText('Vigía', { exact: true }).first(),
    // A mail about several crossings has no chart.
    to: page.getByText(/^(Tu umbral: |Al cruzar$)/).first(),
    // With the background, as wide as the other pictures.
    across: page.locator('body'),
  });
  await showExplanation(page, origin, takePicture);
}

const isOfAlerts = ({ headers }: Mail): boolean =>
  headers.some(({ name }) => name.toLowerCase() === 'x-vigia-alerts');

/** @returns URLs of three matches that are now watched */
async function watchMatches(
  page: Page,
  origin: string,
  takePicture: TakePicture,
): Promise<string[]> {
  await page.goto(`${origin}/dashboard/partidos`);
  const rows = page
    .getByRole('grid', { name: matchesCopy.title })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
  const urls: string[] = [];
  await rows.nth(skippedMatches).waitFor();
  // What has risen since yesterday is seldom as cheap as it gets, so its price soon falls.
  const first = (await rows.allTextContents()).findIndex(
    (text, index) => index >= skippedMatches && text.includes('sube'),
  );
  for (const index of thresholdRatios.keys()) {
    const row = rows.nth(first + index);
    await row.getByRole('button', { name: /^Vigilar / }).click();
    await row.getByRole('button', { name: matchesCopy.unwatch }).waitFor();
    urls.push(new URL((await row.getByRole('link').getAttribute('href')) ?? '', origin).href);
    if (index === 0) await takePicture('matches', { from: row, to: rows.nth(first + 2) });
  }
  return urls;
}

async function createThreshold(
  page: Page,
  match: string,
  ratio: number,
  takePicture: TakePicture | null,
) {
  await page.goto(match);
  // By key: a banner that appears between mouse down and up would shift the button.
  await page.getByRole('button', { name: matchCopy.createThreshold, exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: thresholdFormCopy.create });
  await dialog.waitFor();
  const preview = dialog.getByRole('status');
  const price = dialog.getByRole('textbox', { name: valueLabels.below });
  const currentPrice = preview.getByText(/Ahora está a/);
  const euros = /Ahora está a ([\d.]+(?:,\d+)?)/.exec(
    (await currentPrice.textContent()) ?? '',
  )?.[1];
  if (euros === undefined) throw new Error('the preview does not show the current price');
  const now = Number(euros.replaceAll('.', '').replace(',', '.'));
  const euro = Math.floor(now * ratio);
  // The preview of the suggested price stays until the answer for this price arrives.
  const previewed =
    takePicture && page.waitForResponse((answer) => isPreviewOf(answer, euro * 100));
  await price.fill(String(euro));
  await previewed;
  if (takePicture) await preview.getByText(/habría saltado/i).waitFor();
  await price.blur();
  await takePicture?.('threshold', {
    from: dialog.getByText(thresholdFormCopy.start),
    to: preview,
  });
  await dialog.getByRole('button', { name: thresholdFormCopy.save }).click();
  await dialog.waitFor({ state: 'hidden' });
  // Before that, readings are not evaluated for it.
  await page
    .getByText(/^Vigilando(,|$)/)
    .first()
    .waitFor();
}

const isPreviewOf = (answer: Response, cents: number): boolean =>
  answer.url().endsWith('/api/monitoring/preview') &&
  answer.request().postDataJSON()?.threshold?.value === cents;

async function showCrossing(page: Page, origin: string, takePicture: TakePicture): Promise<void> {
  await page.goto(`${origin}/dashboard`);
  // Watched rows, nearest to their threshold first. A price that equals its line has crossed it, by nothing.
  const crossed = new RegExp(`Cruzado por|${crossedText(0, 'EUR')}`);
  const rows = page
    .getByRole('grid', { name: overviewCopy.listLabel })
    .getByRole('row')
    .filter({ hasText: new RegExp(`${crossed.source}|falta`) });
  await rows.filter({ hasText: crossed }).first().waitFor();
  await takePicture('watching', { from: rows.nth(0), to: rows.nth(2) });
}

async function showExplanation(
  page: Page,
  origin: string,
  takePicture: TakePicture,
): Promise<void> {
  await page.goto(`${origin}/dashboard/alertas`);
  const sent = deliverySentence({ state: 'sent', attempts: 1 }, 'reachable');
  const alert = page.getByRole('listitem').filter({ hasText: sent }).first();
  await alert.getByRole('button', { name: alertDetailsCopy.whyReceived }).click();
  await alert.getByText(alertDetailsCopy.details).waitFor();
  await takePicture('why', { from: alert, to: alert });
}
