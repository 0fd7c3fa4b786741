/** Browser tests of the landing page, mailbox, Google and reset pages: accessibility, overflow, updates, reset flow. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityStandin } from '#standins/identity/plugin.ts';
import { loadSigningKeys } from '#standins/identity/signing-keys.ts';
import { landingPage } from '#standins/landing/plugin.ts';
import { mailboxPlugin } from '#standins/mail/mailbox-plugin.ts';
import { createSmtpSender, type SendMail } from '#standins/mail/smtp-sender.ts';
import { type SmtpStandin, startSmtpStandin } from '#standins/mail/smtp-server.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { waitTimeoutMs } from '#tests/support/wait-for.ts';
import { chromiumPath, launchChromium } from './chromium.ts';

describe.skipIf(chromiumPath === null)('the local pages (needs Chromium)', () => {
  let dataDir: string;
  let smtp: SmtpStandin;
  let app: FastifyInstance;
  let origin: string;
  let browser: Browser;
  let sendMail: SendMail;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vigia-pages-'));
    smtp = await startSmtpStandin({ dataDir });
    sendMail = createSmtpSender({ url: smtp.url, from: 'Vigía <cuentas@vigia.example>' });
    app = Fastify();
    const keys = await loadSigningKeys(dataDir);
    await app.register(identityStandin, { dataDir, projectId: 'demo-vigia', keys, sendMail });
    await app.register(landingPage);
    await app.register(mailboxPlugin, { mailbox: smtp.mailbox });
    origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const call = (operation: string, body: object) =>
      fetch(`${origin}/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=local`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
    const email = 'bruno@correo.es';
    await call('signUp', { email, password: 'secreto1' });
    await call('sendOobCode', { email, requestType: 'PASSWORD_RESET' });
    const idToken = JSON.stringify({ sub: 'g1', email: 'lucia@gmail.com', email_verified: true });
    const postBody = `${new URLSearchParams({ providerId: 'google.com', id_token: idToken })}`;
    await call('signInWithIdp', { requestUri: origin, postBody });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
    await smtp.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** With a step timeout below the test's, so that an error names the step. */
  const openPage = async () => {
    const context = await browser.newContext();
    context.setDefaultTimeout(waitTimeoutMs);
    return context.newPage();
  };

  const paths = [
    '/__local',
    '/__local/buzon',
    '/__local/buzon/1',
    '/__local/buzon/1?parte=texto',
    '/emulator/auth/handler',
    '/__local/restablecer?oobCode=gastado',
  ];
  const screens = [
    { width: 390, height: 844, colorScheme: 'light' },
    { width: 1440, height: 900, colorScheme: 'dark' },
  ] as const;

  it.each(screens)('are accessible and fit at $width pixels, $colorScheme', async (screen) => {
    const { width, height, colorScheme } = screen;
    const context = await browser.newContext({ viewport: { width, height }, colorScheme });
    context.setDefaultTimeout(waitTimeoutMs);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    for (const path of paths) {
      await page.goto(origin + path);
      const overflowPx = await page.evaluate(
        () => document.documentElement.scrollWidth - innerWidth,
      );
      const violations = await axeViolations(page);
      expect({ path, violations, overflowPx: Math.max(0, overflowPx) }).toEqual({
        path,
        violations: [],
        overflowPx: 0,
      });
    }
    expect(errors).toEqual([]);
    await context.close();
  });

  it('share one theme switch, and its choice with the app', async () => {
    const page = await openPage();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${origin}/__local/buzon`);
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const paper = await background();
    await page.getByRole('button', { name: 'Cambiar a tema noche' }).click();
    await page.getByRole('button', { name: 'Cambiar a tema papel' }).waitFor();
    const night = await background();
    expect(night).not.toBe(paper);
    expect(await page.evaluate(() => localStorage.getItem('vigia-theme'))).toBe('noche');
    await page.goto(`${origin}/__local/restablecer?oobCode=gastado`);
    expect(await background()).toBe(night);
    await page.getByRole('button', { name: 'Cambiar a tema papel' }).click();
    await page.getByRole('button', { name: 'Seguir el tema del sistema' }).click();
    await page.getByRole('button', { name: 'Cambiar a tema noche' }).waitFor();
    expect(await background()).toBe(paper);
    await page.context().close();
  });

  it('follow the reset link from the mailbox to a new password', async () => {
    const page = await openPage();
    await page.goto(`${origin}/__local/buzon`);
    await page
      .getByRole('link', { name: /Recupera el acceso a Vigía/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Elegir contraseña nueva' }).click();
    await page.getByLabel('Contraseña nueva').fill('nueva-clave');
    await page.getByLabel('Confirmar contraseña').fill('nueva-clave');
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    await page.getByRole('heading', { name: 'Contraseña cambiada' }).waitFor();
    await page.context().close();
  });

  it('show a mail on arrival, filter while typing, and empty the mailbox', async () => {
    const page = await openPage();
    await page.goto(`${origin}/__local/buzon`);
    await sendMail({ to: 'eva@correo.es', subject: 'Recién llegado', text: 'x', html: '<p>x</p>' });
    await page.getByRole('link', { name: /Recién llegado/ }).waitFor();
    await page.getByRole('searchbox').fill('eva@');
    await page.getByText('1 correo · se actualiza solo').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Vaciar' }).click();
    await page.getByText('0 correos').waitFor();
    await page.context().close();
  });
});
