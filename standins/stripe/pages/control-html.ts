/** HTML of the control page: clock, webhook mode, customers, subscriptions, invoices, deliveries. */
import { type Html, html } from '../../pages/html.ts';
import { toolHeader } from '../../pages/tool-header.ts';
import { priceById } from '../state/plan-prices.ts';
import type { Transaction } from '../state/record-store.ts';
import type {
  ChargeOutcome,
  Customer,
  DeliveryRecord,
  InvoiceRecord,
  Subscription,
  WebhookMode,
} from '../state/records.ts';
import { invoicePath, invoiceTotal } from '../views/invoice-view.ts';
import { cardsInUse } from './control-commands.ts';
import {
  brandNames,
  formatDateTime,
  formatEuros,
  formatLongDate,
  invoiceLabels,
} from './format.ts';

export const controlPath = '/__local/pagos';
const maxRows = 100;

const modeLabels: Readonly<Record<WebhookMode, string>> = {
  normal: 'Normal',
  delay: 'Retener hasta que se pida',
  duplicate: 'Dos veces',
  reorder: 'Al revés',
  drop: 'Perder',
};
const outcomeLabels: Readonly<Record<ChargeOutcome, string>> = {
  accept: 'Acepta',
  decline: 'Rechaza',
  insufficient: 'Sin saldo',
  authenticate: 'Pide autenticación',
};
const stateLabels: Readonly<Record<DeliveryRecord['state'], string>> = {
  pending: 'Pendiente',
  held: 'Retenido',
  dropped: 'Perdido',
  delivered: 'Entregado',
};

const subscriptionLabels: Readonly<Record<Subscription['status'], string>> = {
  incomplete: 'Sin confirmar',
  incomplete_expired: 'Caducada sin confirmar',
  active: 'Activa',
  past_due: 'Pago pendiente',
  canceled: 'Terminada',
};

export function controlBody(tx: Transaction): Html {
  return html`${toolHeader(controlPath)}
<main id="contenido" class="control"><h1 class="title">Pagos de prueba</h1>
${clock(tx)}${webhooks(tx)}
${table(
  'Clientes',
  ['Correo', 'Tarjeta', 'Próximo cobro'],
  tx.list('customer').map((one) => customerRow(tx, one)),
)}
${table(
  'Suscripciones',
  ['Plan', 'Estado', 'Periodo', 'Cliente'],
  tx.list('subscription').map((one) => subscriptionRow(tx, one)),
)}
${table('Facturas', ['Número', 'Fecha', 'Total', 'Estado', 'Intentos'], tx.list('invoice').map(invoiceRow))}
${table('Avisos al producto', ['Aviso', 'Estado', 'Intentos', 'Otra vez'], tx.list('delivery').map(deliveryRow))}</main>`;
}

function clock(tx: Transaction): Html {
  const amount = (name: string, label: string, value: number) =>
    html`<div class="field"><label for="${name}">${label}</label><input class="input" id="${name}" name="${name}" type="number" min="0" value="${value}"></div>`;
  return html`<section aria-labelledby="reloj"><h2 id="reloj">Reloj</h2>
<p>Aquí son las <b>${formatDateTime(tx.nowSeconds)}</b>. El tiempo solo va hacia delante.</p>
<form method="post" action="${controlPath}/reloj">${amount('months', 'Meses', 1)}${amount('days', 'Días', 0)}
<button class="btn btn--primary">Adelantar</button></form></section>`;
}

function webhooks(tx: Transaction): Html {
  const { webhookMode } = tx.settings();
  const heldCount = tx.list('delivery').filter(({ state }) => state === 'held').length;
  const mode = (value: WebhookMode) => option(value, modeLabels[value], value === webhookMode);
  return html`<section aria-labelledby="avisos"><h2 id="avisos">Cómo llegan los avisos</h2>
<form method="post" action="${controlPath}/avisos"><div class="field"><label for="mode">Modo</label>
<select class="input" id="mode" name="mode">${Object.keys(modeLabels).map((key) => mode(key as WebhookMode))}</select></div>
<button class="btn">Cambiar</button></form>
<form method="post" action="${controlPath}/entregar"><button class="btn">Entregar los retenidos (${heldCount})</button></form></section>`;
}

const option = (value: string, words: string, isChosen: boolean): Html =>
  html`<option value="${value}"${isChosen ? html` selected` : null}>${words}</option>`;

/** @param rows oldest first; shown newest first */
function table(title: string, headings: readonly string[], rows: readonly Html[]): Html {
  const shown = rows.toReversed().slice(0, maxRows);
  const more = rows.length - shown.length;
  return html`<section><h2>${title} (${rows.length})</h2>
${
  shown.length === 0
    ? html`<p class="meta">Todavía no hay.</p>`
    : html`<div class="rows" tabindex="0" role="region" aria-label="${title}"><table><thead><tr>${headings.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${shown}</tbody></table></div>`
}
${more > 0 ? html`<p class="meta">Y ${more} más antiguas.</p>` : null}</section>`;
}

function customerRow(tx: Transaction, customer: Customer): Html {
  const [card] = cardsInUse(tx, customer.id);
  const name = customer.email ?? customer.name ?? customer.id;
  const outcome = (value: ChargeOutcome) =>
    option(value, outcomeLabels[value], value === card?.whenAbsent);
  return html`<tr><td>${name}${customer.deleted ? ' (borrado)' : null}<br><span class="mono">${customer.id}</span></td>
<td>${card ? `${brandNames[card.brand] ?? card.brand} ${card.last4}, ${card.expMonth}/${card.expYear}` : 'Sin tarjeta'}</td>
<td>${
    card
      ? html`<form method="post" action="${controlPath}/clientes/${customer.id}"><select class="input" name="outcome" aria-label="Próximo cobro de ${name}">${Object.keys(outcomeLabels).map((key) => outcome(key as ChargeOutcome))}</select><button class="btn">Cambiar</button></form>`
      : null
  }</td></tr>`;
}

function subscriptionRow(tx: Transaction, subscription: Subscription): Html {
  const { id, status, cancelAt, periodStart, periodEnd, price, customer } = subscription;
  const cancelNote =
    cancelAt !== null && status !== 'canceled' ? `; acaba el ${formatLongDate(cancelAt)}` : '';
  return html`<tr><td>${priceById(price).name}<br><span class="mono">${id}</span></td><td>${subscriptionLabels[status]}${cancelNote}</td>
<td>${formatLongDate(periodStart)} – ${formatLongDate(periodEnd)}</td><td>${tx.find('customer', customer)?.email ?? customer}</td></tr>`;
}

function invoiceRow(invoice: InvoiceRecord): Html {
  const { secret, number, created, lines, status, attempts, nextAttemptAt } = invoice;
  const next = nextAttemptAt === null ? '' : `; otro el ${formatLongDate(nextAttemptAt)}`;
  return html`<tr><td><a href="${invoicePath(secret)}">${number}</a></td><td>${formatLongDate(created)}</td>
<td>${formatEuros(invoiceTotal(lines))}</td><td>${invoiceLabels[status]}</td><td>${attempts}${next}</td></tr>`;
}

function deliveryRow({ event, type, state, attempts }: DeliveryRecord): Html {
  const results = attempts.map(({ status, fault }) => status ?? fault ?? '').join(', ');
  return html`<tr><td>${type}<br><span class="mono">${event}</span></td><td>${stateLabels[state]}</td>
<td>${attempts.length}${results === '' ? null : html`<br><span class="meta">${results.slice(-200)}</span>`}</td>
<td><form method="post" action="${controlPath}/entregar"><button class="btn" name="events" value="${event}" aria-label="Entregar otra vez ${type}">Entregar</button></form></td></tr>`;
}
