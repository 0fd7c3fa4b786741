/** The help centre: search, articles, and the contact form through the EmailJS stand-in. */

import type { Page } from '@playwright/test';
import { register } from '#tests/support/account.ts';
import { axeViolations } from '#tests/support/axe.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { stopClock } from '#tests/support/page-clock.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { openSettings } from '#tests/support/settings-page.ts';
import { expectToast } from '#tests/support/toasts.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});
// Errors provoked on purpose are logged to the console.
test.use({ expectedErrors: [/status of (451|403|429)|ERR_FAILED/] });

const sendAddress = '**/api/v1.0/email/send';
const sentBanner = '¡Mensaje enviado correctamente! Te responderemos pronto.';
const failedBanner = 'Error al enviar el mensaje. Inténtalo de nuevo.';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Contactar soporte' });
const field = (page: Page, name: string) => dialog(page).getByLabel(name);

async function openHelp(page: Page, hash = ''): Promise<void> {
  await page.clock.install();
  await page.goto(`${vigia.origin}/support${hash}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('¿En qué te ayudamos?');
}

async function fillForm(page: Page, subject: string, message = 'Desde el martes.'): Promise<void> {
  await page.getByRole('button', { name: 'Contactar soporte' }).first().click();
  await field(page, 'Nombre *').fill('Lucía Prado');
  await field(page, 'Correo electrónico *').fill('lucia@correo.example');
  await field(page, 'Asunto *').fill(subject);
  await field(page, 'Mensaje *').fill(message);
}

const send = (page: Page) => dialog(page).getByRole('button', { name: 'Enviar mensaje' }).click();

/** Sends with the clock paused, so that the banner's three seconds do not pass. */
async function sendWithClockPaused(page: Page): Promise<void> {
  await stopClock(page);
  await send(page);
}

/** Mails to support with this subject. */
async function received(subject: string): Promise<{ subject: string; text: string }[]> {
  const answer = await fetch(`${vigia.origin}/__local/buzon.json`);
  const { items } = (await answer.json()) as { items: { subject: string; text: string }[] };
  return items.filter((mail) => mail.subject.includes(subject));
}

/** Delays the mail service's answer until the test chooses it. */
async function delayService(page: Page) {
  let answer: (how: 'deliver' | 'reject') => void = () => {};
  const answered = new Promise<'deliver' | 'reject'>((resolve) => {
    answer = resolve;
  });
  let requests = 0;
  await page.route(sendAddress, async (route) => {
    requests += 1;
    if ((await answered) === 'deliver') await route.continue();
    else await route.fulfill({ status: 429, body: 'Too many' });
  });
  return { answer: (how: 'deliver' | 'reject') => answer(how), requests: () => requests };
}

test('who writes where the browser forbids storage is heard too', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      configurable: true,
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    }),
  );
  await openHelp(page);
  await fillForm(page, 'Sin cookies');
  await sendWithClockPaused(page);
  await expect(dialog(page).getByText(sentBanner)).toBeVisible();
  expect(await received('Sin cookies')).toHaveLength(1);
});

test('the search filters questions, ignoring case and accents', async ({ page }) => {
  await openHelp(page);
  const search = page.getByRole('searchbox', { name: 'Buscar en la ayuda' });
  const questions = page.getByTestId('questions').getByRole('button');
  await expect(questions).toHaveCount(6);
  await search.fill('SUSCRIPCION');
  await expect(page.getByText('Queda 1 pregunta')).toBeVisible();
  await expect(questions).toHaveText(['¿Puedo cancelar cuando quiera?']);
  await expect(page.getByTestId('questions').locator('mark:visible')).toHaveText(['suscripción']);
  await search.fill('cómo');
  await expect(page.getByText('Quedan 2 preguntas')).toBeVisible();
  await search.fill('ornitorrinco');
  await expect(page.getByText('Ninguna pregunta coincide')).toBeVisible();
  await page.getByRole('button', { name: 'Quitar la búsqueda' }).click();
  await expect(questions).toHaveCount(6);
  await expect(page.getByText('6 preguntas')).toBeVisible();
});

test('one answer is open at a time, and clicking it closes it', async ({ page }) => {
  await openHelp(page);
  const plan = page.getByRole('button', { name: '¿Cómo cambio de plan?' });
  const prices = page.getByRole('button', { name: '¿Los precios son en tiempo real?' });
  await plan.click();
  await expect(page.getByText('paga con tarjeta')).toBeVisible();
  await prices.click();
  await expect(plan).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByText('paga con tarjeta')).toBeHidden();
  await expect(page.getByText('hasta cada 15 s en Premium')).toBeVisible();
  await prices.click();
  await expect(page.getByTestId('questions').locator('[aria-expanded="true"]')).toHaveCount(0);
});

test('an article opens from its title and from its URL', async ({ page }) => {
  await openHelp(page);
  await page.getByRole('link', { name: 'Por qué una alerta avisa una sola vez' }).click();
  await expect(page).toHaveURL(/\/support#una-sola-vez$/);
  await expect(page.getByRole('article')).toContainText('185,40 €');
  await expect(page.getByRole('heading', { name: /una sola vez/ })).toBeFocused();
  await page.getByRole('link', { name: 'Cerrar el artículo' }).press('Enter');
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /una sola vez/ })).toBeFocused();
  await openHelp(page, '#facturas');
  await expect(page.getByRole('heading', { name: 'Descargar tus facturas' })).toBeInViewport();
});

test('a message is sent, its fields are cleared, and the form closes itself', async ({ page }) => {
  await openHelp(page);
  await fillForm(page, 'Llega de verdad', 'Primera línea.\n<b>Segunda</b>');
  await field(page, 'Prioridad').selectOption('Urgente');
  await sendWithClockPaused(page);
  await expect(page.getByText(sentBanner)).toBeVisible();
  for (const name of ['Nombre *', 'Correo electrónico *', 'Asunto *', 'Mensaje *']) {
    await expect(field(page, name)).toHaveValue('');
  }
  await page.clock.runFor(3_000);
  await expect(dialog(page)).toBeHidden();
  await expect.poll(() => received('Llega de verdad')).toHaveLength(1);
  const [mail] = await received('Llega de verdad');
  expect(mail?.subject).toBe('[Urgente] Llega de verdad');
  expect(mail?.text).toContain('Lucía Prado <lucia@correo.example>');
  expect(mail?.text).toContain('<b>Segunda</b>');
});

test('a form closed and reopened within the three seconds stays open', async ({ page }) => {
  await openHelp(page);
  await fillForm(page, 'Deprisa');
  await sendWithClockPaused(page);
  await expect(page.getByText(sentBanner)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cerrar' }).click();
  await page.getByRole('button', { name: 'Contactar soporte' }).first().click();
  await page.clock.runFor(10_000);
  await expect(dialog(page)).toBeVisible();
});

for (const failure of [451, 403, 429, 'no network'] as const) {
  test(`${failure}: one banner, every value kept, and it can be sent again`, async ({ page }) => {
    await openHelp(page);
    await page.route(sendAddress, (route) =>
      failure === 'no network'
        ? route.abort('failed')
        : route.fulfill({
            status: failure,
            body: 'No',
            headers: { 'access-control-allow-origin': '*' },
          }),
    );
    await fillForm(page, `Tras ${failure}`);
    await field(page, 'Prioridad').selectOption('Alta');
    await send(page);
    await expect(page.getByRole('alert')).toHaveText(failedBanner);
    await expect(field(page, 'Nombre *')).toHaveValue('Lucía Prado');
    await expect(field(page, 'Correo electrónico *')).toHaveValue('lucia@correo.example');
    await expect(field(page, 'Asunto *')).toHaveValue(`Tras ${failure}`);
    await expect(field(page, 'Prioridad')).toHaveValue('high');
    await expect(field(page, 'Mensaje *')).toHaveValue('Desde el martes.');
    await expect(dialog(page).getByRole('button', { name: 'Enviar mensaje' })).toBeFocused();
    await page.unroute(sendAddress);
    await sendWithClockPaused(page);
    await expect(page.getByText(sentBanner)).toBeVisible();
  });
}

test('while sending, the button is disabled and sends once', async ({ page }) => {
  const service = await delayService(page);
  await openHelp(page);
  await fillForm(page, 'Una sola');
  await stopClock(page);
  await dialog(page).getByRole('button', { name: 'Enviar mensaje' }).dblclick();
  await expect(dialog(page).getByRole('button', { name: 'Enviando...' })).toBeDisabled();
  await field(page, 'Asunto *').press('Enter');
  service.answer('deliver');
  await expect(page.getByText(sentBanner)).toBeVisible();
  expect(service.requests()).toBe(1);
  await expect.poll(() => received('Una sola')).toHaveLength(1);
});

test('closed while sending, the message is still sent, and a toast says so', async ({ page }) => {
  const service = await delayService(page);
  await openHelp(page);
  await fillForm(page, 'Cerrado antes');
  await send(page);
  await expect(page.getByText('Enviando...')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  service.answer('deliver');
  await expectToast(page, sentBanner);
  await expect(dialog(page)).toBeHidden();
  await expect.poll(() => received('Cerrado antes')).toHaveLength(1);
});

test('after leaving the screen while sending, a failure shows a toast and the values are kept', async ({
  page,
}) => {
  const service = await delayService(page);
  await page.goto(`${vigia.origin}/terms`);
  // Before hydration the link loads another document, and going back would abort the request.
  await page.waitForFunction(() => !('earlyClick' in window));
  await page.locator('footer a[href="/support"]').click();
  await fillForm(page, 'Desde otra pantalla');
  await send(page);
  await expect(page.getByText('Enviando...')).toBeVisible();
  await page.goBack();
  await page.waitForURL('**/terms');
  service.answer('reject');
  await expectToast(page, failedBanner, 'error');
  await page.goForward();
  await page.getByRole('button', { name: 'Contactar soporte' }).first().click();
  await expect(field(page, 'Asunto *')).toHaveValue('Desde otra pantalla');
});

test('a signed-in user’s name and e-mail are prefilled, and cleared on signing out', async ({
  page,
}) => {
  await register(page, vigia.origin, 'lucia@correo.example');
  await openHelp(page);
  await expect(page.getByRole('link', { name: 'Volver al resumen' })).toBeVisible();
  const contact = page.getByRole('button', { name: 'Contactar soporte' }).first();
  await contact.click();
  await expect(field(page, 'Nombre *')).toHaveValue('lucia');
  await expect(field(page, 'Correo electrónico *')).toHaveValue('lucia@correo.example');
  // The profile may have arrived after the form was opened.
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await contact.click();
  await expect(field(page, 'Asunto *')).toBeFocused();
  await field(page, 'Mensaje *').fill('Un secreto');
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('link', { name: 'Volver al resumen' }).click();
  await page.getByRole('button', { name: 'Cuenta' }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await page.waitForURL('**/login');
  await page.goBack();
  await page.getByRole('button', { name: 'Contactar soporte' }).first().click();
  await expect(field(page, 'Nombre *')).toHaveValue('');
  await expect(field(page, 'Mensaje *')).toHaveValue('');
});

test('a new username is the one prefilled, not the one of the registration', async ({ page }) => {
  await register(page, vigia.origin, 'renombrada@correo.example');
  await openSettings(page, vigia.origin);
  await page.getByLabel('Nombre de usuario').fill('Lucía Prado');
  await page.getByRole('button', { name: 'Guardar nombre' }).click();
  await expectToast(page, 'Guardado.');
  await page.getByRole('link', { name: 'Ayuda' }).first().click();
  const contact = page.getByRole('button', { name: 'Contactar soporte' }).first();
  await contact.click();
  await expect(field(page, 'Nombre *')).toHaveValue('Lucía Prado');
  await openHelp(page);
  await contact.click();
  await expect(field(page, 'Nombre *')).toHaveValue('Lucía Prado');
});

test('a form opened before the session is known is prefilled once it is', async ({ page }) => {
  await register(page, vigia.origin, 'lenta@correo.example');
  const known = Promise.withResolvers<void>();
  await page.route('**/accounts:lookup?*', async (route) => {
    await known.promise;
    await route.continue();
  });
  await openHelp(page);
  await page.getByRole('button', { name: 'Contactar soporte' }).first().click();
  await expect(field(page, 'Nombre *')).toBeFocused();
  await page.keyboard.type('Lu');
  known.resolve();
  await expect(field(page, 'Correo electrónico *')).toHaveValue('lenta@correo.example');
  await expect(field(page, 'Nombre *')).toHaveValue('Lu');
});

test('validation errors show beside their fields, and the first field is focused', async ({
  page,
}) => {
  await openHelp(page);
  await page.getByRole('button', { name: 'Contactar soporte' }).last().click();
  await expect(field(page, 'Nombre *')).toBeFocused();
  await expect(field(page, 'Asunto *')).toHaveAttribute(
    'placeholder',
    'Describe brevemente tu problema',
  );
  await expect(field(page, 'Mensaje *')).toHaveAttribute('rows', '5');
  await expect(field(page, 'Prioridad').locator('option')).toHaveText([
    'Baja',
    'Media',
    'Alta',
    'Urgente',
  ]);
  await expect(field(page, 'Prioridad')).toHaveValue('medium');
  await field(page, 'Nombre *').fill('Lucía');
  await field(page, 'Correo electrónico *').fill('lucia');
  await send(page);
  await expect(field(page, 'Correo electrónico *')).toBeFocused();
  await expect(field(page, 'Correo electrónico *')).toHaveAccessibleDescription(
    'El correo electrónico no es válido',
  );
  await expect(field(page, 'Asunto *')).toHaveAccessibleDescription('Escribe el asunto');
  await expect(field(page, 'Mensaje *')).toHaveAccessibleDescription('Escribe tu mensaje');
});

test('ten thousand characters are sent, one more is rejected', async ({ page }) => {
  await openHelp(page);
  await fillForm(page, 'Muy largo', `${'ñ'.repeat(10_000)}.`);
  await expect(field(page, 'Mensaje *')).toHaveAccessibleDescription(
    'Como mucho 10.000 caracteres: sobra 1',
  );
  await send(page);
  await expect(field(page, 'Mensaje *')).toBeFocused();
  await field(page, 'Mensaje *').press('Control+End');
  await field(page, 'Mensaje *').press('Backspace');
  await sendWithClockPaused(page);
  await expect(page.getByText(sentBanner)).toBeVisible();
  await expect.poll(() => received('Muy largo')).toHaveLength(1);
  expect((await received('Muy largo'))[0]?.text).toContain('ñ'.repeat(10_000));
});

test('a filled honeypot field sends nothing', async ({ page }) => {
  await openHelp(page);
  await fillForm(page, 'Oferta');
  await page.locator('[name="referencia"]').fill('https://spam.example');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await send(page);
  await expect(page.getByRole('alert')).toHaveText(failedBanner);
  expect(requests.filter((url) => url.includes('/email/send'))).toEqual([]);
});

test('a message is written and sent by keyboard, and the focus returns', async ({ page }) => {
  await openHelp(page);
  const opener = page.getByRole('button', { name: 'Contactar soporte' }).first();
  await opener.focus();
  await page.keyboard.press('Enter');
  // A key pressed before hydration opens the form after it.
  await expect(field(page, 'Nombre *')).toBeFocused();
  for (const text of ['Lucía', 'lucia@correo.example', 'Sin ratón']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ArrowDown');
  await expect(field(page, 'Prioridad')).toHaveValue('high');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Todo con teclas.');
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Tab');
  await stopClock(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText(sentBanner)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(opener).toBeFocused();
  await expect.poll(() => received('Sin ratón')).toHaveLength(1);
});

test('links to the other public pages and to sign-in', async ({ page }) => {
  await openHelp(page);
  await expect(page.getByRole('link', { name: 'Escribir un correo', exact: true })).toHaveAttribute(
    'href',
    /^mailto:/,
  );
  for (const [name, path] of [
    ['Ver cómo funciona', '/how-it-works'],
    ['Términos', '/terms'],
    ['Privacidad', '/privacy'],
    ['Volver a iniciar sesión', '/login'],
  ] as const) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  }
  await expect(
    page.getByText('Respondemos por correo electrónico en un plazo de 24 horas.'),
  ).toBeVisible();
});

for (const theme of ['papel', 'noche']) {
  test(`axe finds no violation in ${theme}, on a narrow phone`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.addInitScript((chosen) => localStorage.setItem('vigia-theme', chosen), theme);
    // Elements fading in would be measured at half their contrast.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openHelp(page, '#planes');
    await page.getByRole('searchbox').fill('precio');
    await page.getByRole('button', { name: '¿Los precios son en tiempo real?' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.getByRole('button', { name: 'Contactar soporte' }).first().click();
    await send(page);
    expect(await axeViolations(page)).toEqual([]);
  });
}
