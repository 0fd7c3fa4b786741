/** `/__local/factura/…`: invoice page, with a pay button while the invoice is open. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { type Html, html } from '../../pages/html.ts';
import { sendPage } from '../../pages/local-page.ts';
import { cardToCharge, charge } from '../billing/invoicing.ts';
import { taxPercent } from '../billing/tax-and-proration.ts';
import type { Transaction } from '../state/record-store.ts';
import type { InvoiceRecord } from '../state/records.ts';
import type { Simulation } from '../state/simulation.ts';
import { invoicePath, invoiceTax, invoiceTotal } from '../views/invoice-view.ts';
import { payStylesPath } from './checkout-page.ts';
import { formatEuros, formatLongDate, invoiceLabels } from './format.ts';

const notice = 'Factura de prueba. Sustituye a la pasarela de pago en este equipo.';
const pathParams = z.object({ secret: z.string() });

export function registerInvoicePage(app: FastifyInstance, simulation: Simulation): void {
  const path = invoicePath(':secret');

  app.get(path, async (request, reply) => {
    const { secret } = pathParams.parse(request.params);
    return show(
      reply,
      simulation.read((tx) => findBySecret(tx, secret)),
      null,
    );
  });

  app.post(path, async (request, reply) => {
    const { secret } = pathParams.parse(request.params);
    const isPaid = await simulation.transact((tx) => {
      const invoice = findBySecret(tx, secret);
      return invoice?.status === 'open' ? payOnSession(tx, invoice) : true;
    });
    if (isPaid) return reply.redirect(invoicePath(secret), 303);
    const declineMessage = 'El banco ha rechazado la tarjeta guardada. Cámbiala en tu plan.';
    return show(
      reply.code(402),
      simulation.read((tx) => findBySecret(tx, secret)),
      declineMessage,
    );
  });
}

/** Charges on session, so that bank authentication succeeds. */
function payOnSession(tx: Transaction, invoice: InvoiceRecord): boolean {
  const stored = cardToCharge(tx, invoice);
  const outcome = stored?.whenAbsent === 'authenticate' ? 'accept' : stored?.whenAbsent;
  const method = stored && outcome ? { ...stored, whenPresent: outcome } : undefined;
  const options = method === undefined ? {} : { method };
  return charge(tx, invoice, { ...options, isOnSession: true }) === 'accept';
}

const findBySecret = (tx: Transaction, secret: string): InvoiceRecord | null =>
  tx.list('invoice').find((invoice) => invoice.secret === secret) ?? null;

function show(
  reply: FastifyReply,
  invoice: InvoiceRecord | null,
  declineMessage: string | null,
): FastifyReply {
  if (invoice === null) {
    reply.code(404);
    const body = html`<main id="contenido" class="card"><h1 class="title">No hay tal factura</h1></main>`;
    return sendPage(reply, { title: 'Factura', notice, body });
  }
  const title = `Factura ${invoice.number}`;
  return sendPage(reply, {
    title,
    notice,
    body: page(invoice, declineMessage),
    styles: [payStylesPath],
  });
}

function page(invoice: InvoiceRecord, declineMessage: string | null): Html {
  const total = invoiceTotal(invoice.lines);
  const tax = invoiceTax(invoice.lines);
  return html`<main id="contenido" class="invoice"><div><p class="label">Vigía</p>
<h1 class="headline">Factura ${invoice.number}</h1></div>
<dl class="kv"><div><dt>Estado</dt><dd>${invoiceLabels[invoice.status]}</dd></div>
<div><dt>Fecha</dt><dd>${formatLongDate(invoice.created)}</dd></div>
<div><dt>Cliente</dt><dd>${invoice.customerName ?? invoice.customerEmail ?? 'Sin nombre'}</dd></div></dl>
<dl class="kv">${invoice.lines.map(
    ({ description, amount, periodStart, periodEnd }) =>
      html`<div><dt>${description}<br><span class="meta">${formatLongDate(periodStart)} – ${formatLongDate(periodEnd)}</span></dt><dd>${formatEuros(amount)}</dd></div>`,
  )}</dl>
<dl class="kv"><div><dt>Base</dt><dd>${formatEuros(total - tax)}</dd></div>
<div><dt>IVA (${taxPercent} %)</dt><dd>${formatEuros(tax)}</dd></div>
<div><dt><b>Total</b></dt><dd>${formatEuros(total)}</dd></div>
${invoice.amountDue === total ? null : html`<div><dt>A cobrar</dt><dd>${formatEuros(invoice.amountDue)}</dd></div>`}</dl>
<p class="error" role="alert">${declineMessage}</p>
${invoice.status === 'open' ? payForm(invoice) : null}</main>`;
}

const payForm = ({ secret, amountDue }: InvoiceRecord): Html =>
  html`<form method="post" action="${invoicePath(secret)}"><button class="btn btn--primary">Pagar ${formatEuros(amountDue)} con la tarjeta guardada</button></form>`;
