/** The help centre: its articles, and the contact form through the EmailJS stand-in. */
import type { Page } from '@playwright/test';
import {
  contactCopy,
  contactFailureTexts,
  contactSentText,
  priorityLabels,
} from '#src/copy/contact.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import { nameCopy } from '#src/copy/settings-account.ts';
import { supportCopy } from '#src/copy/support.ts';
import { register } from '#tests/support/account.ts';
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

const dialog = (page: Page) => page.getByRole('dialog', { name: contactCopy.title });
const field = (page: Page, name: string) => dialog(page).getByLabel(name);

async function openHelp(page: Page, hash = ''): Promise<void> {
  await page.clock.install();
  await page.goto(`${vigia.origin}/support${hash}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(supportCopy.title);
}

async function fillForm(page: Page, subject: string, message = 'Desde el martes.'): Promise<void> {
  await page.getByRole('button', { name: supportCopy.contact }).first().click();
  await field(page, contactCopy.name).fill('Lucía Prado');
  await field(page, contactCopy.email).fill('lucia@correo.example');
  await field(page, contactCopy.subject).fill(subject);
  await field(page, contactCopy.message).fill(message);
}

const send = (page: Page) => dialog(page).getByRole('button', { name: contactCopy.send }).click();

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
  await expect(dialog(page).getByText(contactSentText)).toBeVisible();
  expect(await received('Sin cookies')).toHaveLength(1);
});

test('an article opens from its title and from its URL', async ({ page }) => {
  await openHelp(page);
  await page.getByRole('link', { name: 'Por qué una alerta avisa una sola vez' }).click();
  await expect(page).toHaveURL(/\/support#una-sola-vez$/);
  await expect(page.getByRole('article')).toContainText('185,40 €');
  await expect(page.getByRole('heading', { name: /una sola vez/ })).toBeFocused();
  await page.getByRole('link', { name: supportCopy.closeArticle }).press('Enter');
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /una sola vez/ })).toBeFocused();
  await openHelp(page, '#facturas');
  await expect(page.getByRole('heading', { name: 'Descargar tus facturas' })).toBeInViewport();
});

test('a message is sent, its fields are cleared, and the form closes itself', async ({ page }) => {
  await openHelp(page);
  await fillForm(page, 'Llega de verdad', 'Primera línea.\n<b>Segunda</b>');
  await field(page, contactCopy.priority).selectOption(priorityLabels.urgent);
  await sendWithClockPaused(page);
  await expect(page.getByText(contactSentText)).toBeVisible();
  for (const name of [
    contactCopy.name,
    contactCopy.email,
    contactCopy.subject,
    contactCopy.message,
  ]) {
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
  await expect(page.getByText(contactSentText)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cerrar' }).click();
  await page.getByRole('button', { name: supportCopy.contact }).first().click();
  await page.clock.runFor(10_000);
  await expect(dialog(page)).toBeVisible();
});

test('closed while sending, the message is still sent, and a toast says so', async ({ page }) => {
  const service = await delayService(page);
  await openHelp(page);
  await fillForm(page, 'Cerrado antes');
  await send(page);
  await expect(page.getByText(contactCopy.sending)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  service.answer('deliver');
  await expectToast(page, contactSentText);
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
  await expect(page.getByText(contactCopy.sending)).toBeVisible();
  await page.goBack();
  await page.waitForURL('**/terms');
  service.answer('reject');
  await expectToast(page, contactFailureTexts['not-sent'], 'error');
  await page.goForward();
  await page.getByRole('button', { name: supportCopy.contact }).first().click();
  await expect(field(page, contactCopy.subject)).toHaveValue('Desde otra pantalla');
});

test('a signed-in user’s name and e-mail are prefilled, and cleared on signing out', async ({
  page,
}) => {
  await register(page, vigia.origin, 'lucia@correo.example');
  await openHelp(page);
  await expect(page.getByRole('link', { name: supportCopy.backToDashboard })).toBeVisible();
  const contact = page.getByRole('button', { name: supportCopy.contact }).first();
  await contact.click();
  await expect(field(page, contactCopy.name)).toHaveValue('lucia');
  await expect(field(page, contactCopy.email)).toHaveValue('lucia@correo.example');
  // The profile may have arrived after the form was opened.
  await dialog(page).getByRole('button', { name: contactCopy.cancel }).click();
  await contact.click();
  await expect(field(page, contactCopy.subject)).toBeFocused();
  await field(page, contactCopy.message).fill('Un secreto');
  await dialog(page).getByRole('button', { name: contactCopy.cancel }).click();
  await page.getByRole('link', { name: supportCopy.backToDashboard }).click();
  await page.getByRole('button', { name: 'Cuenta' }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await page.waitForURL('**/login');
  await page.goBack();
  await page.getByRole('button', { name: supportCopy.contact }).first().click();
  await expect(field(page, contactCopy.name)).toHaveValue('');
  await expect(field(page, contactCopy.message)).toHaveValue('');
});

test('a new username is the one prefilled, not the one of the registration', async ({ page }) => {
  await register(page, vigia.origin, 'renombrada@correo.example');
  await openSettings(page, vigia.origin);
  await page.getByLabel(nameCopy.label).fill('Lucía Prado');
  await page.getByRole('button', { name: nameCopy.save }).click();
  await expectToast(page, settingsCopy.saved);
  await page.getByRole('link', { name: 'Ayuda' }).first().click();
  const contact = page.getByRole('button', { name: supportCopy.contact }).first();
  await contact.click();
  await expect(field(page, contactCopy.name)).toHaveValue('Lucía Prado');
  await openHelp(page);
  await contact.click();
  await expect(field(page, contactCopy.name)).toHaveValue('Lucía Prado');
});

test('ten thousand characters are sent, one more is rejected', async ({ page }) => {
  await openHelp(page);
  await fillForm(page, 'Muy largo', `${'ñ'.repeat(10_000)}.`);
  await expect(field(page, contactCopy.message)).toHaveAccessibleDescription(
    'Como mucho 10.000 caracteres: sobra 1',
  );
  await send(page);
  await expect(field(page, contactCopy.message)).toBeFocused();
  await field(page, contactCopy.message).press('Control+End');
  await field(page, contactCopy.message).press('Backspace');
  await sendWithClockPaused(page);
  await expect(page.getByText(contactSentText)).toBeVisible();
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
  await expect(page.getByRole('alert')).toHaveText(contactFailureTexts['not-sent']);
  expect(requests.filter((url) => url.includes('/email/send'))).toEqual([]);
});

test('a message is written and sent by keyboard, and the focus returns', async ({ page }) => {
  await openHelp(page);
  const opener = page.getByRole('button', { name: supportCopy.contact }).first();
  await opener.focus();
  await page.keyboard.press('Enter');
  // A key pressed before hydration opens the form after it.
  await expect(field(page, contactCopy.name)).toBeFocused();
  for (const text of ['Lucía', 'lucia@correo.example', 'Sin ratón']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ArrowDown');
  await expect(field(page, contactCopy.priority)).toHaveValue('high');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Todo con teclas.');
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('button', { name: contactCopy.cancel })).toBeFocused();
  await page.keyboard.press('Tab');
  await stopClock(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText(contactSentText)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(opener).toBeFocused();
  await expect.poll(() => received('Sin ratón')).toHaveLength(1);
});
