/** The state-machine workbench in the QA build: inspection, sending events, recording, replay, and no leaked secrets. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/accessibility/expect-accessible.ts';
import { submitRegistration } from '#tests/support/account.ts';
import { password } from '#tests/support/identity.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';

const email = 'banco@example.com';

let vigia: RunningVigia;
test.beforeAll(async () => {
  // With CI it opens no window.
  vigia = await startVigia({ script: 'scripts/workbench.mjs', env: { CI: '1' } });
});
test.afterAll(() => vigia?.stop());

test('the workbench inspects, controls, records and replays the session, and exposes no secret', {
  tag: '@release',
}, async ({ page: app, context }) => {
  const bench = await openBench(context.newPage());
  const messages = await recordMessages(bench);
  const machine = (name: string) => bench.getByRole('button', { name: new RegExp(` ${name}`) });
  const value = bench.getByTestId('value');
  const log = bench.getByTestId('log');

  // Before any tab is open, every machine's diagram is drawn.
  await expect(bench.getByRole('status')).toHaveText('Ninguna pestaña de la app está abierta');
  for (const name of [
    'subscription',
    'liveFeed',
    'onboarding',
    'passwordReset',
    'contactModal',
    'delivery',
  ]) {
    await machine(name).click();
    await expect(bench.getByRole('img', { name: new RegExp(`Diagrama de ${name}`) })).toBeVisible();
  }
  await bench.keyboard.press('1');
  await expect(bench.locator('[data-state="authSession.identified.signedIn.fresh"]')).toBeVisible();

  // Actions in the app show here: state, log, guards.
  await submitRegistration(app, vigia.origin, 'lucia', email);
  await expect(value).toHaveText('identified.signedIn.fresh');
  await expect(
    bench.locator('[data-state="authSession.identified.signedIn.fresh"]'),
  ).toHaveAttribute('data-active', 'true');
  await expect(machine('liveFeed')).toContainText('en marcha');
  await expect(log).toContainText('REGISTER');
  await bench.setViewportSize({ width: 390, height: 900 });
  await expect.poll(() => bench.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  for (const theme of ['papel', 'noche'] as const) await expectAccessible(bench, 1440, theme);

  // Fifty minutes later the token is renewed; the app stays signed in.
  const firstToken = await tokenIn(app);
  await bench.getByRole('button', { name: 'Grabar' }).click();
  await bench.getByRole('button', { name: '+50 min' }).click();
  await expect(log).toContainText('tras refreshDelay');
  await expect.poll(() => tokenIn(app)).not.toBe(firstToken);
  await expect(value).toHaveText('identified.signedIn.fresh');
  await expect(bench.getByTestId('ahead')).toContainText('50:00');
  const secondToken = await tokenIn(app);

  // A rejected token: an unknown one is ignored, the current one (by its alias) is renewed.
  const payload = bench.getByLabel('Datos (JSON)');
  await bench.getByLabel('Evento', { exact: true }).selectOption('TOKEN.REJECTED');
  await payload.fill('{ "token": 7 }');
  await bench.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(bench.getByRole('alert')).toContainText('token');
  await payload.fill(JSON.stringify({ token: 'a stranger', atMs: Date.now() }));
  await bench.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(bench.getByTestId('guards')).toContainText('✗ isCurrentToken');
  await bench.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect.poll(() => tokenIn(app)).not.toBe(secondToken);
  await expect(value).toHaveText('identified.signedIn.fresh');

  // Controls the app from here, then saves the trace.
  await bench.getByLabel('Evento', { exact: true }).selectOption('SIGN_OUT');
  await bench.getByRole('button', { name: 'Enviar', exact: true }).click();
  await app.waitForURL('**/login');
  await expect(value).toHaveText('signedOut');
  await bench.getByRole('button', { name: 'Detener' }).click();
  await expect(bench.getByText('Se repite igual, paso a paso.')).toBeVisible();
  await bench.getByLabel('Qué ha pasado, en una frase').fill('Renueva dos veces y sale');
  const download = bench.waitForEvent('download');
  await bench.getByRole('button', { name: 'Guardar' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('auth-session-renueva-dos-veces-y-sale.trace.json');
  const text = await readFile(await file.path(), 'utf8');

  // Replays the trace step by step, by keyboard.
  await bench.getByRole('button', { name: 'Volver a lo que pasa' }).click();
  await openTrace(bench, text);
  await expect(value).toHaveText('checking.waiting');
  await bench.getByRole('heading', { level: 1 }).click();
  await bench.keyboard.press('ArrowRight');
  await expect(bench.getByTestId('position')).toHaveText(/^Paso 1 de \d+$/);
  await expect(value).toHaveText('signedOut');
  await bench.keyboard.press('End');
  await expect(value).toHaveText('signedOut');
  await bench.keyboard.press('Home');
  await expect(value).toHaveText('checking.waiting');

  // A diverging trace shows the step and the difference.
  const changed = JSON.parse(text);
  changed.steps[1].value = 'joining';
  await openTrace(bench, JSON.stringify(changed));
  await bench.getByRole('button', { name: 'Se aparta en el paso 2.' }).click();
  await expect(bench.getByTestId('position')).toHaveText(/^Paso 2 de/);
  await expect(bench.getByRole('row', { name: /"joining"/ })).toBeVisible();
  await openTrace(bench, '{}');
  await expect(bench.getByRole('alert')).toHaveText(/No es un rastro/);

  // Nothing secret has left the app's tab.
  const exposed = JSON.stringify(await messages()) + text + (await bench.content());
  expect(exposed).toContain('<token-1>');
  for (const secret of [email, password, firstToken, secondToken])
    expect(exposed.includes(secret)).toBe(false);
  expect(exposed).not.toMatch(/eyJ[\w-]{10,}\./);
});

async function openBench(opening: Promise<Page>): Promise<Page> {
  const bench = await opening;
  await bench.setViewportSize({ width: 1440, height: 900 });
  // Transitions would change the colours axe measures.
  await bench.emulateMedia({ reducedMotion: 'reduce' });
  expect((await bench.goto(`${vigia.origin}/dev/machines`))?.status()).toBe(200);
  return bench;
}

/** Subscribes to the workbench's BroadcastChannel. @returns a function for all messages so far */
async function recordMessages(page: Page): Promise<() => Promise<unknown[]>> {
  const collected = await page.evaluateHandle(() => {
    const messages: unknown[] = [];
    const channel = new BroadcastChannel('vigia-workbench');
    channel.onmessage = ({ data }) => messages.push(data);
    return messages;
  });
  return () => collected.jsonValue();
}

const tokenIn = (app: Page): Promise<string> =>
  app.evaluate(() => localStorage.getItem('authToken') ?? '');

const openTrace = (bench: Page, text: string): Promise<void> =>
  bench.getByLabel('Abrir un rastro…').setInputFiles({
    name: 'rastro.trace.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
