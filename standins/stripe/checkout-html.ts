/** HTML of the payment page: the card form, the bank's question, and what there is once the session is closed. */
import { type Html, html } from '#domain/html.ts';
import { addMonths } from './lifecycle.ts';
import { type CheckoutSession, prices, type StripePrice } from './records.ts';
import { groupDigits, testCards } from './test-cards.ts';

const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' });
export const formatEuros = (cents: number): string => euros.format(cents / 100);

const longDate = new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeZone: 'Europe/Madrid' });
/** @param seconds epoch seconds */
export const formatLongDate = (seconds: number): string => longDate.format(seconds * 1_000);

const priceOf = ({ _price }: CheckoutSession): StripePrice | undefined =>
  prices.find(({ id }) => id === _price);

export interface CardPage {
  readonly session: CheckoutSession;
  /** Test clock, epoch seconds. */
  readonly nowSeconds: number;
  readonly form: { readonly numero: string; readonly caducidad: string };
  /** Why the card was not accepted; null before the first attempt. */
  readonly problem: string | null;
}

export function cardPage({ session, nowSeconds, form, problem }: CardPage): Html {
  const price = priceOf(session);
  const back = price ? 'Volver sin pagar' : 'Volver sin cambiarla';
  return html`<main id="contenido" class="pay">
<section class="pay__sum" aria-labelledby="titulo"><a class="crumb" href="${session.cancel_url}">${back}</a>
<p class="label">Suscripción mensual</p>
${price ? priceSummary(price, nowSeconds) : html`<h1 class="headline" id="titulo">Cambiar de tarjeta</h1><p class="meta">Hoy no se cobra nada. Los próximos cobros irán a esta tarjeta.</p>`}</section>
<form class="pay__form" method="post" novalidate aria-labelledby="tarjeta">
<h2 class="title" id="tarjeta">Tarjeta</h2>
<p class="error" role="alert">${problem}</p>
${field('numero', 'Número de tarjeta', 'cc-number', form.numero)}
${field('caducidad', 'Caducidad (MM/AA)', 'cc-exp', form.caducidad)}
<button class="btn btn--primary btn--tall">${price ? `Pagar ${formatEuros(price.unit_amount)}` : 'Guardar tarjeta'}</button>
<fieldset class="testcards"><legend class="label">Tarjetas de prueba</legend>
${testCards.map(({ number, label }) => html`<button class="btn" name="prueba" value="${number}"><span class="mono">${groupDigits(number)}</span><span class="meta">${label}</span></button>`)}
</fieldset></form></main>`;
}

function priceSummary({ nickname, unit_amount: cents }: StripePrice, nowSeconds: number): Html {
  return html`<h1 class="headline" id="titulo">${nickname}</h1>
<p class="pay__price">${formatEuros(cents)}</p>
<p class="meta">IVA incluido. Se renueva el ${formatLongDate(addMonths(nowSeconds, 1))} por ${formatEuros(cents)}. Puedes cancelar cuando quieras; vale al final del periodo.</p>`;
}

const field = (name: string, label: string, autocomplete: string, value: string): Html =>
  html`<div class="field"><label for="${name}">${label}</label>
<input class="input" id="${name}" name="${name}" inputmode="numeric" autocomplete="${autocomplete}" value="${value}"></div>`;

/** Where the card's owner authenticates. */
export function bankPage(session: CheckoutSession): Html {
  const price = priceOf(session);
  return html`<main id="contenido" class="card"><div><h1 class="title">Confirma que eres tú</h1>
<p>${price ? `Tu banco quiere comprobar el pago de ${formatEuros(price.unit_amount)} a Vigía.` : 'Tu banco quiere comprobar que la tarjeta es tuya.'}</p></div>
<form method="post"><button class="btn btn--primary" name="respuesta" value="si">Confirmar el pago</button>
<button class="btn" name="respuesta" value="no">No confirmar</button></form></main>`;
}

/** @param session complete, expired, or null when there is none */
export function closedPage(session: CheckoutSession | null): Html {
  const title = session?.status === 'complete' ? 'Esto ya está hecho' : 'Esta página ha caducado';
  return html`<main id="contenido" class="card"><h1 class="title">${title}</h1>
<a class="btn btn--primary" href="${session?.cancel_url ?? '/'}">Volver a Vigía</a></main>`;
}
