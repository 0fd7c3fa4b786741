/** Browser tests of the Google sign-in popup: the SDK's popup flow, no external requests, strict CSP. */
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityStandin } from '#standins/identity/plugin.ts';
import { loadSigningKeys } from '#standins/identity/signing-keys.ts';
import { waitTimeoutMs } from '#tests/support/wait-for.ts';
import { chromiumPath, launchChromium } from './chromium.ts';

const projectId = 'demo-vigia';
describe.skipIf(chromiumPath === null)('the Google sign-in popup (needs Chromium)', () => {
  let dataDir: string;
  let standins: FastifyInstance;
  let site: FastifyInstance;
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];
  const externalRequests: string[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vigia-google-'));
    standins = Fastify();
    const keys = await loadSigningKeys(dataDir);
    await standins.register(identityStandin, {
      dataDir,
      projectId,
      keys,
      sendMail: async () => {},
    });
    await standins.listen({ host: '127.0.0.1', port: 0 });
    site = await startSite(originOf(standins));
    browser = await launchChromium();
    const context = await browser.newContext();
    context.setDefaultTimeout(waitTimeoutMs);
    context.on('request', (request) => {
      if (!/^(http:\/\/(127\.0\.0\.1|localhost):|data:)/.test(request.url()))
        externalRequests.push(request.url());
    });
    context.on('weberror', (error) => errors.push(error.error().message));
    context.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page = await context.newPage();
    await page.goto(originOf(site));
    await page.locator('body[data-ready]').waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await standins.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const openPopup = async (): Promise<Page> => {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button').click(),
    ]);
    await popup.getByRole('button', { name: 'Continuar' }).waitFor();
    return popup;
  };
  const waitForOutcome = (text: string) => page.getByText(text, { exact: true }).waitFor();

  it('signs in with an invented account', async () => {
    const popup = await openPopup();
    await popup.getByLabel('Correo', { exact: true }).fill('ana@gmail.com');
    await popup.getByLabel('Nombre').fill('Ana Núñez');
    await popup.getByRole('button', { name: 'Continuar' }).click();
    await waitForOutcome('dentro ana@gmail.com Ana Núñez');
  });

  it('lists an account used before', async () => {
    const popup = await openPopup();
    await popup.getByRole('button', { name: 'Ana Núñez' }).click();
    await waitForOutcome('dentro ana@gmail.com Ana Núñez');
  });

  it('reports to the app that the address belongs to another account', async () => {
    const signUp = `${originOf(standins)}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local`;
    const body = JSON.stringify({ email: 'eva@correo.es', password: 'secreto1' });
    await fetch(signUp, { method: 'POST', body });
    const popup = await openPopup();
    await popup.getByLabel('Correo', { exact: true }).fill('eva@correo.es');
    await popup.getByLabel('Google no ha comprobado este correo').check();
    await popup.getByRole('button', { name: 'Continuar' }).click();
    await waitForOutcome('auth/account-exists-with-different-credential');
  });

  it('reports to the app that it was cancelled', async () => {
    const popup = await openPopup();
    const closed = popup.waitForEvent('close');
    // The click may reject because the window closes during it; the close event is what counts.
    await Promise.race([closed, popup.getByRole('button', { name: 'Cancelar' }).click()]).catch(
      () => {},
    );
    await closed;
    // The SDK waits ten seconds before it reports a closed window.
    await waitForOutcome('auth/popup-closed-by-user');
  });

  it('sent no external request and caused no error in the pages', () => {
    expect(externalRequests).toEqual([]);
    expect(errors).toEqual([]);
  });
});

const originOf = (app: FastifyInstance): string =>
  `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

/** Serves the test page with a policy like the product's: no inline scripts. */
async function startSite(identity: string): Promise<FastifyInstance> {
  const input = fileURLToPath(new URL('google-popup.page.js', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, rollupOptions: { input } },
  });
  const [first] = [built].flat();
  const script = first && 'output' in first ? first.output[0].code : '';
  const site = Fastify();
  site.get('/app.js', async (_request, reply) => reply.type('text/javascript').send(script));
  site.get('/favicon.ico', async (_request, reply) => reply.code(204).send());
  site.get('/', async (_request, reply) =>
    reply
      .header('cross-origin-opener-policy', 'same-origin-allow-popups')
      .header(
        'content-security-policy',
        `default-src 'none'; script-src 'self' ${identity}; connect-src ${identity}; frame-src ${identity}; img-src 'self'`,
      )
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="es"><title>Prueba</title><script src="${identity}/__local/gapi.js"></script>
<body data-identity="${identity}"><button>Google</button><output></output><script type="module" src="/app.js"></script></body></html>`,
      ),
  );
  await site.listen({ host: '127.0.0.1', port: 0 });
  return site;
}
