/** The card page and the bank's page, as HTML (design: checkout). */
import { type Html, html } from '../../pages/html.ts';
import { groupDigits, testCards } from '../api/cards.ts';
import { priceById } from '../api/catalogue.ts';
import { includedTax, taxPercent } from '../billing/tax-and-proration.ts';
import type { CardFaults, CardField, CardForm } from '../pages/card-form.ts';
import { formatDay, formatEuros } from '../pages/format.ts';
import { addMonths } from '../state/add-months.ts';
import type { Session } from '../state/records.ts';
import { checkoutPath } from './session-view.ts';

interface CardPage {
  readonly session: Session;
  /** The world's time, in seconds. */
  readonly now: number;
  readonly form: CardForm;
  readonly faults: CardFaults;
  /** Why the bank said no. */
  readonly refusal: string | null;
}

export function cardPage({ session, now, form, faults, refusal }: CardPage): Html {
  const price = session.price === null ? null : priceById(session.price);
  const action = price === null ? 'Guardar tarjeta' : `Pagar ${formatEuros(price.cents)}`;
  const first = (['numero', 'caducidad', 'cvc'] as const).find((name) => faults[name]) ?? null;
  const input = (name: CardField, label: string, autocomplete: string, hint = '') =>
    field({ name, label, autocomplete, hint, value: form[name], fault: faults[name], first });
  return html`<main id="contenido" class="pay">
<section class="pay__sum" aria-labelledby="titulo">${wayBack(session)}
${price === null ? setupSummary() : priceSummary(price, now)}</section>
<form class="pay__form" method="post" action="${checkoutPath(session.id)}" novalidate aria-labelledby="tarjeta">
<h2 class="title" id="tarjeta">Tarjeta</h2>
<p class="error" role="alert">${refusal}</p>
<input type="hidden" name="servido" value="${form.numero}">
${input('numero', 'Número de tarjeta', 'cc-number')}
<div class="two">${input('caducidad', 'Caducidad', 'cc-exp', 'MM/AA')}${input('cvc', 'CVC', 'cc-csc')}</div>
<div class="field"><label for="titular">Titular</label>
<input class="input" id="titular" name="titular" autocomplete="cc-name" value="${form.titular}"></div>
<button class="btn btn--primary btn--tall">${action}</button>
<fieldset class="testcards"><legend class="label">Tarjetas de prueba</legend>
${testCards.map(({ number, hint }) => (hint === null ? null : offered(number, hint, form.prueba)))}
</fieldset></form></main>`;
}

function wayBack({ cancelUrl, mode }: Session): Html | null {
  if (cancelUrl === null) return null;
  const words = mode === 'setup' ? 'Volver sin cambiarla' : 'Volver sin pagar';
  return html`<a class="crumb" href="${cancelUrl}"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="m12 5-5 5 5 5"/></svg>${words}</a>`;
}

function priceSummary({ name, cents }: { name: string; cents: number }, now: number): Html {
  const [whole = '', decimals = ''] = (cents / 100).toFixed(2).split('.');
  const tax = includedTax(cents);
  return html`<p class="label">Suscripción mensual</p><h1 class="headline" id="titulo">${name}</h1>
<p class="pay__price">${whole},${decimals}<small> €</small></p>
<dl class="kv"><div><dt>Base</dt><dd>${formatEuros(cents - tax)}</dd></div>
<div><dt>IVA (${taxPercent} %)</dt><dd>${formatEuros(tax)}</dd></div>
<div><dt><b>Total hoy</b></dt><dd>${formatEuros(cents)}</dd></div></dl>
<p class="meta">Se renueva el ${formatDay(addMonths(now, 1))} por ${formatEuros(cents)}. Puedes cancelar cuando quieras; vale al final del periodo.</p>`;
}

const setupSummary = (): Html => html`<p class="label">Suscripción mensual</p>
<h1 class="headline" id="titulo">Cambiar de tarjeta</h1>
<p class="meta">Hoy no se cobra nada. Los próximos cobros irán a esta tarjeta.</p>`;

interface Field {
  readonly name: CardField;
  readonly label: string;
  readonly autocomplete: string;
  readonly hint: string;
  readonly value: string;
  readonly fault: string | undefined;
  /** The field in which the person is to begin. */
  readonly first: CardField | null;
}

function field({ name, label, autocomplete, hint, value, fault, first }: Field): Html {
  const wrong = html` aria-invalid="true" aria-describedby="fallo-${name}"`;
  const focus = name === first ? html` autofocus` : null;
  return html`<div class="field"><label for="${name}">${label}</label>
<input class="input" id="${name}" name="${name}" inputmode="numeric" autocomplete="${autocomplete}" placeholder="${hint}" value="${value}"${fault ? wrong : null}${focus}>
${fault ? html`<p class="error" id="fallo-${name}">${fault}</p>` : null}</div>`;
}

function offered(number: string, hint: string, chosen: string): Html {
  const mark = number === chosen ? html` checked` : null;
  return html`<label><input type="radio" name="prueba" value="${number}"${mark}><span class="mono">${groupDigits(number)}</span><span class="meta">${hint}</span></label>`;
}

/** The bank's own page: does the card's owner confirm? */
export function bankPage(session: Session): Html {
  const price = session.price === null ? null : priceById(session.price);
  return html`<main id="contenido" class="card"><div><h1 class="title">Confirma que eres tú</h1>
<p>${price === null ? 'Tu banco quiere comprobar que la tarjeta es tuya.' : `Tu banco quiere comprobar el pago de ${formatEuros(price.cents)} a Vigía.`}</p></div>
<form method="post" action="${checkoutPath(session.id)}/banco">
<button class="btn btn--primary" name="respuesta" value="si">Confirmar el pago</button>
<button class="btn" name="respuesta" value="no">No confirmar</button></form></main>`;
}

/** There is nothing to pay here any more. */
export function closedPage(session: Session | null): Html {
  const isPaid = session?.status === 'complete';
  const title = isPaid ? 'Esto ya está hecho' : 'Esta página ha caducado';
  const words = isPaid
    ? 'La tarjeta se aceptó y no hace falta nada más.'
    : 'Vuelve a la aplicación y empieza de nuevo.';
  const link = session?.cancelUrl ?? '/';
  return html`<main id="contenido" class="card"><h1 class="title">${title}</h1><p>${words}</p>
<a class="btn btn--primary" href="${link}">Volver a Vigía</a></main>`;
}
