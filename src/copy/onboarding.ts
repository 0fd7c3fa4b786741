/** Texts of the onboarding and of its checklist on the dashboard. */
import { counted } from './format.ts';

export const onboardingCopy = {
  title: 'Primeros pasos',
  steps: ['Partido', 'Umbral', 'Correo'],
  done: ', hecho',
  step: (step: number) => `Paso ${step} de 3`,
  skip: 'Saltar por ahora',
  progressSaved: 'Guardamos cada paso: puedes seguir otro día.',
  back: 'Volver',
  loading: 'Cargando tus primeros pasos',
  unread: 'No se han podido leer tus datos.',

  matchTitle: 'Elige un partido',
  matchLead: 'Empieza por uno. Podrás añadir más cuando quieras.',
  search: 'Buscar partido',
  searchHint: 'Equipo, ciudad o fase',
  noMatchTitle: 'Ningún partido coincide',
  noMatch: 'Prueba con otro equipo, otra ciudad u otra fase.',
  clearSearch: 'Quitar la búsqueda',
  daysLeft: (days: number): string =>
    days === 0
      ? 'Empieza hoy'
      : `${days === 1 ? 'Falta' : 'Faltan'} ${counted(days, 'día', 'días')}`,
  onSale: (listings: string): string => `${listings} en venta`,
  from: (price: string): string => `Mínimo ${price}`,
  choose: 'Vigilar',
  chosen: 'Seguir con este',

  lineTitle: 'Marca tu línea',

  mailTitle: 'Comprueba que te llega',
  mailLead: (email: string) => `Te enviamos a ${email} un correo como los que recibirás.`,
  alertedLead: (email: string) =>
    `Ya te hemos enviado una alerta de verdad a ${email}. Si la tienes, has terminado.`,
  confirmLead: (email: string) =>
    `Te hemos escrito a ${email}. Abre el enlace de ese correo y has terminado: sabremos que las alertas te llegan.`,
  waiting: 'Esperando a que abras el enlace…',
  ticket: 'Tu primera alerta',
  ticketNow: 'Ahora',
  ticketAway: 'Falta',
  ticketCrossed: 'Ya se cumple',
  ticketTimes: 'En 30 días',
  ticketEvery: 'Comprobación',
  send: 'Enviar correo de prueba',
  sendAgain: 'Enviar otra vez',
  sent: 'Enviado. Puede tardar un minuto; mira también en el spam.',
  received: 'Me ha llegado',
  help: 'No me llega',
  finished: 'Todo listo: tú has marcado la línea, nosotros miramos.',

  todoTitle: 'Primeros pasos',
  todo: [
    { title: 'Elige un partido', hint: 'El que quieras vigilar.' },
    { title: 'Marca tu línea', hint: 'El precio al que quieres que te avisemos.' },
    { title: 'Comprueba tu correo', hint: 'Un correo de prueba, para estar seguros.' },
  ],
  go: 'Seguir',
} as const;
