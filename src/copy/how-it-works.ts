/** Texts of /how-it-works. Figures come from domain/plans.ts and the default re-arm band. */
import { plans } from '#domain/plans.ts';
import { type Condition, defaultBandBp } from '#domain/threshold.ts';
import { addedChannels } from './channel-kinds.ts';
import { money, shortPercent, thresholdMoney } from './format.ts';

const { basico, premium, elite } = plans;
/** Threshold of all examples, in cents. */
const lineCents = 18_000;
const lineText = thresholdMoney(lineCents, 'EUR');
const rearmText = money(lineCents + Math.ceil((lineCents * defaultBandBp) / 10_000), 'EUR');

export const howItWorksCopy = {
  toLogin: 'Volver a iniciar sesión',
  toDashboard: 'Volver al resumen',
  title: 'Tú marcas la línea. Nosotros miramos.',
  lead: 'Vigía observa el precio mínimo de cada coleccionable y te escribe cuando cruza el umbral que elegiste. Cinco pasos, cinco minutos.',
  conditionsTitle: 'Cuatro maneras de avisarte',
  conditionsLead: `«Baja de» y «sube de» están en todos los planes. Las otras dos llegan con ${premium.label}.`,
  channelsTitle: 'Por correo, y por donde prefieras',
  onceTitle: 'Por qué solo una vez',
  plansTitle: 'Qué incluye cada plan',
  plansLead: 'Puedes cambiar cuando quieras. Lo que guardaste no se borra si bajas de plan.',
  noMailTitle: 'Si no te llega el correo',
  noMailLead:
    'La alerta está siempre en la pestaña Alertas, aunque el correo tarde. Mira esto, en orden:',
  endTitle: `${basico.label} es gratis: ${basico.maxMatches} partidos y ${basico.maxThresholds} umbrales.`,
  createAccount: 'Crear cuenta',
  questions: 'Preguntas frecuentes',
  otherPages: 'Otras páginas',
  terms: 'Términos',
  privacy: 'Privacidad',
} as const;

export const stepTexts = {
  matches: {
    title: 'Elige partidos',
    text: `Busca por equipo, ciudad o fase y pulsa «Vigilar». En ${basico.label} caben ${basico.maxMatches}; en ${premium.label}, ${premium.maxMatches}; en ${plans.elite.label}, los que quieras.`,
    picture:
      'Tres partidos de la lista, cada uno con su precio más bajo. El primero ya se vigila; los otros ofrecen el botón «Vigilar».',
  },
  threshold: {
    title: 'Marca tu línea',
    text: 'Un umbral es una frase. La completas y te decimos cuántas veces habría saltado antes de guardarla.',
    picture:
      'La frase de un umbral: «Avísame si», el partido, la categoría, «baja de» y un precio. Debajo, precios rápidos, cuántas veces habría saltado en 30 días y a cuánto está ahora.',
  },
  watching: {
    title: 'Mira cómo se acerca',
    text: 'En tu resumen, la línea roja es tu umbral y el punto es el precio. A la derecha, aún falta. Hueco, está a menos del 5 %. A la izquierda, ha cruzado.',
    picture:
      'Tres coleccionables del resumen. El primero está resaltado porque ha cruzado su línea; los otros dicen cuánto les falta.',
  },
  mail: {
    title: 'Recibe un correo',
    text: `Cada minuto, o con la frecuencia que elijas, reunimos lo que ha cruzado en un solo mensaje: por correo, con el precio, la hora y un enlace para pausarlo, y por los canales que añadas. Si nada ha cruzado, no hay mensaje.`,
    picture:
      'El correo de una alerta: el partido, el precio mínimo de ahora en grande y por cuánto ha cruzado tu umbral.',
  },
  why: {
    title: 'Pregunta por qué',
    text: 'Cada alerta guarda su umbral, el precio antes y después, la hora de la lectura y cuándo salió el correo.',
    picture:
      'Una alerta abierta en «¿Por qué me llegó?»: tu umbral, el precio antes y en la lectura, cuándo se observó y cuándo salió el correo.',
  },
} as const;

export const conditionTexts: Record<Condition, { readonly name: string; readonly text: string }> = {
  below: {
    name: 'Baja de',
    text: `Para comprar. «Baja de ${lineText}» te avisa cuando el precio mínimo llega a ${lineText} o menos.`,
  },
  above: {
    name: 'Sube de',
    text: `Para vender. «Sube de ${lineText}» te avisa cuando el precio mínimo llega a ${lineText} o más.`,
  },
  change: {
    name: 'Cambia un',
    text: 'Para no perderte un movimiento. «Cambia un 5 %» cuenta desde el último aviso, así que una bajada lenta también salta.',
  },
  low: {
    name: 'Es el mínimo de',
    text: 'Para esperar la ocasión. «Es el mínimo de 30 días» te avisa cuando no ha estado tan barato en todo ese tiempo.',
  },
};

export const onceTexts: readonly string[] = [
  `Un precio que ronda tu línea la cruza muchas veces en una tarde. Te escribimos la primera y el umbral se desarma: con la línea en ${lineText}, da igual que vaya de 179 a 181.`,
  `Vuelve a armarse cuando el precio se aleja un ${shortPercent(defaultBandBp)}, es decir, cuando llega a ${rearmText}. Si después baja otra vez de ${lineText}, recibes otro correo. Ese margen se cambia en cada umbral.`,
  'Y al revés: un cruce no se pierde aunque el precio vuelva antes del correo. Te decimos qué cruzó, cuándo, y a cuánto está ahora.',
];

export const channelTexts: readonly string[] = [
  `El correo y los avisos de tu navegador están en todos los planes. ${premium.label} añade ${addedChannels('premium')}; ${elite.label}, tu propio webhook.`,
  `Y si programas o usas un asistente, una clave le deja mirar precios y crear umbrales por ti: ${premium.maxApiKeys} en ${premium.label}, ${elite.maxApiKeys} en ${elite.label}.`,
];

export const noMailTexts: readonly { readonly name: string; readonly text: string }[] = [
  {
    name: 'Confirma tu dirección.',
    text: 'Hasta que pulses el enlace del primer correo, las alertas esperan. En Configuración puedes pedir otro enlace.',
  },
  {
    name: 'Busca en el correo no deseado.',
    text: 'Si está allí, márcalo como deseado y los siguientes llegarán a tu bandeja.',
  },
  {
    name: 'Mira la alerta.',
    text: '«Espera tu próxima comprobación» sale enseguida. «El correo no ha llegado» es que tu buzón lo ha rechazado.',
  },
  {
    name: 'Repasa tus horas de silencio.',
    text: 'Lo que cruza mientras tanto espera hasta que acaban; no se pierde.',
  },
  {
    name: 'Mira el umbral.',
    text: 'Puede estar en pausa, cerrado porque el partido ya empezó, o sin rearmar después de su último aviso.',
  },
];
