/** The stand-ins' pages in a browser: what testers read and press fits, is accessible and works by keyboard. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityStandin } from '#standins/identity/plugin.ts';
import { loadSigningKeys } from '#standins/identity/signing-keys.ts';
import { landingPage } from '#standins/landing/plugin.ts';
import { mailboxPlugin } from '#standins/mail/mailbox-plugin.ts';
import { createSmtpSender } from '#standins/mail/smtp-sender.ts';
import { startSmtpStandin } from '#standins/mail/smtp-server.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { waitTimeoutMs } from '#tests/support/wait-for.ts';
import { chromiumPath, launchChromium } from './chromium.ts';
import { openDataDir, postForm, serve } from './serve.ts';
import { openSession, startStripeHost, validCard } from './stripe-host.ts';

describe.skipIf(chromiumPath === null)('the local pages (need Chromium)', async () => {
  const dataDir = await openDataDir();
  const stripeHost = await startStripeHost(dataDir, null);
  const smtp = await startSmtpStandin({ dataDir });
  afterAll(() => smtp.close());
  const sendMail = createSmtpSender({ url: smtp.url, from: 'Vigía <cuentas@vigia.example>' });
  const keys = await loadSigningKeys(dataDir);
  const { origin } = await serve(async (app) => {
    await app.register(identityStandin, { dataDir, projectId: 'demo-vigia', keys, sendMail });
    await app.register(landingPage);
    await app.register(mailboxPlugin, { mailbox: smtp.mailbox });
  });
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];
  beforeAll(async () => {
    await sendMail({ to: 'eva@correo.es', subject: 'Hola', text: 'x', html: '<p>x</p>' });
    browser = await launchChromium();
    page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(waitTimeoutMs);
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (one) => one.type() === 'error' && errors.push(one.text()));
  });
  afterAll(() => browser?.close());

  const openBankPage = async () => {
    const { url } = await openSession(stripeHost, 'setup');
    await postForm(url, { ...validCard, numero: '4000 0025 0000 3155' });
    return url;
  };
  it.each<[string, () => string | Promise<string>]>([
    ['the tools', () => `${origin}/__local`],
    ['the mailbox', () => `${origin}/__local/buzon`],
    ['Google’s sign-in', () => `${origin}/emulator/auth/handler`],
    ['the card form', async () => (await openSession(stripeHost)).url],
    ['the bank’s question', openBankPage],
    ['the control of payments', () => `${stripeHost.origin}/__local/pagos`],
  ])('%s is accessible and fits, on a phone in light and on a desk in dark', async (_name, url) => {
    await page.goto(await url());
    for (const [width, colorScheme] of [
      [320, 'light'],
      [1440, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page)).toEqual([]);
      const widthPx = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(widthPx).toBeLessThanOrEqual(width);
    }
    expect(errors).toEqual([]);
  });

  it('the mailbox shows a mail on arrival, filters while typing, and is emptied', async () => {
    await page.goto(`${origin}/__local/buzon`);
    await sendMail({ to: 'ana@correo.es', subject: 'Recién', text: 'x', html: '<p>x</p>' });
    await page.getByRole('link', { name: /Recién/ }).waitFor();
    await page.getByRole('searchbox').fill('ana@');
    await page.getByText('1 correo · se actualiza solo').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Vaciar' }).click();
    await page.getByText('0 correos').waitFor();
  });
});
