/** Paying for a plan with the provider's double: buy, be declined, give up, change, cancel, keep, and what the mails say. */
import type { Page } from '@playwright/test';
import { register } from '#tests/support/account.ts';
import { expect, test } from '#tests/support/journey.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';

let vigia: RunningVigia;
test.beforeAll(async () => {
  vigia = await startVigia();
});
test.afterAll(() => vigia.stop());
// A refused card is a 402, an address that is not confirmed a 409, a link asked for at once again a 429.
test.use({ expectedErrors: [/status of (402|409|429)/] });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const press = (page: Page, name: string | RegExp) => button(page, name).click();

interface Mail {
  readonly subject: string;
  readonly text: string;
}

async function mailsTo(email: string): Promise<Mail[]> {
  const address = `${vigia.origin}/__local/buzon.json?to=${encodeURIComponent(email)}`;
  const { items } = (await (await fetch(address)).json()) as { items: Mail[] };
  return items;
}
const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

async function confirmAddress(page: Page, email: string): Promise<void> {
  const link = async () => {
    const texts = (await mailsTo(email)).map(({ text }) => text);
    return texts.map((text) => /https?:\S*confirmar\S*/.exec(text)?.[0]).find(Boolean) ?? null;
  };
  await expect.poll(link).not.toBeNull();
  await page.goto((await link()) ?? '');
  await press(page, /confirmar/i);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/confirmado/i);
}

/** Someone who may pay, on the plan screen. */
async function openPlan(page: Page, email: string): Promise<void> {
  await register(page, vigia.origin, email);
  await confirmAddress(page, email);
  await page.goto(`${vigia.origin}/dashboard/plan`);
  await expect(button(page, 'Pasar a Premium')).toBeVisible();
}

/** On the card page: chooses a test card and pays. */
async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Número de tarjeta').fill(card);
  await press(page, /^(Pagar|Guardar)/);
}

async function buyPremium(page: Page): Promise<void> {
  await press(page, 'Pasar a Premium');
  await payWith(page, '4242 4242 4242 4242');
  await expect(page.getByText('Ya tienes Premium.')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /Premium.*Tu plan/ })).toBeVisible();
}

test('a plan is bought, and the receipt is in the mailbox', async ({ page }) => {
  const email = 'compra@correo.example';
  await openPlan(page, email);
  await buyPremium(page);
  // A page loaded again does not tell the payment anew.
  await expect(page).toHaveURL(`${vigia.origin}/dashboard/plan`);
  await expect(page.getByText('•••• 4242')).toBeVisible();
  await expect.poll(() => subjects(email)).toContain('Ya tienes el plan Premium');
  const receipt = (await mailsTo(email)).find(({ subject }) => subject.includes('Premium'));
  expect(receipt?.text).toMatch(/9,99\s€/);

  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: /^Ver factura V-/ }).click();
  await expect((await opened).getByRole('heading', { level: 1 })).toContainText('Factura V-');
});

test('a declined card is told on the card page, and giving up charges nothing', async ({
  page,
}) => {
  await openPlan(page, 'rechazo@correo.example');
  await press(page, 'Pasar a Premium');
  await payWith(page, '4000 0000 0000 0002');
  await expect(page.getByRole('alert')).toContainText(/rechaz/i);
  await page.getByRole('link', { name: 'Volver sin pagar' }).click();
  await expect(page.getByText('No se ha cobrado nada.')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /Básico.*Tu plan/ })).toBeVisible();
  await press(page, 'Cerrar');
  await expect(page.getByText('No se ha cobrado nada.')).toBeHidden();
  // The browser's own way back from the card page leaves the buttons working.
  await press(page, 'Pasar a Premium');
  await expect(page.getByLabel('Número de tarjeta')).toBeVisible();
  await page.goBack();
  await expect(button(page, 'Pasar a Premium')).toBeEnabled();
});

test('without a confirmed address nothing is bought, and the way to confirm it is offered', async ({
  page,
}) => {
  await register(page, vigia.origin, 'sinconfirmar@correo.example');
  await page.goto(`${vigia.origin}/dashboard/plan`);
  await press(page, 'Pasar a Elite');
  await expect(page.getByRole('alert')).toContainText('Antes confirma tu correo electrónico');
  await press(page, 'Reenviar enlace');
  // One was sent a moment ago.
  await expect(page.getByText('Te acabamos de escribir. Mira tu correo.')).toBeVisible();
});

test('a subscription is cancelled for the end of its period, and kept again, with the keyboard', async ({
  page,
}) => {
  const email = 'cancela@correo.example';
  await openPlan(page, email);
  await buyPremium(page);
  await button(page, 'Cancelar suscripción').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancelar suscripción' });
  await expect(dialog).toContainText(/sigue activo hasta el \d+ de \w+ de \d{4}/);
  await dialog.getByRole('button', { name: 'Confirmar cancelación' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(button(page, 'Mantener suscripción')).toBeFocused();
  await expect(page.getByText('Cancelación programada.')).toBeVisible();
  await expect
    .poll(() => subjects(email))
    .toContainEqual(expect.stringMatching(/^Tu plan Premium termina/));
  await page.keyboard.press('Enter');
  await expect(button(page, 'Cancelar suscripción')).toBeFocused();
  await expect(page.getByText('Cancelación programada.')).toBeHidden();
});

test('a paid plan changes for what the preview shows, and back', async ({ page }) => {
  const email = 'cambia@correo.example';
  await openPlan(page, email);
  await buyPremium(page);
  await press(page, 'Pasar a Elite');
  const pay = page.getByRole('dialog').getByRole('button', { name: /^Confirmar y pagar/ });
  const [sum = ''] = /[\d,]+/.exec((await pay.textContent()) ?? '') ?? [];
  await pay.click();
  await expect(page.getByRole('columnheader', { name: /Elite.*Tu plan/ })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'V-' }).first()).toContainText(sum);
  await press(page, 'Pasar a Premium');
  await expect(page.getByRole('dialog')).toContainText('Se abona al próximo cobro');
  await press(page, 'Confirmar cambio');
  await expect(page.getByRole('columnheader', { name: /Premium.*Tu plan/ })).toBeVisible();
  await expect.poll(() => subjects(email)).toContain('Tu plan es ahora Elite');
});

test('another card is given and shown', async ({ page }) => {
  await openPlan(page, 'tarjeta@correo.example');
  await buyPremium(page);
  await press(page, 'Cambiar tarjeta');
  await payWith(page, '5555 5555 5555 4444');
  await expect(page.getByText('Tarjeta cambiada.')).toBeVisible();
  await expect(page.getByText('•••• 4444')).toBeVisible();
});
