/**
 * End to end on a recorded market: register, confirm the address through the mail, watch match 13, create a
 * threshold, play the market, and receive by mail exactly the alerts the backtest predicts, each once.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { alertsCopy } from '#src/copy/alerts.ts';
import { sessionTexts } from '#src/copy/auth-texts.ts';
import { matchCopy } from '#src/copy/match.ts';
import { matchesCopy } from '#src/copy/matches.ts';
import { signInCopy } from '#src/copy/sign-in.ts';
import { thresholdFormCopy, valueLabels } from '#src/copy/threshold-form-texts.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { findConfirmationLink, type Mail, mailsTo } from '#tests/support/mailbox.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { checkEveryFiveSeconds } from '#tests/support/settings-page.ts';
import { expectToast } from '#tests/support/toasts.ts';

const execFileAsync = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const market = join(root, '..', 'shared', 'market');
const files = {
  prices: join(market, 'floors-2025-12_2026-03.csv'),
  collectibles: join(market, 'collectibles.csv'),
};
const collectible = 'cat1-m13';
/** Cents; crossed several times in the recorded months. */
const line = 40_000;

let vigia: RunningVigia | undefined;
test.afterEach(async ({ page }) => {
  // An open page would keep calling the server that is being stopped.
  await page.close();
  await vigia?.stop();
  vigia = undefined;
});

test('on a recorded market every predicted alert is mailed once and listed', {
  tag: '@release',
}, async ({ page }) => {
  test.skip(!existsSync(files.prices), 'not run: the recorded market is not beside the repository');
  vigia = await startVigia({
    env: {
      MARKET: 'replay',
      REPLAY_PRICES_FILE: files.prices,
      REPLAY_COLLECTIBLES_FILE: files.collectibles,
      MARKET_SPEED: 'max',
      MARKET_PAUSED: '1',
    },
  });
  const { origin } = vigia;
  const email = 'lucia@correo.example';

  await page.goto(`${origin}/register`);
  await page.getByLabel(signInCopy.username).fill('lucia');
  await page.getByLabel(signInCopy.email).fill(email);
  await page.getByLabel(signInCopy.password, { exact: true }).fill('vigia-2026');
  await page.getByLabel(signInCopy.confirmation, { exact: true }).fill('vigia-2026');
  await page.getByRole('button', { name: signInCopy.createAccount }).click();
  await expectToast(page, sessionTexts.signedUp);
  await page.waitForURL('**/dashboard');

  await checkEveryFiveSeconds(page, vigia, email);
  await confirmThroughTheMail(page, origin, email);

  await page.goto(`${origin}/dashboard/partidos?q=13`);
  await page.getByRole('button', { name: `${matchesCopy.watch} Partido 13` }).click();
  await expect(
    page.getByRole('button', { name: `${matchesCopy.unwatch} Partido 13` }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Partido 13' }).click();
  await page.getByRole('button', { name: matchCopy.createThreshold, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: thresholdFormCopy.create });
  await dialog.getByLabel(thresholdFormCopy.target).selectOption(`collectible:${collectible}`);
  await dialog.getByRole('textbox', { name: valueLabels.below }).fill(String(line / 100));
  await dialog.getByRole('button', { name: thresholdFormCopy.save }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Vigilando(,|$)/)).toBeVisible();

  await sendCommand(origin, { action: 'play' });
  await expect
    .poll(async () => summaryOf(await fetchMarketState(origin)), {
      timeout: 150_000,
      intervals: [500],
    })
    .toEqual({ state: 'ended', alerts: 0, mails: 0 });

  const predicted = await runBacktest();
  expect(predicted.length).toBeGreaterThan(1);
  const alerts = alertsNamedIn(await mailsTo(origin, email));
  expect(alerts.map(({ episode }) => episode)).toEqual(predicted.map((_alert, index) => index + 1));

  await page.goto(`${origin}/dashboard/alertas`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    alertsCopy.unreadTitle(predicted.length),
  );
  const listed = await page.evaluate(async () => {
    const answer = await fetch('/api/users/alerts?limit=500', {
      headers: { authorization: `Bearer ${localStorage.getItem('authToken')}` },
    });
    const { items } = (await answer.json()) as {
      items: { valueCents: number; observedAt: string }[];
    };
    return items.map(({ valueCents, observedAt }) => [Date.parse(observedAt), valueCents]);
  });
  expect(listed.toReversed()).toEqual(
    predicted.map(({ observedAt, valueCents }) => [Date.parse(observedAt), valueCents]),
  );
});

async function confirmThroughTheMail(
  page: import('@playwright/test').Page,
  origin: string,
  email: string,
): Promise<void> {
  const link = () => findConfirmationLink(origin, email);
  await expect.poll(link).not.toBeNull();
  await page.goto((await link()) ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/confirmado/i);
}

/** Alerts named in the mails' X-Vigia-Alerts headers, oldest first, repeats included. */
function alertsNamedIn(mails: readonly Mail[]): { id: string; episode: number }[] {
  return mails
    .flatMap(({ headers }) => headers.filter(({ name }) => name.toLowerCase() === 'x-vigia-alerts'))
    .flatMap(({ value }) => value.split(',').map((name) => name.trim()))
    .map((name) => {
      const [id = '', , episode = ''] = name.split('/');
      return { id, episode: Number(episode) };
    })
    .sort((a, b) => a.episode - b.episode);
}

interface PredictedAlert {
  readonly observedAt: string;
  readonly valueCents: number;
}

async function runBacktest(): Promise<PredictedAlert[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vigia-journey-backtest-'));
  const rules = join(folder, 'rules.csv');
  const out = join(folder, 'alerts.csv');
  await writeFile(
    rules,
    'threshold_id,created_at,target_kind,target_id,category,condition,value,band_bp\n' +
      `t,2000-01-01T00:00:00Z,collectible,${collectible},,below,${line},300\n`,
  );
  const { prices, collectibles } = files;
  const paths = { prices, collectibles, rules, out };
  const args = Object.entries(paths).flatMap(([name, path]) => [`--${name}`, path]);
  await execFileAsync(process.execPath, ['server/engine/backtest/backtest-cli.ts', ...args], {
    cwd: root,
  });
  const rows = (await readFile(out, 'utf8')).trim().split('\n').slice(1);
  await rm(folder, { recursive: true });
  return rows.map((row) => {
    const [, , observedAt = '', valueCents = ''] = row.split(',');
    return { observedAt, valueCents: Number(valueCents) };
  });
}

interface MarketCounts {
  readonly state: string;
  readonly pending: { readonly alerts: number; readonly mails: number };
}

async function fetchMarketState(origin: string): Promise<MarketCounts> {
  const answer = await fetch(`${origin}/__local/mercado`, {
    headers: { accept: 'application/json' },
  });
  return (await answer.json()) as MarketCounts;
}

const summaryOf = ({ state: now, pending }: MarketCounts) => ({ state: now, ...pending });

async function sendCommand(origin: string, command: { action: string }): Promise<void> {
  const answer = await fetch(`${origin}/__local/mercado`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(command),
  });
  expect(answer.ok).toBe(true);
}
