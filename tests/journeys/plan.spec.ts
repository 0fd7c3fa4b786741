/** A whole subscription with the Stripe stand-in: checkout, plan change, cancellation, failed renewal, end, and the mails. */
import type { Page } from '@playwright/test';
import type { SubscriptionView } from '#contract/billing.ts';
import { checkoutReturnCopy } from '#src/copy/checkout-return.ts';
import { confirmationCopy } from '#src/copy/confirmation.ts';
import { pausedBy } from '#src/copy/pause-reasons.ts';
import { changeCopy, currentPeriodCopy, planCopy, subscriptionStatusCopy } from '#src/copy/plan.ts';
import { register } from '#tests/support/account.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { confirmAddress, type Mail, mailsTo } from '#tests/support/mailbox.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { callApi, expectSubscription, fetchThresholds } from '#tests/support/settings-page.ts';
import { expectToast } from '#tests/support/toasts.ts';

let vigia: RunningVigia;
// One Vigía per test: it polls the provider for missed events on a clock that tests move.
test.beforeEach(async () => {
  vigia = await startVigia();
});
test.afterEach(async ({ page }) => {
  // An open page would keep calling the server that is being stopped.
  await page.close();
  await vigia.stop();
});
// A declined card answers 402, an unconfirmed address 409, a second link at once 429.
test.use({ expectedErrors: [/status of (402|409|429)|ERR_FAILED/] });

const cards = {
  good: '4242 4242 4242 4242',
  other: '5555 5555 5555 4444',
  declined: '4000 0000 0000 0002',
  needsAuthentication: '4000 0025 0000 3155',
} as const;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const press = (page: Page, name: string | RegExp) => button(page, name).click();
const expectPlan = (page: Page, plan: string) =>
  expect(page.getByRole('columnheader', { name: new RegExp(`${plan}.*Tu plan`) })).toBeVisible();

/** Waits for a mail with such a subject. */
async function waitForMail(email: string, subject: RegExp): Promise<Mail> {
  const find = async () =>
    (await mailsTo(vigia.origin, email)).find((mail) => subject.test(mail.subject));
  await expect.poll(find, { message: String(subject) }).toBeDefined();
  return (await find()) as Mail;
}

/** Sends a command to the Stripe stand-in. */
async function sendCommand(path: string, body: object): Promise<void> {
  const answer = await fetch(`${vigia.origin}/__local/pagos${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}
/** Sets the outcome of the next charge of the stored card. */
async function setCard(email: string, outcome: 'accept' | 'decline'): Promise<void> {
  const state = (await (await fetch(`${vigia.origin}/__local/pagos.json`)).json()) as {
    customers: { id: string; email: string }[];
  };
  const customer = state.customers.find((candidate) => candidate.email === email);
  await sendCommand(`/clientes/${customer?.id}`, { outcome });
}

async function openPlan(page: Page): Promise<void> {
  await page.goto(`${vigia.origin}/dashboard/plan`);
  await expect(page.getByRole('heading', { level: 1, name: planCopy.title })).toBeVisible();
}
/** Reloads once the provider's change has been synchronised, and expects the text. */
async function reloadWhen(
  page: Page,
  status: SubscriptionView['status'],
  words: string,
): Promise<void> {
  await expectSubscription(page, status);
  await page.reload();
  await expect(page.getByText(words)).toBeVisible();
}

/** On the checkout page: enters a card and pays. */
async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Número de tarjeta').fill(card);
  await press(page, /^(Pagar|Guardar)/);
}

test('a subscription from the first checkout to its end, and a second one', async ({ page }) => {
  test.setTimeout(300_000);
  const email = 'lucia@correo.example';
  await register(page, vigia.origin, email);

  await test.step('without a confirmed address there is no checkout, and the link can be sent again', async () => {
    await openPlan(page);
    await press(page, planCopy.moveTo('Elite'));
    await expect(page.getByRole('alert')).toContainText('Antes confirma tu correo electrónico');
    await page.getByRole('alert').getByRole('button', { name: confirmationCopy.resend }).click();
    // Rate limited: a link was sent a moment ago.
    await expectToast(page, 'Te acabamos de escribir. Mira tu correo.', 'error');
    await confirmAddress(vigia.origin, email);
    await openPlan(page);
  });

  await test.step('after the browser’s back button on the checkout page the buttons still work', async () => {
    await press(page, planCopy.moveTo('Premium'));
    await expect(page.getByLabel('Número de tarjeta')).toBeVisible();
    await page.goBack();
    await expect(button(page, planCopy.moveTo('Premium'))).toBeEnabled();
  });

  await test.step('a declined card is reported on the checkout page; after cancelling, nothing was charged', async () => {
    await press(page, planCopy.moveTo('Premium'));
    await payWith(page, cards.declined);
    await expect(page.getByRole('alert')).toContainText(/rechaz/i);
    await page.getByRole('link', { name: 'Volver sin pagar' }).click();
    await expect(page.getByText(checkoutReturnCopy.left.title)).toBeVisible();
    await expectPlan(page, 'Básico');
    await press(page, 'Cerrar');
    await expect(page.getByText(checkoutReturnCopy.left.title)).toBeHidden();
  });

  await test.step('3-D Secure: rejected, nothing is bought; confirmed, the plan is active', async () => {
    await press(page, planCopy.moveTo('Premium'));
    await payWith(page, cards.needsAuthentication);
    await expect(page.getByRole('heading', { name: 'Confirma que eres tú' })).toBeVisible();
    await press(page, 'No confirmar');
    await expect(page.getByRole('alert')).toContainText('No se pudo comprobar');
    await payWith(page, cards.needsAuthentication);
    await page.getByRole('button', { name: 'Confirmar el pago', exact: true }).click();
    await expect(page.getByText('Ya tienes Premium.')).toBeVisible();
    await expectPlan(page, 'Premium');
    // The payment's parameter is removed, so a reload does not announce it again.
    await expect(page).toHaveURL(`${vigia.origin}/dashboard/plan`);
    await expect(page.getByText('•••• 3155')).toBeVisible();
    const { text } = await waitForMail(email, /^Ya tienes el plan Premium$/);
    expect(text).toMatch(/9,99\s€/);
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: /^Ver factura V-/ }).click();
    await expect((await opened).getByRole('heading', { level: 1 })).toContainText('Factura V-');
    await (await opened).close();
  });

  await test.step('the plan is changed for the previewed amount, and back', async () => {
    await press(page, planCopy.moveTo('Elite'));
    const pay = page.getByRole('dialog').getByRole('button', { name: /^Confirmar y pagar/ });
    const [sum = ''] = /[\d,]+/.exec((await pay.textContent()) ?? '') ?? [];
    await pay.click();
    await expectPlan(page, 'Elite');
    await expect(page.getByRole('listitem').filter({ hasText: 'V-' }).first()).toContainText(sum);
    await press(page, planCopy.moveTo('Premium'));
    await expect(page.getByRole('dialog')).toContainText(changeCopy.credited);
    await press(page, changeCopy.confirm);
    await expectPlan(page, 'Premium');
    await waitForMail(email, /^Tu plan es ahora Elite$/);
    const { text } = await waitForMail(email, /^Tu plan es ahora Premium$/);
    expect(text).toMatch(/Te abonamos [\d,]+\s€ por lo que no has gastado de Elite/);
  });

  await test.step('it is cancelled for the end of its period, and resumed, by keyboard', async () => {
    await button(page, planCopy.cancel).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: planCopy.cancel });
    await expect(dialog).toContainText(/sigue activo hasta el \d+ de \w+ de \d{4}/);
    await dialog.getByRole('button', { name: changeCopy.confirmCancel }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(button(page, planCopy.resume)).toBeFocused();
    await expect(page.getByText(subscriptionStatusCopy.cancelledTitle)).toBeVisible();
    await waitForMail(email, /^Tu plan Premium termina/);
    await page.keyboard.press('Enter');
    await expect(button(page, planCopy.cancel)).toBeFocused();
    await expect(page.getByText(subscriptionStatusCopy.cancelledTitle)).toBeHidden();
  });

  await test.step('a renewal fails: the plan stays, and another card pays the open invoice', async () => {
    await setCard(email, 'decline');
    // The credit from the more expensive plan pays the first month.
    await sendCommand('/reloj', { months: 2, days: 1 });
    await reloadWhen(page, 'pastDue', subscriptionStatusCopy.owedTitle);
    await expect(page.getByRole('alert')).toContainText(
      /sigue activo hasta el \d+ de \w+ de \d{4}/,
    );
    await expectPlan(page, 'Premium');
    await expect(page.getByText(/V-.* · Pendiente/)).toBeVisible();
    const { text } = await waitForMail(email, /^No hemos podido cobrar tu plan Premium$/);
    expect(text).toContain('Cambia la tarjeta en Vigía, en Plan');
    await press(page, planCopy.changeCard);
    await payWith(page, cards.declined);
    await expect(page.getByRole('alert')).toContainText(/rechaz/i);
    await payWith(page, cards.other);
    await expect(page.getByText(checkoutReturnCopy.saved.title)).toBeVisible();
    await expect(page.getByText(subscriptionStatusCopy.owedTitle)).toBeHidden();
    await expect(page.getByText('•••• 4444')).toBeVisible();
    await expect(page.getByText(currentPeriodCopy.next)).toBeVisible();
    await waitForMail(email, /^Recibo V-.*9,99/);
  });

  await test.step('a cancelled subscription ends: thresholds beyond Básico are paused, with the reason', async () => {
    const { items } = await callApi<{ items: { id: string; matchId: string; currency: string }[] }>(
      page,
      '/api/monitoring/raw?limit=1',
    );
    const { id = '', matchId = '', currency = '' } = items[0] ?? {};
    const target = { kind: 'collectible', id };
    const threshold = { target, condition: 'low', value: 7, currency };
    const sent = { partidos: [matchId], umbrales: { 'umbral-1': threshold }, frecuencia: 60 };
    await callApi(page, '/api/users/config', sent);
    await press(page, planCopy.cancel);
    await press(page, changeCopy.confirmCancel);
    await expect(page.getByText(subscriptionStatusCopy.cancelledTitle)).toBeVisible();
    await sendCommand('/reloj', { months: 1, days: 1 });
    await reloadWhen(page, 'ended', subscriptionStatusCopy.endedTitle);
    await expectPlan(page, 'Básico');
    await expect(
      page.getByText(/Un umbral está en pausa porque el plan Básico no lo incluye/),
    ).toBeVisible();
    const { text } = await waitForMail(email, /^Tu plan es ahora Básico$/);
    expect(text).toContain('Hemos puesto en pausa un umbral que el plan Básico no incluye.');
    await page.goto(`${vigia.origin}/dashboard`);
    await page.getByRole('link', { name: pausedBy.plan }).click();
  });

  await test.step('after a new subscription the paused threshold is active again', async () => {
    await press(page, planCopy.moveTo('Elite'));
    await payWith(page, cards.good);
    await expect(page.getByText('Ya tienes Elite.')).toBeVisible();
    await expect(page.getByText(/en pausa porque/)).toBeHidden();
    await expect.poll(() => fetchThresholds(page)).toMatchObject({ 'umbral-1': { pause: null } });
  });
});
