/** Texts of the settings: check frequency, quiet hours, notifications, mail. */
import { capitalizeFirst } from '#domain/capitalize-first.ts';
import { seePlans } from './see-plans.ts';

const nbsp = '\u00A0';

/** Parts of the settings, by their URL fragments. */
export const settingsParts = {
  avisos: 'Avisos',
  cuenta: 'Cuenta',
  programas: 'Programas',
  accesibilidad: 'Accesibilidad',
} as const;
export type SettingsPartId = keyof typeof settingsParts;

export const settingsCopy = {
  title: 'Configuración',
  lead: 'Los cambios se guardan al momento',
  onThisPage: 'En esta página',
  loading: 'Cargando tu configuración',
  unread: 'No se ha podido leer tu configuración.',
  saved: 'Guardado.',
  notSaved: 'No se ha podido guardar.',
  seePlans,

  frequencyTitle: 'Frecuencia',
  frequency: 'Frecuencia de comprobación',
  every: (seconds: number) => capitalizeFirst(everyText(seconds)),
  frequencyHint:
    'Cada cuánto reunimos lo que ha cruzado en un solo aviso, por correo y por tus otros canales. Los precios se miran siempre; esto solo decide cuándo te avisamos.',
  fastest: (plan: string, seconds: number) =>
    `Con el plan ${plan}, lo más rápido es ${everyText(seconds)}.`,

  quietTitle: 'Horas de silencio',
  quiet: 'No avisarme a estas horas por ningún canal',
  quietNote: 'Los avisos esperan y salen al acabar.',
  quietExcept: 'Salvo por estos, que avisan a cualquier hora',
  quietExceptNote:
    'Lo que cruce a estas horas sale por ellos en el momento, y no se repite después por los demás.',
  from: 'Desde',
  to: 'Hasta',
  zone: 'Zona horaria',
  zoneHint: 'Escribe para buscar, por ejemplo Madrid.',
  timeMissing: 'Escribe una hora, por ejemplo 23:00.',
  timesEqual: 'Pon dos horas distintas: así no habría silencio.',
  /** “Hora de Europa central.” */
  zoneIs: (name: string): string => `${capitalizeFirst(name)}.`,
  zoneUnknown: 'Elige una zona de la lista.',

  notices: 'Avisarme también en este navegador',
  noticesNote: {
    default:
      'Mientras Vigía siga abierta en otra pestaña, tu navegador te avisa al momento. Te pedirá permiso.',
    granted: 'Mientras Vigía siga abierta en otra pestaña, tu navegador te avisa al momento.',
    denied:
      'Este navegador los tiene bloqueados. Permítelos en los ajustes del sitio, junto a la dirección, y vuelve a probar.',
    unsupported: 'Este navegador no puede mostrar avisos.',
  },
  noticesElsewhere: 'Los activaste en otro navegador; a este le falta tu permiso.',
  nearbyAnnouncement: 'Leer en voz alta lo que se acerca',
  nearbyAnnouncementHint:
    'Para lectores de pantalla, en el resumen y como mucho una vez por minuto. Los cruces se anuncian siempre.',

  weekTitle: 'Tu semana',
  week: 'Enviarme un resumen cada lunes',
  weekNote: (place: string) =>
    `A las 9:00, hora de ${place}: mínimos y máximos de lo que vigilas, lo más cerca de tu línea y lo que ha saltado. Sin nada que contar, no sale.`,
  weekUnconfirmed: 'Saldrá cuando confirmes tu dirección.',
  weekWithoutAlerts: 'Llega aunque no recibas las alertas por correo.',

  mailSwitch: 'Enviarme las alertas por correo',
  mailOff:
    'Te diste de baja: las alertas se ven aquí, y salen por tus otros canales si los tienes.',
  unconfirmed:
    'Falta confirmarla. Hasta que abras nuestro enlace, tus alertas se ven aquí, pero no salen por correo.',
  test: 'Enviar correo de prueba',
  sent: 'Correo en camino.',
  notSent: 'No se ha podido enviar.',
} as const;

const wholeUnits: Readonly<Record<number, string>> = { 60: 'minuto', 3600: 'hora', 86400: 'día' };

/** `cada minuto`, `cada 15 s` */
export const everyText = (seconds: number): string =>
  `cada ${wholeUnits[seconds] ?? durationText(seconds)}`;

/** `60` as `1 min`, `3600` as `1 h`. */
export function durationText(seconds: number): string {
  if (seconds % 86_400 === 0)
    return `${seconds / 86_400}${nbsp}${seconds === 86_400 ? 'día' : 'días'}`;
  if (seconds % 3_600 === 0) return `${seconds / 3_600}${nbsp}h`;
  if (seconds % 60 === 0) return `${seconds / 60}${nbsp}min`;
  return `${seconds}${nbsp}s`;
}
