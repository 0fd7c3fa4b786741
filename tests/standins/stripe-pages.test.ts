/** Browser tests of the payment pages: keyboard, no scripts, sizes and colours, redirect to the product. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunOptions } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '#tests/support/axe.ts';
import { waitFor, waitTimeoutMs } from '#tests/support/wait-for.ts';
import { chromiumPath, launchChromium } from './chromium.ts';
import { priceOf } from './stripe.scenarios.ts';
import { type StripeHost, startStripeHost } from './stripe-host.ts';

describe.skipIf(chromiumPath === null)('the payment pages (needs Chromium)', () => {
  let dataDir: string;
  let host: StripeHost;
  let stripe: Stripe;
  let browser: Browser;
  let product: Server;
  let productOrigin: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vigia-stripe-'));
    host = await startStripeHost(dataDir, null);
    stripe = host.client();
    // Another origin, as in development: the form's redirect to it must be allowed.
    product = createServer((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><title>Vigía</title><h1>${request.url}</h1>`);
    }).listen(0, '127.0.0.1');
    await new Promise((done) => product.once('listening', done));
    productOrigin = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    product.closeAllConnections();
    product.close();
    await host.app.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function checkoutUrl(mode: 'subscription' | 'setup' = 'subscription') {
    const customer = await stripe.customers.create({
      email: 'lucia@correo.es',
      name: 'Lucía Prado',
    });
    const { url } = await stripe.checkout.sessions.create({
      mode,
      customer: customer.id,
      success_url: `${productOrigin}/plan?pago={CHECKOUT_SESSION_ID}`,
      cancel_url: `${productOrigin}/plan?sin-pagar`,
      ...(mode === 'subscription' && {
        line_items: [{ price: await priceOf(stripe, 'elite'), quantity: 1 }],
      }),
    });
    return url ?? '';
  }
  async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(waitTimeoutMs);
    return context.newPage();
  }

  it('lead back to the product: by keyboard alone, without paying, and with a chosen test card', async () => {
    const page = await openPage();
    await page.goto(await checkoutUrl());
    await page.getByLabel('Número de tarjeta').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('4242424242424242');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^\/plan\?pago=cs_test_/ }).waitFor();

    await page.goto(await checkoutUrl());
    await page.getByRole('radio', { name: /9995/ }).check();
    await waitFor(async () =>
      expect(await page.getByLabel('Número de tarjeta').inputValue()).toBe('4000 0000 0000 9995'),
    );
    await page.getByRole('button', { name: /^Pagar 24,99/ }).click();
    await page.getByRole('alert').getByText('no tiene saldo suficiente').waitFor();
    await page.getByRole('link', { name: 'Volver sin pagar' }).click();
    await page.getByRole('heading', { name: '/plan?sin-pagar' }).waitFor();
    await page.context().close();
  });

  it('work without scripts, the bank’s page included', async () => {
    const page = await openPage({ javaScriptEnabled: false });
    await page.goto(await checkoutUrl());
    await page.getByRole('radio', { name: /3155/ }).check();
    await page.getByRole('button', { name: /^Pagar/ }).click();
    await page.getByRole('button', { name: 'Confirmar el pago', exact: true }).click();
    await page.getByRole('heading', { name: /^\/plan\?pago=/ }).waitFor();
    await page.context().close();
  });

  it('can advance the clock and hold the events', async () => {
    const page = await openPage();
    await page.goto(`${host.origin}/__local/pagos`);
    await page.getByLabel('Modo').selectOption('Retener hasta que se pida');
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Cambiar', exact: true }).first().click(),
    ]);
    await page.getByLabel('Meses').fill('2');
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Adelantar' }).click(),
    ]);
    expect(await page.getByLabel('Modo').inputValue()).toBe('delay');
    await page.context().close();
  });

  it('are accessible and fit, on a phone in light and on a desk in dark', async () => {
    const page = await openPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    const expectAccessibleOnBothSizes = async (what: string) => {
      await page.setViewportSize({ width: 320, height: 700 });
      await page.emulateMedia({ colorScheme: 'light' });
      await expectAccessible(`${what}, phone`);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: 'dark' });
      // Only the contrast differs here.
      await expectAccessible(`${what}, desk`, { runOnly: ['color-contrast'] });
    };
    const expectAccessible = async (what: string, axeOptions: RunOptions = {}) => {
      const overflowPx = await page.evaluate(
        () => document.documentElement.scrollWidth - innerWidth,
      );
      const violations = await axeViolations(page, axeOptions);
      expect({ what, violations, overflowPx: Math.max(0, overflowPx) }).toEqual({
        what,
        violations: [],
        overflowPx: 0,
      });
    };
    const url = await checkoutUrl();
    await page.goto(url);
    await expectAccessibleOnBothSizes('card page');
    await page.getByLabel('CVC').fill('1');
    await page.getByRole('button', { name: /^Pagar/ }).click();
    await page.getByText('El CVC son las 3 cifras').waitFor();
    await expectAccessibleOnBothSizes('card page with an error');
    await page.goto(await checkoutUrl('setup'));
    await page.getByRole('radio', { name: /3155/ }).check();
    await page.getByRole('button', { name: 'Guardar tarjeta' }).click();
    await page.getByRole('heading', { name: 'Confirma que eres tú' }).waitFor();
    await expectAccessibleOnBothSizes('bank page');
    await page.goto(url);
    await page.getByRole('button', { name: /^Pagar/ }).click();
    await page.getByRole('heading', { name: /^\/plan/ }).waitFor();
    await page.goto(url);
    await expectAccessibleOnBothSizes('closed page');
    await page.goto(`${host.origin}/__local/pagos`);
    await expectAccessibleOnBothSizes('control page');
    await page.getByRole('link', { name: /^V-/ }).first().click();
    await page.getByRole('heading', { name: /^Factura V-/ }).waitFor();
    await expectAccessibleOnBothSizes('invoice');
    // A rejected form answers 422, which the browser logs as an error.
    expect(errors.filter((text) => !text.includes('422'))).toEqual([]);
    await page.context().close();
  });
});
