/** Terms section on subscriptions and payments. Figures come from domain/plans.ts. */
import { plans } from '#domain/plans.ts';
import { addedChannels } from './channel-kinds.ts';
import { heading, type LegalSection, paragraph } from './legal.ts';

const { basico, premium, elite } = plans;

export const termsOfPayment: LegalSection = {
  id: 'pagos',
  title: 'Suscripciones y pagos',
  summary:
    'Tres planes. Los de pago se renuevan cada mes hasta que canceles, y cancelar vale al final del periodo.',
  blocks: [
    heading('Planes'),
    paragraph(
      `Toda cuenta empieza en ${basico.label}, que es gratis y ofrece vigilancia limitada y alertas básicas. ${premium.label} añade más partidos y mayor frecuencia. ${elite.label} da acceso completo. Los precios incluyen impuestos.`,
    ),
    { kind: 'plans' },
    paragraph(
      `Todos los planes avisan por correo y en el navegador. ${premium.label} añade ${addedChannels('premium')}, y una clave para un programa o un asistente; ${elite.label}, webhooks y ${elite.maxApiKeys} claves. Esos canales los prestan otros: su funcionamiento no depende de Vigía.`,
    ),
    paragraph(
      'La columna «Comprobación» indica la frecuencia más rápida que puedes elegir. Los límites afectan a lo que se vigila y se muestra, nunca a lo que se guarda: si pasas a un plan menor, lo que exceda sus límites queda en espera, no se borra.',
    ),
    heading('Facturación y renovación'),
    paragraph(
      'Los planes de pago se contratan por periodos de un mes y se pagan por adelantado con tarjeta. El cobro lo hace Stripe en su propia página: escribes ahí los datos de la tarjeta, y su número completo no pasa por Vigía ni se guarda en ella. Antes de pagar ves el total y la fecha de renovación.',
    ),
    paragraph(
      'La suscripción se renueva automáticamente en cada periodo y al mismo precio, con cargo a la misma tarjeta, hasta que la canceles. Si un cobro falla, te avisamos y conservas el plan 7\u00A0días mientras Stripe lo intenta de nuevo; si para entonces no se ha pagado, ese cobro se anula y tu cuenta pasa al plan ' +
        `${basico.label}. Un cambio de precio se anuncia por correo antes de la renovación a la que se aplique.`,
    ),
    paragraph(
      'Puedes pasar de un plan de pago a otro cuando quieras, y vale desde ese momento. Se descuenta lo que no has gastado del anterior: si falta algo por pagar, se cobra entonces; si sobra, se abona al próximo cobro. Ves el importe antes de confirmar.',
    ),
    heading('Cancelación'),
    paragraph(
      'Puedes cancelar en cualquier momento desde tu panel, en Plan, con «Cancelar suscripción». La cancelación tiene efecto al final del periodo en curso: hasta entonces conservas lo que has pagado y puedes deshacerla con «Mantener suscripción». Después no hay más cobros y tu cuenta pasa al plan ' +
        `${basico.label}. Si el periodo en curso está sin pagar, la cancelación vale en el acto y ese cobro se anula. Los periodos ya empezados no se devuelven en parte, salvo que la ley disponga otra cosa.`,
    ),
  ],
};
