/** What each mail about a subscription says (design/DESIGN.md, “Voice”). Prices with their decimals, days with their year. */
import { plans } from '#domain/plans.ts';
import type { FetchedInvoice } from '../db/billing/billing-invoices.ts';
import { formatInstant, formatPrice } from '../mail/format.ts';
import { dateFormat } from '../mail/intl-cache.ts';
import type { PlanChange } from './effective-plan.ts';
import type { BillingMail } from './select-mails.ts';

export interface BillingMailText {
  readonly subject: string;
  readonly title: string;
  /** Under it, in a few words. */
  readonly subtitle: string;
  /** The first is also what a list of mails shows. */
  readonly paragraphs: readonly string[];
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly button: string;
  /** The provider's own page of the invoice. */
  readonly invoiceUrl: string | null;
}

/** The general rate in Spain, included in every price we show. */
const vat = 'IVA incluido (21\u00a0%)';

/** “21 de diciembre de 2026” */
const dayOf = (at: Date, timeZone: string) =>
  dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(at);

const euros = (cents: number) => formatPrice(cents, 'EUR');

export function billingMailText(letter: BillingMail, timeZone: string): BillingMailText {
  const day = (at: number) => dayOf(new Date(at), timeZone);
  const toPlan = 'Ver mi plan';
  const base = { facts: [], button: toPlan, invoiceUrl: null } as const;
  switch (letter.kind) {
    case 'welcome': {
      const { label, monthlyPriceCents } = plans[letter.plan];
      const renews = letter.ends
        ? `Está activo hasta el ${day(letter.renewsAtMs)}; después no se renueva.`
        : `Se renueva solo cada mes por ${euros(monthlyPriceCents)}; la próxima vez, el ${day(letter.renewsAtMs)}. Puedes cancelarlo cuando quieras.`;
      return {
        ...base,
        ...receiptParts(letter.invoice, timeZone),
        subject: `Ya tienes el plan ${label}`,
        title: `Plan ${label}`,
        subtitle: 'En marcha desde hoy',
        paragraphs: [`Tu plan ${label} está en marcha. ${renews}`, ...changes(letter.change)],
      };
    }
    case 'receipt': {
      const { number, cents } = letter.invoice;
      return {
        ...base,
        ...receiptParts(letter.invoice, timeZone),
        subject: `Recibo ${number}: ${euros(cents)}`,
        title: euros(cents),
        subtitle: `Recibo ${number}`,
        paragraphs: [`${chargeOf(letter)} Este es tu recibo.`],
      };
    }
    case 'planChanged': {
      const { label } = plans[letter.plan];
      return {
        ...base,
        subject: `Tu plan es ahora ${label}`,
        title: `Plan ${label}`,
        subtitle: `Antes ${plans[letter.before].label}`,
        paragraphs: [
          `Has pasado de ${plans[letter.before].label} a ${label}. Desde la próxima renovación pagas ${euros(plans[letter.plan].monthlyPriceCents)} al mes.`,
          ...(letter.creditCents > 0
            ? [
                `Te abonamos ${euros(letter.creditCents)} por lo que no has gastado de ${plans[letter.before].label}: los descontamos de tus próximos cobros.`,
              ]
            : []),
          ...changes(letter.change),
        ],
      };
    }
    case 'paymentFailed': {
      const { label } = plans[letter.plan];
      const again =
        letter.nextTry === null ? '' : ` Lo intentaremos otra vez el ${day(letter.nextTry.at)}.`;
      return {
        ...base,
        subject: `No hemos podido cobrar tu plan ${label}`,
        title: 'Pago pendiente',
        subtitle: `Plan ${label}, hasta el ${day(letter.until)}`,
        paragraphs: [
          `Tu banco ha rechazado el cargo de tu plan ${label}.${again}`,
          `Sigues con ${label} hasta el ${formatInstant(new Date(letter.until), timeZone)}. Si para entonces no se ha pagado, tu plan pasa a ser Básico. Cambia la tarjeta en tu panel y lo cobramos en el momento.`,
        ],
        button: 'Cambiar la tarjeta',
      };
    }
    case 'cancellationScheduled': {
      const { label } = plans[letter.plan];
      return {
        ...base,
        subject: `Tu plan ${label} termina el ${day(letter.endsAtMs)}`,
        title: 'Suscripción cancelada',
        subtitle: `Plan ${label}, hasta el ${day(letter.endsAtMs)}`,
        paragraphs: [
          `${letter.suspended ? 'Tu cuenta está suspendida y por eso hemos cancelado la renovación. ' : ''}Tienes ${label} hasta el ${formatInstant(new Date(letter.endsAtMs), timeZone)}. No te cobraremos nada más.`,
          `${letter.suspended ? 'Si antes se levanta la suspensión, puedes seguir con «Mantener suscripción».' : 'Hasta ese momento puedes cambiar de idea con «Mantener suscripción».'} Después tu plan será Básico y no se borra nada.`,
        ],
      };
    }
    case 'ended': {
      const { label } = plans[letter.plan];
      const why = letter.unpaid
        ? `Tu plan ${label} ha terminado porque no hemos podido cobrarlo. No volveremos a intentarlo.`
        : `Tu plan ${label} ha terminado, como pediste.`;
      return {
        ...base,
        subject: 'Tu plan es ahora Básico',
        title: 'Plan Básico',
        subtitle: `Antes ${label}`,
        paragraphs: [
          `${why} Tu plan es ahora Básico, gratis.`,
          ...changes(letter.change),
          'No hemos borrado nada. Si vuelves a un plan de pago, todo sigue donde lo dejaste.',
        ],
      };
    }
  }
}

function chargeOf({ plan, invoice }: Extract<BillingMail, { kind: 'receipt' }>): string {
  const { cents, chargedCents } = invoice;
  const what = plan === null ? '' : ` de tu plan ${plans[plan].label}`;
  if (chargedCents >= cents) return `Hemos cobrado ${euros(cents)}${what}.`;
  const credit = euros(cents - chargedCents);
  return chargedCents > 0
    ? `Hemos cobrado ${euros(chargedCents)}${what}; los otros ${credit} salen de tu saldo a favor.`
    : `Los ${credit}${what} salen de tu saldo a favor: no hemos cobrado nada a tu tarjeta.`;
}

function receiptParts(invoice: FetchedInvoice | null, timeZone: string) {
  if (invoice === null) return {};
  const at = invoice.paidAt ?? invoice.issuedAt;
  return {
    facts: [
      { name: 'Recibo', value: invoice.number },
      { name: 'Fecha', value: dayOf(at, timeZone) },
      { name: 'Base', value: euros(invoice.cents - invoice.taxCents) },
      { name: vat, value: euros(invoice.taxCents) },
      { name: 'Total', value: euros(invoice.cents) },
      ...(invoice.chargedCents < invoice.cents
        ? [
            { name: 'De tu saldo a favor', value: euros(invoice.cents - invoice.chargedCents) },
            { name: 'Cobrado a tu tarjeta', value: euros(invoice.chargedCents) },
          ]
        : []),
    ],
    invoiceUrl: invoice.url,
  };
}

const thresholds = (count: number) => (count === 1 ? 'un umbral' : `${count} umbrales`);

/** What the new limits did to the settings: told, never left to be found. */
function changes(change: PlanChange | null): string[] {
  if (change === null) return [];
  const { paused, resumed, frecuencia, after } = change;
  const { label } = plans[after];
  const said: string[] = [];
  if (paused > 0)
    said.push(
      `Hemos puesto en pausa ${thresholds(paused)} que el plan ${label} no incluye. ${paused === 1 ? 'Sigue' : 'Siguen'} en tu configuración y ${paused === 1 ? 'vuelve' : 'vuelven'} con un plan mayor.`,
    );
  if (resumed > 0)
    said.push(
      resumed === 1
        ? 'Un umbral que estaba en pausa por tu plan anterior vuelve a estar en marcha.'
        : `${resumed} umbrales que estaban en pausa por tu plan anterior vuelven a estar en marcha.`,
    );
  if (frecuencia !== null)
    said.push(
      `Comprobamos tus umbrales cada ${frecuencia} segundos, lo más rápido del plan ${label}.`,
    );
  return said;
}
