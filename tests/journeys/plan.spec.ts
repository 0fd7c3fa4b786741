/** Paying for a plan with the provider's double, through a whole subscription: every way it may go, and what the mails say. */
import type { Page } from '@playwright/test';
import { register } from '#tests/support/account.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { askApi, heldThresholds } from '#tests/support/settings-page.ts';
import { expectToast } from '#tests/support/toasts.ts';

let vigia: RunningVigia;
// Each test has its own: every five minutes it asks the provider what it has missed, by a clock that tests move.
test.beforeEach(async () => {
  vigia = await startVigia();
});
test.afterEach(async ({ page }) => {
  // It would go on asking the server that is being stopped.
  await page.close();
  await vigia.stop();
});
// A refused card is a 402, an address that is not confirmed a 409, a link asked for at once again a 429.
test.use({ expectedErrors: [/status of (402|409|429)|ERR_FAILED/] });

const cards = {
  good: '4242 4242 4242 4242',
  other: '5555 5555 5555 4444',
  refused: '4000 0000 0000 0002',
  asksItsOwner: '4000 0025 0000 3155',
} as const;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const press = (page: Page, name: string | RegExp) => button(page, name).click();
const isOn = (page: Page, plan: string) =>
  expect(page.getByRole('columnheader', { name: new RegExp(`${plan}.*Tu plan`) })).toBeVisible();

interface Mail {
  readonly subject: string;
  readonly text: string;
}

async function mailsTo(email: string): Promise<Mail[]> {
  const address = `${vigia.origin}/__local/buzon.json?to=${encodeURIComponent(email)}`;
  const { items } = (await (await fetch(address)).json()) as { items: Mail[] };
  return items;
}
/** Until a mail with such a subject is in the mailbox. */
async function mail(email: string, subject: RegExp): Promise<Mail> {
  const found = async () => (await mailsTo(email)).find((one) => subject.test(one.subject));
  await expect.poll(found, { message: String(subject) }).toBeDefined();
  return (await found()) as Mail;
}

/** An order to the provider's double. */
async function order(path: string, body: object): Promise<void> {
  const answer = await fetch(`${vigia.origin}/__local/pagos${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}
/** What happens when the stored card is charged next. */
async function setCard(email: string, outcome: 'accept' | 'decline'): Promise<void> {
  const world = (await (await fetch(`${vigia.origin}/__local/pagos.json`)).json()) as {
    customers: { id: string; email: string }[];
  };
  const customer = world.customers.find((one) => one.email === email);
  await order(`/clientes/${customer?.id}`, { outcome });
}

async function openPlan(page: Page): Promise<void> {
  await page.goto(`${vigia.origin}/dashboard/plan`);
  await expect(page.getByRole('heading', { level: 1, name: 'Tu plan' })).toBeVisible();
}
/** The page loaded again shows it: what happened at the provider has come through. */
const showsAgain = (page: Page, words: string) =>
  expect(async () => {
    await page.reload();
    await expect(page.getByText(words)).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 60_000 });

async function confirmAddress(page: Page, email: string): Promise<void> {
  const { text } = await mail(email, /confirma/i);
  await page.goto(/https?:\S*confirmar\S*/.exec(text)?.[0] ?? '');
  await press(page, /confirmar/i);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/confirmado/i);
}

/** On the card page: gives a card and pays. */
async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Número de tarjeta').fill(card);
  await press(page, /^(Pagar|Guardar)/);
}

test('a subscription from the first try to its end, and again', async ({ page }) => {
  test.setTimeout(300_000);
  const email = 'lucia@correo.example';
  await register(page, vigia.origin, email);

  await test.step('without a confirmed address nothing is bought, and the way there is offered', async () => {
    await openPlan(page);
    await press(page, 'Pasar a Elite');
    await expect(page.getByRole('alert')).toContainText('Antes confirma tu correo electrónico');
    await press(page, 'Reenviar enlace');
    // One was sent a moment ago.
    await expectToast(page, 'Te acabamos de escribir. Mira tu correo.', 'error');
    await confirmAddress(page, email);
    await openPlan(page);
  });

  await test.step('the browser’s own way back from the card page leaves the buttons working', async () => {
    await press(page, 'Pasar a Premium');
    await expect(page.getByLabel('Número de tarjeta')).toBeVisible();
    await page.goBack();
    await expect(button(page, 'Pasar a Premium')).toBeEnabled();
  });

  await test.step('a declined card is told on the card page; given up, nothing was charged', async () => {
    await press(page, 'Pasar a Premium');
    await payWith(page, cards.refused);
    await expect(page.getByRole('alert')).toContainText(/rechaz/i);
    await page.getByRole('link', { name: 'Volver sin pagar' }).click();
    await expect(page.getByText('No se ha cobrado nada.')).toBeVisible();
    await isOn(page, 'Básico');
    await press(page, 'Cerrar');
    await expect(page.getByText('No se ha cobrado nada.')).toBeHidden();
  });

  await test.step('the bank asks for the owner: refused nothing is bought, confirmed it is', async () => {
    await press(page, 'Pasar a Premium');
    await payWith(page, cards.asksItsOwner);
    await expect(page.getByRole('heading', { name: 'Confirma que eres tú' })).toBeVisible();
    await press(page, 'No confirmar');
    await expect(page.getByRole('alert')).toContainText('No se pudo comprobar');
    await payWith(page, cards.asksItsOwner);
    await page.getByRole('button', { name: 'Confirmar el pago', exact: true }).click();
    await expect(page.getByText('Ya tienes Premium.')).toBeVisible();
    await isOn(page, 'Premium');
    // A page loaded again does not tell the payment anew.
    await expect(page).toHaveURL(`${vigia.origin}/dashboard/plan`);
    await expect(page.getByText('•••• 3155')).toBeVisible();
    const { text } = await mail(email, /^Ya tienes el plan Premium$/);
    expect(text).toMatch(/9,99\s€/);
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: /^Ver factura V-/ }).click();
    await expect((await opened).getByRole('heading', { level: 1 })).toContainText('Factura V-');
    await (await opened).close();
  });

  await test.step('the plan changes for what the preview shows, and back', async () => {
    await press(page, 'Pasar a Elite');
    const pay = page.getByRole('dialog').getByRole('button', { name: /^Confirmar y pagar/ });
    const [sum = ''] = /[\d,]+/.exec((await pay.textContent()) ?? '') ?? [];
    await pay.click();
    await isOn(page, 'Elite');
    await expect(page.getByRole('listitem').filter({ hasText: 'V-' }).first()).toContainText(sum);
    await press(page, 'Pasar a Premium');
    await expect(page.getByRole('dialog')).toContainText('Se abona al próximo cobro');
    await press(page, 'Confirmar cambio');
    await isOn(page, 'Premium');
    await mail(email, /^Tu plan es ahora Elite$/);
    const { text } = await mail(email, /^Tu plan es ahora Premium$/);
    expect(text).toMatch(/Te abonamos [\d,]+\s€ por lo que no has gastado de Elite/);
  });

  await test.step('it is cancelled for the end of its period, and kept again, with the keyboard', async () => {
    await button(page, 'Cancelar suscripción').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cancelar suscripción' });
    await expect(dialog).toContainText(/sigue activo hasta el \d+ de \w+ de \d{4}/);
    await dialog.getByRole('button', { name: 'Confirmar cancelación' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(button(page, 'Mantener suscripción')).toBeFocused();
    await expect(page.getByText('Cancelación programada.')).toBeVisible();
    await mail(email, /^Tu plan Premium termina/);
    await page.keyboard.press('Enter');
    await expect(button(page, 'Cancelar suscripción')).toBeFocused();
    await expect(page.getByText('Cancelación programada.')).toBeHidden();
  });

  await test.step('a renewal fails: the plan stays, and another card pays what is owed', async () => {
    await setCard(email, 'decline');
    // What was credited for the dearer plan pays for the first month.
    await order('/reloj', { months: 2, days: 1 });
    await showsAgain(page, 'No hemos podido cobrar tu plan.');
    await expect(page.getByRole('alert')).toContainText(
      /sigue activo hasta el \d+ de \w+ de \d{4}/,
    );
    await isOn(page, 'Premium');
    await expect(page.getByText(/V-.* · Pendiente/)).toBeVisible();
    const { text } = await mail(email, /^No hemos podido cobrar tu plan Premium$/);
    expect(text).toContain('Cambia la tarjeta en tu panel');
    await press(page, 'Cambiar tarjeta');
    await payWith(page, cards.refused);
    await expect(page.getByRole('alert')).toContainText(/rechaz/i);
    await payWith(page, cards.other);
    await expect(page.getByText('Tarjeta cambiada.')).toBeVisible();
    await expect(page.getByText('No hemos podido cobrar tu plan.')).toBeHidden();
    await expect(page.getByText('•••• 4444')).toBeVisible();
    await expect(page.getByText('Próximo cobro')).toBeVisible();
    await mail(email, /^Recibo V-.*9,99/);
  });

  await test.step('cancelled, it ends on its day: what Básico does not include waits, and says why', async () => {
    const { items } = await askApi<{ items: { id: string; matchId: string; currency: string }[] }>(
      page,
      '/api/monitoring/raw?limit=1',
    );
    const { id = '', matchId = '', currency: moneda = '' } = items[0] ?? {};
    const objetivo = { tipo: 'coleccionable', id };
    const umbral = { objetivo, condicion: 'minimo', valor: 7, moneda };
    const sent = { partidos: [matchId], umbrales: { 'umbral-1': umbral }, frecuencia: 60 };
    await askApi(page, '/api/users/config', sent);
    await press(page, 'Cancelar suscripción');
    await press(page, 'Confirmar cancelación');
    await expect(page.getByText('Cancelación programada.')).toBeVisible();
    await order('/reloj', { months: 1, days: 1 });
    await showsAgain(page, 'Tu suscripción ha terminado.');
    await isOn(page, 'Básico');
    await expect(
      page.getByText(/Un umbral está en pausa porque el plan Básico no lo incluye/),
    ).toBeVisible();
    const { text } = await mail(email, /^Tu plan es ahora Básico$/);
    expect(text).toContain('Hemos puesto en pausa un umbral que el plan Básico no incluye.');
    await page.goto(`${vigia.origin}/dashboard`);
    await page.getByRole('link', { name: 'En pausa: no cabe en tu plan' }).click();
  });

  await test.step('bought again, it goes on where it was', async () => {
    await press(page, 'Pasar a Elite');
    await payWith(page, cards.good);
    await expect(page.getByText('Ya tienes Elite.')).toBeVisible();
    await expect(page.getByText(/en pausa porque/)).toBeHidden();
    expect(await heldThresholds(page)).toMatchObject({ 'umbral-1': { pausa: null } });
  });
});

test('whoever paid has the plan though nothing was told and nobody came back', async ({ page }) => {
  const email = 'prisas@correo.example';
  await register(page, vigia.origin, email);
  await confirmAddress(page, email);
  await order('/avisos', { mode: 'delay' });

  await openPlan(page);
  await press(page, 'Pasar a Elite');
  await expect(page.getByLabel('Número de tarjeta')).toBeVisible();
  const visit = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await test.step('left open, the card page asks for nothing', async () => {
    await page.goto(`${vigia.origin}/dashboard/plan?pago=${visit}`);
    await expect(page.getByText('No se ha cobrado nada.')).toBeVisible();
  });

  await test.step('paid with the way back cut off: another try pays nothing twice', async () => {
    await press(page, 'Pasar a Elite');
    // The way back is a redirect, which cannot be stopped: what is stopped is the question the page would ask there.
    await page.route('**/api/billing/checkout?*', (route) => route.abort());
    await payWith(page, cards.good).catch(() => {});
    await expect
      .poll(async () => {
        const world = await (await fetch(`${vigia.origin}/__local/pagos.json`)).json();
        const { sessions } = world as { sessions: { id: string; status: string }[] };
        return sessions.find(({ id }) => id === visit)?.status;
      })
      .toBe('complete');
    // The page would ask again as soon as it may.
    await page.goto('about:blank');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await openPlan(page);
    await isOn(page, 'Básico');
    expect((await mailsTo(email)).filter(({ subject }) => /Elite/.test(subject))).toEqual([]);
    await press(page, 'Pasar a Premium');
    await expect(page.getByRole('alert')).toContainText('Ya tienes una suscripción');
    await isOn(page, 'Elite');
  });

  await test.step('what comes late changes nothing and tells nothing twice', async () => {
    await order('/entregar', { order: 'newestFirst' });
    await order('/avisos', { mode: 'normal' });
    await mail(email, /^Ya tienes el plan Elite$/);
    await expect
      .poll(async () => {
        const world = await (await fetch(`${vigia.origin}/__local/pagos.json`)).json();
        const { deliveries } = world as { deliveries: { state: string }[] };
        return deliveries.filter(({ state }) => state !== 'delivered').length;
      })
      .toBe(0);
    const told = (await mailsTo(email)).filter(({ subject }) => /Elite/.test(subject));
    expect(told).toHaveLength(1);
    await page.goto(`${vigia.origin}/dashboard/plan?pago=${visit}`);
    await expect(page.getByText('Ya tienes Elite.')).toBeVisible();
  });

  await test.step('a subscription that is over leaves its old visit to say so', async () => {
    await press(page, 'Cancelar suscripción');
    await press(page, 'Confirmar cancelación');
    await expect(page.getByText('Cancelación programada.')).toBeVisible();
    await order('/reloj', { months: 1, days: 1 });
    await showsAgain(page, 'Tu suscripción ha terminado.');
    await page.goto(`${vigia.origin}/dashboard/plan?pago=${visit}`);
    await expect(page.getByText('Ese pago ya está contado.')).toBeVisible();
    await expect(button(page, 'Pasar a Elite')).toBeEnabled();
  });
});
