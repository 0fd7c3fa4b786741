/** HTML of the control page: clock, webhook mode, customers, subscriptions, invoices, deliveries. */
import { type Html, html } from '#domain/html.ts';
import { toolHeader } from '../pages/tool-header.ts';
import { formatEuros, formatLongDate } from './checkout-html.ts';
import { invoicePath } from './invoices.ts';
import type {
  Customer,
  Delivery,
  PaymentMethod,
  StripeInvoice,
  Subscription,
  WebhookMode,
} from './records.ts';
import type { StripeState } from './stripe-state.ts';

export const controlPath = '/__local/pagos';
const maxRows = 100;
const dateTime = new Intl.DateTimeFormat('es-ES', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Europe/Madrid',
});

const modeLabels: Readonly<Record<WebhookMode, string>> = {
  normal: 'Normal',
  delay: 'Retener hasta que se pida',
  duplicate: 'Dos veces',
  drop: 'Perder',
};
const outcomeLabels: Readonly<Record<PaymentMethod['_offSession'], string>> = {
  accept: 'Acepta',
  decline: 'Rechaza',
};
const stateLabels: Readonly<Record<Delivery['state'], string>> = {
  pending: 'Pendiente',
  held: 'Retenido',
  dropped: 'Perdido',
  delivered: 'Entregado',
};
const subscriptionLabels: Readonly<Partial<Record<Subscription['status'], string>>> = {
  incomplete: 'Sin confirmar',
  incomplete_expired: 'Caducada sin confirmar',
  active: 'Activa',
  past_due: 'Pago pendiente',
  canceled: 'Terminada',
};
const invoiceLabels: Readonly<Partial<Record<StripeInvoice['status'], string>>> = {
  open: 'Pendiente de pago',
  paid: 'Pagada',
  void: 'Anulada',
};

export function controlBody(state: StripeState): Html {
  const { webhookMode } = state.settings();
  const heldCount = state.list('delivery').filter((one) => one.state === 'held').length;
  return html`${toolHeader(controlPath)}
<main id="contenido" class="control"><h1 class="title">Pagos de prueba</h1>
<section><h2>Reloj</h2>
<p>Aquí son las <b>${dateTime.format(state.nowSeconds * 1_000)}</b>. El tiempo solo va hacia delante.</p>
<form method="post" action="${controlPath}/reloj">${amount('months', 'Meses', 1)}${amount('days', 'Días', 0)}
<button class="btn btn--primary">Adelantar</button></form></section>
<section><h2>Cómo llegan los avisos</h2>
<form method="post" action="${controlPath}/avisos"><div class="field"><label for="mode">Modo</label>
<select class="input" id="mode" name="mode">${options(modeLabels, webhookMode)}</select></div><button class="btn">Cambiar</button></form>
<form method="post" action="${controlPath}/entregar"><button class="btn">Entregar los retenidos (${heldCount})</button>
<button class="btn" name="order" value="newestFirst">Entregarlos al revés</button></form></section>
${table(
  'Clientes',
  ['Correo', 'Tarjeta', 'Próximo cobro'],
  state.list('customer').map((one) => customerRow(state, one)),
)}
${table(
  'Suscripciones',
  ['Plan', 'Estado', 'Periodo', 'Cliente'],
  state.list('subscription').map((one) => subscriptionRow(state, one)),
)}
${table('Facturas', ['Número', 'Fecha', 'Total', 'Estado'], state.list('invoice').map(invoiceRow))}
${table('Avisos al producto', ['Aviso', 'Estado', 'Intentos', 'Otra vez'], state.list('delivery').map(deliveryRow))}</main>`;
}

const amount = (name: string, label: string, value: number): Html =>
  html`<div class="field"><label for="${name}">${label}</label><input class="input" id="${name}" name="${name}" type="number" min="0" value="${value}"></div>`;

const options = (labels: Readonly<Record<string, string>>, chosen: string): readonly Html[] =>
  Object.entries(labels).map(
    ([value, label]) =>
      html`<option value="${value}"${value === chosen ? html` selected` : null}>${label}</option>`,
  );

/** @param rows oldest first; shown newest first */
function table(title: string, headings: readonly string[], rows: readonly Html[]): Html {
  const shown = rows.toReversed().slice(0, maxRows);
  return html`<section><h2>${title} (${rows.length})</h2>
${
  shown.length === 0
    ? html`<p class="meta">Todavía no hay.</p>`
    : html`<div class="rows" tabindex="0" role="region" aria-label="${title}"><table><thead><tr>${headings.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${shown}</tbody></table></div>`
}</section>`;
}

/** The card that the next charge takes. */
export function cardInUse(state: StripeState, { id, invoice_settings }: Customer) {
  const own = state.list('subscription').findLast(({ customer }) => customer === id);
  const card = own?.default_payment_method ?? invoice_settings.default_payment_method;
  return state.find('payment_method', card);
}

function customerRow(state: StripeState, customer: Customer): Html {
  const { id, email, deleted } = customer;
  const stored = cardInUse(state, customer);
  const card = stored?.card;
  return html`<tr><td>${email}${deleted ? ' (borrado)' : null}<br><span class="mono">${id}</span></td>
<td>${card ? `${card.brand} ${card.last4}, ${card.exp_month}/${card.exp_year}` : 'Sin tarjeta'}</td>
<td>${
    stored
      ? html`<form method="post" action="${controlPath}/clientes/${id}"><select class="input" name="outcome" aria-label="Próximo cobro de ${email}">${options(outcomeLabels, stored._offSession)}</select><button class="btn">Cambiar</button></form>`
      : null
  }</td></tr>`;
}

function subscriptionRow(state: StripeState, subscription: Subscription): Html {
  const { id, status, cancel_at: endsAt, items, customer } = subscription;
  const [item] = items.data;
  const ends =
    endsAt !== null && status !== 'canceled' ? `; acaba el ${formatLongDate(endsAt)}` : '';
  return html`<tr><td>${item.price.nickname}<br><span class="mono">${id}</span></td><td>${subscriptionLabels[status] ?? status}${ends}</td>
<td>${formatLongDate(item.current_period_start)} – ${formatLongDate(item.current_period_end)}</td><td>${state.find('customer', customer)?.email ?? customer}</td></tr>`;
}

function invoiceRow({
  id,
  number,
  created,
  total,
  status,
  next_payment_attempt: next,
}: StripeInvoice): Html {
  const retry = next === null ? '' : `; se intenta el ${formatLongDate(next)}`;
  return html`<tr><td><a href="${invoicePath(id)}">${number}</a></td><td>${formatLongDate(created)}</td>
<td>${formatEuros(total)}</td><td>${invoiceLabels[status] ?? status}${retry}</td></tr>`;
}

function deliveryRow({ event, type, state, attempts }: Delivery): Html {
  return html`<tr><td>${type}<br><span class="mono">${event}</span></td><td>${stateLabels[state]}</td>
<td>${attempts.length}<br><span class="meta">${attempts.join(', ').slice(-200)}</span></td>
<td><form method="post" action="${controlPath}/entregar"><button class="btn" name="event" value="${event}" aria-label="Entregar otra vez ${type}">Entregar</button></form></td></tr>`;
}

/** An invoice, as the product links it. */
export function invoiceBody({
  number,
  created,
  status,
  lines,
  total,
  total_taxes,
}: StripeInvoice): Html {
  const row = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<main id="contenido" class="card"><h1 class="title">Factura ${number}</h1>
<dl class="kv">${row('Estado', invoiceLabels[status] ?? status)}${row('Fecha', formatLongDate(created))}
${lines.data.map((line) => row(line.description, formatEuros(line.amount)))}
${row('IVA', formatEuros(total_taxes[0].amount))}${row('Total', formatEuros(total))}</dl></main>`;
}
