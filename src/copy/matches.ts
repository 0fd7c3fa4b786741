/** Texts of the match list. */
import { counted, plural } from './format.ts';
import { seePlans } from './see-plans.ts';

export const matchesCopy = {
  title: 'Partidos',
  listTitle: 'Próximos',
  meter: 'Partidos vigilados',
  watched: (watched: number, max: number | null): string =>
    max === null ? counted(watched, 'vigilado', 'vigilados') : `${watched} de ${max} vigilados`,
  searchLabel: 'Buscar por equipo, ciudad o fase',
  searchHint: 'Equipo, ciudad o fase',
  sort: 'Orden',
  sorts: { kickoff: 'Fecha', name: 'Nombre', floor: 'Precio', change: 'Cambio en 24 h' },
  onlyWatched: 'Solo vigilados',
  showing: (shown: string, more: boolean): string =>
    more ? `Mostrando los primeros ${shown}` : `Mostrando ${shown}`,
  inAll: (amount: number): string => counted(amount, 'partido', 'partidos'),
  collectibles: (amount: number) => plural(amount, 'coleccionable', 'coleccionables'),
  stage: 'Fase',
  city: 'Ciudad',
  any: 'Todas',
  head: {
    match: 'Partido',
    place: 'Fase y sede',
    offer: 'En venta',
    change: '24 h',
    floor: 'Precio mínimo',
    watch: 'Vigilar',
  },
  watch: 'Vigilar',
  unwatch: 'Dejar de vigilar',
  watchedNow: 'Lo vigilas. Falta decir a qué precio te avisamos.',
  addLine: 'Pon tu línea',
  nothingListed: 'Nada en venta',
  seePlans,
  seeWatched: 'Ver los vigilados',
  loadingMore: 'Cargando más partidos',
  notRead: 'No se han podido leer los partidos.',
  moreFailed: 'No se han podido leer más partidos.',
  loading: 'Cargando los partidos',
  noneTitle: 'Ningún partido coincide',
  none: 'Prueba con otro equipo, otra ciudad u otra fase.',
  clear: 'Quitar los filtros',
} as const;
