/** The workbench beside the app, in the QA build: watching, leading, recording, replaying; and no secret on the way. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/accessibility/expect-accessible.ts';
import { register } from '#tests/support/account.ts';
import { password } from '#tests/support/identity.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';

const email = 'banco@example.com';

let vigia: RunningVigia;
let desktop: Awaited<ReturnType<typeof standInDesktop>>;
test.beforeAll(async () => {
  desktop = await standInDesktop();
  vigia = await startVigia({ script: 'scripts/qa.mjs', env: desktop.env });
});
test.afterAll(async () => {
  await vigia?.stop();
  await desktop?.remove();
});

test('the workbench sees, leads, records and replays the session, and holds no secret', async ({
  page: app,
  context,
}) => {
  const bench = await openBench(context.newPage());
  const heard = await overhear(bench);
  const machine = (name: string) => bench.getByRole('button', { name: new RegExp(` ${name}`) });
  const value = bench.getByTestId('value');
  const log = bench.getByTestId('log');

  // Before any tab is open, every machine is drawn, and nothing crosses a label.
  await expect(bench.getByRole('status')).toHaveText('Ninguna pestaña de la app está abierta');
  for (const name of [
    'subscription',
    'liveFeed',
    'onboarding',
    'passwordReset',
    'contactModal',
    'mailDelivery',
    'sourceHealth',
    'circuitBreaker',
  ]) {
    await machine(name).click();
    await expect(bench.getByRole('img', { name: new RegExp(`Diagrama de ${name}`) })).toBeVisible();
    await expect.poll(() => labelsThatCollide(bench), { message: name }).toEqual([]);
  }
  await bench.keyboard.press('1');
  await expect(bench.locator('[data-state="authSession.signedIn.fresh"]')).toBeVisible();
  await expect.poll(() => labelsThatCollide(bench), { message: 'authSession' }).toEqual([]);

  // What a person does in the app shows here: state, log, guards.
  await register(app, vigia.origin, email);
  await expect(value).toHaveText('signedIn.fresh');
  await expect(bench.locator('[data-state="authSession.signedIn.fresh"]')).toHaveAttribute(
    'data-active',
    'true',
  );
  await expect(machine('liveFeed')).toContainText('en marcha');
  await expect(log).toContainText('REGISTER');
  await bench.setViewportSize({ width: 390, height: 900 });
  await expect.poll(() => bench.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(bench);

  // Fifty minutes later the token is renewed; the app does not notice.
  const firstToken = await tokenIn(app);
  await bench.getByRole('button', { name: 'Grabar' }).click();
  await bench.getByRole('button', { name: '+50 min' }).click();
  await expect(log).toContainText('tras refreshDelay');
  await expect.poll(() => tokenIn(app)).not.toBe(firstToken);
  await expect(value).toHaveText('signedIn.fresh');
  await expect(bench.getByTestId('ahead')).toContainText('50:00');
  const secondToken = await tokenIn(app);

  // A token refused by the backend: the old one is nothing, the held one (by its alias) is renewed.
  const payload = bench.getByLabel('Datos (JSON)');
  await bench.getByLabel('Evento', { exact: true }).selectOption('TOKEN.REJECTED');
  await payload.fill('{ "token": 7 }');
  await bench.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(bench.getByRole('alert')).toContainText('token');
  await payload.fill(JSON.stringify({ token: 'a stranger', at: Date.now() }));
  await bench.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(bench.getByTestId('guards')).toContainText('✗ isCurrentToken');
  await bench.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect.poll(() => tokenIn(app)).not.toBe(secondToken);
  await expect(value).toHaveText('signedIn.fresh');

  // Leading the app from here, then keeping what happened.
  await bench.getByLabel('Evento', { exact: true }).selectOption('SIGN_OUT');
  await bench.getByRole('button', { name: 'Enviar', exact: true }).click();
  await app.waitForURL('**/login');
  await expect(value).toHaveText('signedOut');
  await bench.getByLabel('Mostrar lo recorrido').check();
  await expect(bench.getByTestId('coverage')).toContainText(/^\d+\/\d+ estados · \d+\/\d+/);
  await expect(bench.locator('.dg__arrow--covered').first()).toBeVisible();
  await bench.getByRole('button', { name: 'Detener' }).click();
  await expect(bench.getByText('Se repite igual, paso a paso.')).toBeVisible();
  await bench.getByLabel('Qué ha pasado, en una frase').fill('Renueva dos veces y sale');
  const download = bench.waitForEvent('download');
  await bench.getByRole('button', { name: 'Guardar' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('auth-session-renueva-dos-veces-y-sale.trace.json');
  const text = await readFile(await file.path(), 'utf8');

  // Opened again, step by step, by keyboard.
  await bench.getByRole('button', { name: 'Volver a lo que pasa' }).click();
  await openTrace(bench, text);
  await expect(value).toHaveText('checking.quiet');
  await bench.getByRole('heading', { level: 1 }).click();
  await bench.keyboard.press('ArrowRight');
  await expect(bench.getByTestId('position')).toHaveText(/^Paso 1 de \d+$/);
  await expect(value).toHaveText('signedOut');
  await bench.keyboard.press('End');
  await expect(value).toHaveText('signedOut');
  await bench.keyboard.press('Home');
  await expect(value).toHaveText('checking.quiet');

  // A trace that the machine no longer follows says where, and what instead.
  const changed = JSON.parse(text);
  changed.steps[1].value = 'restoring';
  await openTrace(bench, JSON.stringify(changed));
  await bench.getByRole('button', { name: 'Se aparta en el paso 2.' }).click();
  await expect(bench.getByTestId('position')).toHaveText(/^Paso 2 de/);
  await expect(bench.getByRole('row', { name: /"restoring"/ })).toBeVisible();
  await openTrace(bench, '{}');
  await expect(bench.getByRole('alert')).toHaveText(/No es un rastro/);

  // Nothing secret has left the app's tab.
  const told = JSON.stringify(await heard()) + text + (await bench.content());
  expect(told).toContain('<token-1>');
  for (const secret of [email, password, firstToken, secondToken])
    expect(told.includes(secret)).toBe(false);
  expect(told).not.toMatch(/eyJ[\w-]{10,}\./);
});

test('with ?inspect and its window blocked, or no network for it, the app does not notice', async ({
  page,
  context,
}) => {
  await context.route(/stately\.ai/, (route) => route.abort());
  const opened = context.waitForEvent('page');
  await page.goto(`${vigia.origin}/login?inspect`);
  await opened;
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeEnabled();
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeEnabled();
});

test('npm run qa opens the workbench in a window, and stops in order', async () => {
  const address = `${vigia.origin}/dev/machines`;
  expect(vigia.output()).toContain(`Banco de máquinas: ${address}\n`);
  await expect.poll(desktop.opened).toBe(address);
  const left = once(vigia.process, 'exit');
  vigia.process.kill('SIGTERM');
  expect(await left).toEqual([0, null]);
  await expect(fetch(vigia.origin)).rejects.toThrow();
});

/** A desktop whose browser only notes which address it was asked to open. */
async function standInDesktop() {
  const folder = await mkdtemp(join(tmpdir(), 'vigia-desktop-'));
  const note = join(folder, 'opened');
  const opener = join(folder, process.platform === 'darwin' ? 'open' : 'xdg-open');
  await writeFile(opener, `#!/bin/sh\nprintf %s "$1" > '${note}'\n`, { mode: 0o755 });
  return {
    env: { CI: '', PATH: `${folder}${delimiter}${process.env.PATH}` },
    opened: async () => (existsSync(note) ? readFile(note, 'utf8') : null),
    remove: () => rm(folder, { recursive: true }),
  };
}

async function openBench(opening: Promise<Page>): Promise<Page> {
  const bench = await opening;
  await bench.setViewportSize({ width: 1440, height: 900 });
  // Colours are judged when they have settled.
  await bench.emulateMedia({ reducedMotion: 'reduce' });
  await bench.goto(`${vigia.origin}/dev/machines`);
  return bench;
}

/** Listens to the channel itself. @returns everything said on it so far */
async function overhear(page: Page): Promise<() => Promise<unknown[]>> {
  const said = await page.evaluateHandle(() => {
    const messages: unknown[] = [];
    const channel = new BroadcastChannel('vigia-workbench');
    channel.onmessage = ({ data }) => messages.push(data);
    return messages;
  });
  return () => said.jsonValue();
}

const tokenIn = (app: Page): Promise<string> =>
  app.evaluate(() => localStorage.getItem('authToken') ?? '');

const openTrace = (bench: Page, text: string): Promise<void> =>
  bench.getByLabel('Abrir un rastro…').setInputFiles({
    name: 'rastro.trace.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });

/** Texts of labels that lie on another label or on a state that is no outer box. */
function labelsThatCollide(bench: Page): Promise<string[]> {
  return bench.evaluate(() => {
    const rects = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => ({
        text: element.textContent ?? '',
        box: element.getBoundingClientRect(),
      }));
    const labels = rects('.dg [data-transition]');
    const others = [...labels, ...rects('.dg__box--leaf > rect')];
    return labels
      .filter(({ box, text }) =>
        others.some(
          (other) =>
            other.text !== text &&
            other.box.left < box.right - 1 &&
            other.box.right > box.left + 1 &&
            other.box.top < box.bottom - 3 &&
            other.box.bottom > box.top + 3,
        ),
      )
      .map(({ text }) => text);
  });
}
