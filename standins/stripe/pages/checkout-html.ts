/** HTML of the checkout page: card form, bank authentication, closed session. */
import { type Html, html } from '../../pages/html.ts';
import { includedTax, taxPercent } from '../billing/tax-and-proration.ts';
import { addMonths } from '../state/month-arithmetic.ts';
import { priceById } from '../state/plan-prices.ts';
import type { CheckoutSession } from '../state/records.ts';
import { groupDigits, testCards } from '../state/test-cards.ts';
import { checkoutPath } from '../views/checkout-session-view.ts';
import type { CardErrors, CardField, CardForm } from './card-form.ts';
import { formatEuros, formatLongDate } from './format.ts';

interface CardPageOptions {
  readonly session: CheckoutSession;
  /** Test clock, epoch seconds. */
  readonly nowSeconds: number;
  readonly form: CardForm;
  readonly errors: CardErrors;
  /** Why the bank declined; null before the first attempt. */
  readonly declineMessage: string | null;
}

export function cardPage({
  session,
  nowSeconds,
  form,
  errors,
  declineMessage,
}: CardPageOptions): Html {
  const price = session.price === null ? null : priceById(session.price);
  const action = price === null ? 'Guardar tarjeta' : `Pagar ${formatEuros(price.cents)}`;
  const focused = (['numero', 'caducidad', 'cvc'] as const).find((name) => errors[name]) ?? null;
  const input = (name: CardField, label: string, autocomplete: string, hint = '') =>
    field({ name, label, autocomplete, hint, value: form[name], error: errors[name], focused });
  return html`<main id="contenido" class="pay">
<section class="pay__sum" aria-labelledby="titulo">${backLink(session)}
${price === null ? setupSummary() : priceSummary(price, nowSeconds)}</section>
<form class="pay__form" method="post" action="${checkoutPath(session.id)}" novalidate aria-labelledby="tarjeta">
<h2 class="title" id="tarjeta">Tarjeta</h2>
<p class="error" role="alert">${declineMessage}</p>
<input type="hidden" name="servido" value="${form.numero}">
${input('numero', 'Número de tarjeta', 'cc-number')}
<div class="two">${input('caducidad', 'Caducidad', 'cc-exp', 'MM/AA')}${input('cvc', 'CVC', 'cc-csc')}</div>
<div class="field"><label for="titular">Titular</label>
<input class="input" id="titular" name="titular" autocomplete="cc-name" value="${form.titular}"></div>
<button class="btn btn--primary btn--tall">${action}</button>
<fieldset class="testcards"><legend class="label">Tarjetas de prueba</legend>
${testCards.map(({ number, label }) => (label === null ? null : testCardOption(number, label, form.prueba)))}
</fieldset></form></main>`;
}

function backLink({ cancelUrl, mode }: CheckoutSession): Html | null {
  if (cancelUrl === null) return null;
  const words = mode === 'setup' ? 'Volver sin cambiarla' : 'Volver sin pagar';
  return html`<a class="crumb" href="${cancelUrl}"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="m12 5-5 5 5 5"/></svg>${words}</a>`;
}

function priceSummary({ name, cents }: { name: string; cents: number }, nowSeconds: number): Html {
  const [euros = '', decimals = ''] = (cents / 100).toFixed(2).split('.');
  const tax = includedTax(cents);
  return html`<p class="label">Suscripción mensual</p><h1 class="headline" id="titulo">${name}</h1>
<p class="pay__price">${euros},${decimals}<small> €</small></p>
<dl class="kv"><div><dt>Base</dt><dd>${formatEuros(cents - tax)}</dd></div>
<div><dt>IVA (${taxPercent} %)</dt><dd>${formatEuros(tax)}</dd></div>
<div><dt><b>Total hoy</b></dt><dd>${formatEuros(cents)}</dd></div></dl>
<p class="meta">Se renueva el ${formatLongDate(addMonths(nowSeconds, 1))} por ${formatEuros(cents)}. Puedes cancelar cuando quieras; vale al final del periodo.</p>`;
}

const setupSummary = (): Html => html`<p class="label">Suscripción mensual</p>
<h1 class="headline" id="titulo">Cambiar de tarjeta</h1>
<p class="meta">Hoy no se cobra nada. Los próximos cobros irán a esta tarjeta.</p>`;

interface FieldOptions {
  readonly name: CardField;
  readonly label: string;
  readonly autocomplete: string;
  readonly hint: string;
  readonly value: string;
  readonly error: string | undefined;
  /** The field to focus. */
  readonly focused: CardField | null;
}

function field({ name, label, autocomplete, hint, value, error, focused }: FieldOptions): Html {
  const wrong = html` aria-invalid="true" aria-describedby="fallo-${name}"`;
  const focus = name === focused ? html` autofocus` : null;
  return html`<div class="field"><label for="${name}">${label}</label>
<input class="input" id="${name}" name="${name}" inputmode="numeric" autocomplete="${autocomplete}" placeholder="${hint}" value="${value}"${error ? wrong : null}${focus}>
${error ? html`<p class="error" id="fallo-${name}">${error}</p>` : null}</div>`;
}

function testCardOption(number: string, hint: string, chosen: string): Html {
  const mark = number === chosen ? html` checked` : null;
  return html`<label><input type="radio" name="prueba" value="${number}"${mark}><span class="mono">${groupDigits(number)}</span><span class="meta">${hint}</span></label>`;
}

/** The bank's authentication page. */
export function bankPage(session: CheckoutSession): Html {
  const price = session.price === null ? null : priceById(session.price);
  return html`<main id="contenido" class="card"><div><h1 class="title">Confirma que eres tú</h1>
<p>${price === null ? 'Tu banco quiere comprobar que la tarjeta es tuya.' : `Tu banco quiere comprobar el pago de ${formatEuros(price.cents)} a Vigía.`}</p></div>
<form method="post" action="${checkoutPath(session.id)}/banco">
<button class="btn btn--primary" name="respuesta" value="si">Confirmar el pago</button>
<button class="btn" name="respuesta" value="no">No confirmar</button></form></main>`;
}

/** Page of a session that is complete, expired or unknown. */
export function closedPage(session: CheckoutSession | null): Html {
  const isPaid = session?.status === 'complete';
  const title = isPaid ? 'Esto ya está hecho' : 'Esta página ha caducado';
  const words = isPaid
    ? 'La tarjeta se aceptó y no hace falta nada más.'
    : 'Vuelve a la aplicación y empieza de nuevo.';
  const link = session?.cancelUrl ?? '/';
  return html`<main id="contenido" class="card"><h1 class="title">${title}</h1><p>${words}</p>
<a class="btn btn--primary" href="${link}">Volver a Vigía</a></main>`;
}
