/** Texts of threshold import and export. */
const countText = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;

export const importExportCopy = {
  title: 'Importar y exportar',
  choose: 'Elegir archivo',
  chooseHint: 'CSV o JSON. Primero lo probamos y te decimos qué cambiaría.',
  exportCsv: 'Exportar CSV',
  exportJson: 'Exportar JSON',
  fileNames: { csv: 'umbrales.csv', json: 'umbrales.json' },
  failed: 'No se ha podido completar.',
  unreadable: 'No se ha podido leer el archivo.',
  tooBig: 'El archivo pasa de 1 MB; unos umbrales no ocupan tanto.',
  trying: 'Probando el archivo',
  tried: (file: string) => `Prueba de ${file}`,
  nothingYet: 'Aún no se ha cambiado nada',
  outcomes: { crear: 'Nuevos', cambiar: 'Cambian', igual: 'Iguales', rechazar: 'Con error' },
  lineOutcomes: { crear: 'Nuevo', cambiar: 'Cambia', igual: 'Igual', rechazar: 'Con error' },
  table: 'Líneas del archivo',
  line: 'Línea',
  threshold: 'Umbral',
  result: 'Resultado',
  newId: 'Nuevo, sin id',
  more: (count: number) => `Y ${countText(count, 'línea más', 'líneas más')}.`,
  allSame: 'El archivo dice lo mismo que ya tienes.',
  fix: 'Se importan todas las líneas o ninguna: corrige las que fallan y vuelve a elegir el archivo.',
  discard: 'Descartar',
  import: (count: number) => `Importar ${countText(count, 'umbral', 'umbrales')}`,
  imported: (count: number) => countText(count, 'umbral importado.', 'umbrales importados.'),
} as const;
