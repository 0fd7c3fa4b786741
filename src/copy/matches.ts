/** Sentences of the match list. */
export const matchesCopy = {
  title: 'Partidos',
  listTitle: 'Próximos',
  meter: 'Partidos vigilados',
  watched: (watched: number, max: number | null): string =>
    max === null ? `${watched} vigilados` : `${watched} de ${max} vigilados`,
  searchLabel: 'Buscar por equipo, ciudad o fase',
  searchHint: 'Equipo, ciudad o fase',
  sort: 'Orden',
  sorts: { kickoff: 'Fecha', name: 'Nombre', floor: 'Precio', change: 'Cambio en 24 h' },
  onlyWatched: 'Solo vigilados',
  showing: (shown: string, more: boolean): string =>
    more ? `Mostrando los primeros ${shown}` : `Mostrando ${shown}`,
  watch: 'Vigilar',
  unwatch: 'Dejar de vigilar',
  nothingListed: 'Nada en venta',
  seePlans: 'Ver planes',
  more: 'Ver más partidos',
  loading: 'Cargando los partidos',
  noneTitle: 'Ningún partido coincide',
  none: 'Prueba con otro equipo, otra ciudad u otra fase.',
  clear: 'Quitar los filtros',
} as const;
