/** Spanish text of each billing mail. Prices show their decimals, days their year. */
import { dateFormat } from '#domain/intl-formats.ts';
import { type PlanName, plans } from '#domain/plans.ts';
import type { FetchedInvoice } from '../db/billing/billing-invoices.ts';
import { formatInstant, formatPrice } from '../mail/format.ts';
import type { PlanChange } from '../plans/effective-plan.ts';
import type { BillingMail } from './select-billing-mails.ts';

export interface BillingMailText {
  readonly subject: string;
  readonly title: string;
  readonly subtitle: string;
  /** The first is also the preheader. */
  readonly paragraphs: readonly string[];
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly button: string;
  /** Stripe's page of the invoice. */
  readonly invoiceUrl: string | null;
}

/** Spain's general rate, included in every price. */
const vat = 'IVA incluido (21\u00a0%)';

/** “21 de diciembre de 2026” */
const dayOf = (date: Date, timeZone: string) =>
  dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(date);

const euros = (cents: number) => formatPrice(cents, 'EUR');

export function billingMailText(mail: BillingMail, timeZone: string): BillingMailText {
  const day = (ms: number) => dayOf(new Date(ms), timeZone);
  const toPlan = 'Ver mi plan';
  const base = { facts: [], button: toPlan, invoiceUrl: null } as const;
  switch (mail.kind) {
    case 'welcome': {
      const { label, monthlyPriceCents } = plans[mail.plan];
      const renews = mail.willEnd
        ? `Está activo hasta el ${day(mail.renewsAtMs)}; después no se renueva.`
        : `Se renueva solo cada mes por ${euros(monthlyPriceCents)}; la próxima vez, el ${day(mail.renewsAtMs)}. Puedes cancelarlo cuando quieras.`;
      return {
        ...base,
        ...receiptContent(mail.invoice, timeZone),
        subject: `Ya tienes el plan ${label}`,
        title: `Plan ${label}`,
        subtitle: 'En marcha desde hoy',
        paragraphs: [
          `Tu plan ${label} está en marcha. ${renews}`,
          ...planChangeSentences(mail.change),
        ],
      };
    }
    case 'receipt': {
      const { number, cents } = mail.invoice;
      return {
        ...base,
        ...receiptContent(mail.invoice, timeZone),
        subject: `Recibo ${number}: ${euros(cents)}`,
        title: euros(cents),
        subtitle: `Recibo ${number}`,
        paragraphs: [`${chargeOf(mail)} Este es tu recibo.`],
      };
    }
    case 'planChanged': {
      const { label } = plans[mail.plan];
      return {
        ...base,
        subject: `Tu plan es ahora ${label}`,
        title: `Plan ${label}`,
        subtitle: `Antes ${plans[mail.before].label}`,
        paragraphs: [
          `Has pasado de ${plans[mail.before].label} a ${label}. Desde la próxima renovación pagas ${euros(plans[mail.plan].monthlyPriceCents)} al mes.`,
          ...(mail.creditCents > 0
            ? [
                `Te abonamos ${euros(mail.creditCents)} por lo que no has gastado de ${plans[mail.before].label}: los descontamos de tus próximos cobros.`,
              ]
            : []),
          ...planChangeSentences(mail.change),
        ],
      };
    }
    case 'paymentFailed': {
      const { label } = plans[mail.plan];
      const again =
        mail.nextAttempt === null
          ? ''
          : ` Lo intentaremos otra vez el ${day(mail.nextAttempt.at)}.`;
      return {
        ...base,
        subject: `No hemos podido cobrar tu plan ${label}`,
        title: 'Pago pendiente',
        subtitle: `Plan ${label}, hasta el ${day(mail.untilMs)}`,
        paragraphs: [
          `Tu banco ha rechazado el cargo de tu plan ${label}.${again}`,
          `Sigues con ${label} hasta el ${formatInstant(new Date(mail.untilMs), timeZone)}. ${afterwards(mail.granted, 'Si para entonces no se ha pagado, tu plan pasa a ser Básico.')} Cambia la tarjeta en Vigía, en Plan, y lo cobramos en el momento.`,
        ],
        button: 'Cambiar la tarjeta',
      };
    }
    case 'cancellationScheduled': {
      const { label } = plans[mail.plan];
      return {
        ...base,
        subject: `Tu plan ${label} termina el ${day(mail.endsAtMs)}`,
        title: 'Suscripción cancelada',
        subtitle: `Plan ${label}, hasta el ${day(mail.endsAtMs)}`,
        paragraphs: [
          `${mail.suspended ? 'Tu cuenta está suspendida y por eso hemos cancelado la renovación. ' : ''}Tienes ${label} hasta el ${formatInstant(new Date(mail.endsAtMs), timeZone)}. No te cobraremos nada más.`,
          `${mail.suspended ? 'Si antes se levanta la suspensión, puedes seguir con «Mantener suscripción».' : 'Hasta ese momento puedes cambiar de idea con «Mantener suscripción».'} ${afterwards(mail.granted, 'Después tu plan será Básico y no se borra nada.')}`,
        ],
      };
    }
    case 'cancellationUndone': {
      const { label } = plans[mail.plan];
      return {
        ...base,
        subject: `Tu plan ${label} sigue`,
        title: `Sigues con ${label}`,
        subtitle: `Se renueva el ${day(mail.renewsAtMs)}`,
        paragraphs: [
          `La cancelación ya no vale: tu plan ${label} no termina y se renueva el ${day(mail.renewsAtMs)}, por ${euros(plans[mail.plan].monthlyPriceCents)}.`,
        ],
      };
    }
    case 'ended': {
      const { label } = plans[mail.plan];
      const why = mail.unpaid
        ? `Tu plan ${label} ha terminado porque no hemos podido cobrarlo. No volveremos a intentarlo.`
        : `Tu plan ${label} ha terminado, como pediste.`;
      if (mail.granted !== null)
        return {
          ...base,
          subject: `Tu suscripción a ${label} ha terminado`,
          title: 'Suscripción terminada',
          subtitle: `Plan ${label}`,
          paragraphs: [`${why} ${afterwards(mail.granted, '')}`],
        };
      return {
        ...base,
        subject: 'Tu plan es ahora Básico',
        title: 'Plan Básico',
        subtitle: `Antes ${label}`,
        paragraphs: [
          `${why} Tu plan es ahora Básico, gratis.`,
          ...planChangeSentences(mail.change),
          'No hemos borrado nada. Si vuelves a un plan de pago, todo sigue donde lo dejaste.',
        ],
      };
    }
  }
}

/** @param withoutGrant what becomes of the plan where none was granted */
const afterwards = (granted: PlanName | null, withoutGrant: string): string =>
  granted === null
    ? withoutGrant
    : `El plan ${plans[granted].label}, que te hemos concedido, sigue igual.`;

function chargeOf({ plan, invoice }: Extract<BillingMail, { kind: 'receipt' }>): string {
  const { cents, chargedCents } = invoice;
  const what = plan === null ? '' : ` de tu plan ${plans[plan].label}`;
  if (chargedCents >= cents) return `Hemos cobrado ${euros(cents)}${what}.`;
  const credit = euros(cents - chargedCents);
  return chargedCents > 0
    ? `Hemos cobrado ${euros(chargedCents)}${what}; los otros ${credit} salen de tu saldo a favor.`
    : `Los ${credit}${what} salen de tu saldo a favor: no hemos cobrado nada a tu tarjeta.`;
}

function receiptContent(invoice: FetchedInvoice | null, timeZone: string) {
  if (invoice === null) return {};
  const date = invoice.paidAt ?? invoice.issuedAt;
  return {
    facts: [
      { name: 'Recibo', value: invoice.number },
      { name: 'Fecha', value: dayOf(date, timeZone) },
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

/** What the limits of the new plan changed in the user's settings. */
function planChangeSentences(change: PlanChange | null): string[] {
  if (change === null) return [];
  const { paused, resumed, frecuencia, after } = change;
  const { label } = plans[after];
  const sentences: string[] = [];
  if (paused > 0)
    sentences.push(
      `Hemos puesto en pausa ${thresholds(paused)} que el plan ${label} no incluye. ${paused === 1 ? 'Sigue' : 'Siguen'} en tu configuración y ${paused === 1 ? 'vuelve' : 'vuelven'} con un plan mayor.`,
    );
  if (resumed > 0)
    sentences.push(
      resumed === 1
        ? 'Un umbral que estaba en pausa por tu plan anterior vuelve a estar en marcha.'
        : `${resumed} umbrales que estaban en pausa por tu plan anterior vuelven a estar en marcha.`,
    );
  if (frecuencia !== null)
    sentences.push(
      `Comprobamos tus umbrales cada ${frecuencia} segundos, lo más rápido del plan ${label}.`,
    );
  return sentences;
}
