/** Texts of the plan page. */

import type { BillingState } from '#contract/billing.ts';
import { capitalizeFirst } from '#domain/capitalize-first.ts';
import { type Plan, plans } from '#domain/plans.ts';
import { addedChannels } from './channel-kinds.ts';
import { failed } from './failed.ts';
import { count, plural, separator } from './format.ts';
import { everyText } from './settings.ts';

const nbsp = '\u00A0';

const usedOf = (used: number, max: number | null, one: string, other: string): string =>
  max === null
    ? `${count(used)} ${plural(used, one, other)}`
    : `${count(used)} de ${count(max)} ${plural(max, one, other)}`;

/** An operator's grant stays when the subscription ends. */
type AfterPlan = Pick<BillingState, 'granted'>;

const lossOn = (start: string, { granted }: AfterPlan): string =>
  granted ? '' : ` ${start} a Básico: no se borra nada, y lo que Básico no incluye queda en pausa.`;

export const planCopy = {
  title: 'Tu plan',
  plans: 'Planes',
  table: 'Diferencias entre planes',
  difference: 'Diferencia',
  actions: 'Cambiar de plan',
  current: 'Tu plan',
  free: 'Siempre gratis',
  monthly: 'al mes, impuestos incluidos',
  renews:
    'Se renueva cada mes hasta que canceles. Cancelar se hace aquí y vale al final del periodo pagado.',
  usage: (plan: Plan, matches: number, thresholds: number) =>
    [
      `Plan ${plan.label}`,
      usedOf(matches, plan.maxMatches, 'partido', 'partidos'),
      usedOf(thresholds, plan.maxThresholds, 'umbral', 'umbrales'),
    ]
      .map((part) => part.replaceAll(' ', nbsp))
      .join(separator),
  loading: 'Leyendo tu plan',
  unread: 'No se ha podido leer tu plan.',
  close: 'Cerrar',
  back: 'Volver',

  moveTo: (plan: string) => `Pasar a ${plan}`,
  cancel: 'Cancelar suscripción',
  resume: 'Mantener suscripción',
  changeCard: 'Cambiar tarjeta',
  failed,

  onCancelling: 'Al cancelar, al final del periodo',
  from: (day: string) => `Desde el ${day}`,
  payFirst: 'Antes hay que pagar lo pendiente',

  pausedByPlan: (paused: number, plan: string) =>
    plural(
      paused,
      `Un umbral está en pausa porque el plan ${plan} no lo incluye. No se ha borrado: vuelve con un plan mayor, o si quitas otro.`,
      `${count(paused)} umbrales están en pausa porque el plan ${plan} no los incluye. No se han borrado: vuelven con un plan mayor, o si quitas otros.`,
    ),
  seeThresholds: 'Ver umbrales',
} as const;

/** Banner with the status of the subscription. */
export const subscriptionStatusCopy = {
  granted: (plan: string) =>
    `Tu plan ${plan} te lo hemos concedido nosotros: no hay nada que pagar.`,
  grantedToo: (plan: string) =>
    `Tu suscripción a ${plan} sigue en marcha aparte: puedes cancelarla aquí.`,
  incompleteTitle: 'El primer pago no se ha completado.',
  incomplete: (plan: string) =>
    `No se ha activado ${plan}. Puedes volver a intentarlo con otra tarjeta.`,
  cancelledTitle: 'Cancelación programada.',
  cancelled: (plan: string, day: string, after: AfterPlan) =>
    `${plan} sigue activo hasta el ${day}.${lossOn('Ese día pasas', after)} Hasta entonces puedes mantener la suscripción.`,
  owedTitle: 'No hemos podido cobrar tu plan.',
  owed: (plan: string, until: string, { granted }: AfterPlan) =>
    `${plan} sigue activo hasta el ${until} mientras lo intentamos de nuevo${granted ? '' : '; si para entonces no se ha pagado, pasas a Básico'}. Cambia la tarjeta y lo cobramos en el momento.`,
  endedTitle: 'Tu suscripción ha terminado.',
  ended: (plan: string) =>
    `Ya no tienes ${plan}. No se ha borrado nada: si vuelves a un plan de pago, todo sigue donde lo dejaste.`,
} as const;

/** Current period, card and invoices. */
export const currentPeriodCopy = {
  title: 'Periodo actual',
  month: (plan: string) => `${plan}, un mes`,
  from: 'Desde',
  until: 'Hasta',
  paid: 'Último pago',
  tax: 'IVA incluido',
  next: 'Próximo cobro',
  nextTry: 'Próximo intento',
  none: 'Ninguno',
  card: 'Tarjeta',
  cardSummary: (last4: string, month: number, year: number) =>
    `•••• ${last4} · ${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`,
  invoices: 'Facturas',
  noInvoices: 'Aún no hay facturas.',
  invoicesUnread: 'No se han podido leer tus facturas.',
  openInvoice: (number: string) => `Ver factura ${number} en otra pestaña`,
  status: {
    paid: 'Pagada',
    open: 'Pendiente',
    void: 'Anulada',
    uncollectible: 'No cobrada',
  },
  /** An invoice with a negative amount. */
  credit: 'Abono',
} as const;

/** Confirmation before a subscription is cancelled or changed. */
export const changeCopy = {
  confirmCancel: 'Confirmar cancelación',
  cancelling: (plan: string, day: string, after: AfterPlan) =>
    `${plan} sigue activo hasta el ${day} y no se te cobra nada más.${lossOn('Ese día pasas', after)}`,
  canResume: 'Hasta ese día puedes volver atrás con «Mantener suscripción».',
  cancellingOwed: (plan: string, day: string, after: AfterPlan) =>
    `El periodo actual está sin pagar, así que ${plan} termina hoy, ${day}, y dejamos de intentar el cobro.${lossOn('Pasas', after)}`,
  cancelled: (plan: string, day: string) => `Cancelada. ${plan} sigue activo hasta el ${day}.`,
  cancelledNow: (plan: string) => `Cancelada. Tu plan es ahora ${plan}.`,
  resumed: 'Tu suscripción sigue adelante.',

  computing: 'Calculando el cambio',
  dueNow: 'Se cobra ahora',
  credited: 'Se abona al próximo cobro',
  next: 'Próximo cobro',
  nextOn: (day: string, sum: string) => `${day} · ${sum}`,
  prorated: 'El cambio vale desde ahora. Se descuenta lo que no has gastado del plan anterior.',
  lower: (plan: string) => `Lo que ${plan} no incluye queda en pausa; no se borra nada.`,
  confirm: 'Confirmar cambio',
  confirmAndPay: (sum: string) => `Confirmar y pagar ${sum}`,
  changed: (plan: string) => `Ya tienes ${plan}.`,
  resumeFirst: (plan: string) =>
    `Tu suscripción está cancelada. Para pasar a ${plan} antes hay que mantenerla: se renovará cada mes.`,
  resumeAndContinue: 'Mantenerla y seguir',
} as const;

export const planRows: readonly { readonly name: string; readonly of: (plan: Plan) => string }[] = [
  {
    name: 'Partidos vigilados',
    of: ({ maxMatches }) => (maxMatches === null ? 'Sin límite' : String(maxMatches)),
  },
  { name: 'Umbrales', of: ({ maxThresholds }) => count(maxThresholds) },
  {
    name: 'Comprobación más rápida',
    of: ({ fastestCheckSeconds }) => capitalizeFirst(everyText(fastestCheckSeconds)),
  },
  {
    name: 'Condiciones',
    of: ({ name }) =>
      ({
        basico: 'Baja de, sube de',
        premium: '+ cambio %, mínimo de N días, el más barato de un partido',
        elite: `Las de ${plans.premium.label}`,
      })[name],
  },
  {
    name: 'Avisos por',
    of: ({ name }) => (name === 'basico' ? 'Correo y navegador' : `+ ${addedChannels(name)}`),
  },
  {
    name: 'Claves para programas y asistentes',
    of: ({ maxApiKeys }) => (maxApiKeys === 0 ? 'No' : String(maxApiKeys)),
  },
  {
    name: 'Historial visible',
    of: ({ visibleHistoryDays }) =>
      visibleHistoryDays === null
        ? 'Todo'
        : visibleHistoryDays === 365
          ? '1 año'
          : `${visibleHistoryDays}${nbsp}días`,
  },
  { name: 'Exportar CSV y JSON', of: ({ canExport }) => (canExport ? 'Sí' : 'No') },
];
