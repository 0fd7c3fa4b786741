/** `/__local/factura/…`: an invoice as a page to read and print; while it is owed, to pay. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { type Html, html } from '../../pages/html.ts';
import { sendPage } from '../../pages/local-page.ts';
import { charge, storedCard } from '../billing/invoicing.ts';
import { taxPercent } from '../billing/tax-and-proration.ts';
import type { Invoice } from '../state/records.ts';
import type { Simulation } from '../state/simulation.ts';
import type { Transaction } from '../state/store.ts';
import { invoicePath, invoiceTax, invoiceTotal } from '../views/invoice-view.ts';
import { payStyles } from './checkout-page.ts';
import { formatDay, formatEuros } from './format.ts';

const notice = 'Factura de prueba. Sustituye a la pasarela de pago en este equipo.';
const address = z.object({ secret: z.string() });

const statusWords: Readonly<Record<Invoice['status'], string>> = {
  open: 'Pendiente de pago',
  paid: 'Pagada',
  void: 'Anulada',
  uncollectible: 'Incobrable',
};

export function registerInvoicePage(app: FastifyInstance, world: Simulation): void {
  const path = invoicePath(':secret');

  app.get(path, async (request, reply) => {
    const { secret } = address.parse(request.params);
    return show(
      reply,
      world.read((draft) => bySecret(draft, secret)),
      null,
    );
  });

  app.post(path, async (request, reply) => {
    const { secret } = address.parse(request.params);
    const isPaid = await world.change((draft) => {
      const invoice = bySecret(draft, secret);
      return invoice?.status === 'open' ? payPresent(draft, invoice) : true;
    });
    if (isPaid) return reply.redirect(invoicePath(secret), 303);
    const refusal = 'El banco ha rechazado la tarjeta guardada. Cámbiala en tu plan.';
    return show(
      reply.code(402),
      world.read((draft) => bySecret(draft, secret)),
      refusal,
    );
  });
}

/** Whoever presses the button is there, so a bank that asks for them is answered. */
function payPresent(draft: Transaction, invoice: Invoice): boolean {
  const stored = storedCard(draft, invoice);
  const outcome = stored?.whenAbsent === 'authenticate' ? 'accept' : stored?.whenAbsent;
  const method = stored && outcome ? { ...stored, whenPresent: outcome } : undefined;
  const how = method === undefined ? {} : { method };
  return charge(draft, invoice, { ...how, ownerIsPresent: true }) === 'accept';
}

const bySecret = (draft: Transaction, secret: string): Invoice | null =>
  draft.list('invoice').find((invoice) => invoice.secret === secret) ?? null;

function show(reply: FastifyReply, invoice: Invoice | null, refusal: string | null): FastifyReply {
  if (invoice === null) {
    reply.code(404);
    const body = html`<main id="contenido" class="card"><h1 class="title">No hay tal factura</h1></main>`;
    return sendPage(reply, { title: 'Factura', notice, body });
  }
  const title = `Factura ${invoice.number}`;
  return sendPage(reply, { title, notice, body: page(invoice, refusal), styles: [payStyles] });
}

function page(invoice: Invoice, refusal: string | null): Html {
  const total = invoiceTotal(invoice.lines);
  const tax = invoiceTax(invoice.lines);
  return html`<main id="contenido" class="invoice"><div><p class="label">Vigía</p>
<h1 class="headline">Factura ${invoice.number}</h1></div>
<dl class="kv"><div><dt>Estado</dt><dd>${statusWords[invoice.status]}</dd></div>
<div><dt>Fecha</dt><dd>${formatDay(invoice.created)}</dd></div>
<div><dt>Cliente</dt><dd>${invoice.customerName ?? invoice.customerEmail ?? 'Sin nombre'}</dd></div></dl>
<dl class="kv">${invoice.lines.map(
    ({ description, amount, periodStart, periodEnd }) =>
      html`<div><dt>${description}<br><span class="meta">${formatDay(periodStart)} – ${formatDay(periodEnd)}</span></dt><dd>${formatEuros(amount)}</dd></div>`,
  )}</dl>
<dl class="kv"><div><dt>Base</dt><dd>${formatEuros(total - tax)}</dd></div>
<div><dt>IVA (${taxPercent} %)</dt><dd>${formatEuros(tax)}</dd></div>
<div><dt><b>Total</b></dt><dd>${formatEuros(total)}</dd></div>
${invoice.amountDue === total ? null : html`<div><dt>A cobrar</dt><dd>${formatEuros(invoice.amountDue)}</dd></div>`}</dl>
<p class="error" role="alert">${refusal}</p>
${invoice.status === 'open' ? payForm(invoice) : null}</main>`;
}

const payForm = ({ secret, amountDue }: Invoice): Html =>
  html`<form method="post" action="${invoicePath(secret)}"><button class="btn btn--primary">Pagar ${formatEuros(amountDue)} con la tarjeta guardada</button></form>`;
