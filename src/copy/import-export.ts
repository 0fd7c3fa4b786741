/** Texts of threshold import and export. */
import { count, counted } from './format.ts';

export const importExportCopy = {
  title: 'Importar o exportar umbrales',
  choose: 'Elegir archivo',
  chooseHint: 'CSV o JSON. Primero lo probamos y te decimos qué cambiaría.',
  exportLimit: 'Exportarlos es de los planes Premium y Elite.',
  exportCsv: 'Exportar CSV',
  exportJson: 'Exportar JSON',
  fileNames: { csv: 'umbrales.csv', json: 'umbrales.json' },
  failed: 'No se ha podido completar.',
  unreadable: 'No se ha podido leer el archivo.',
  tooBig: 'El archivo pasa de 1 MB; unos umbrales no ocupan tanto.',
  notText: 'No es un CSV ni un JSON. Si es una hoja de cálculo, guárdala como CSV.',
  readAs: ({ encoding, sample }: { readonly encoding: string; readonly sample: string }) =>
    `El archivo no está en UTF-8: lo hemos leído como ${encoding}${sample && `, por ejemplo «${sample}»`}. Si las letras no son esas, guárdalo como CSV UTF-8.`,
  trying: 'Probando el archivo',
  tried: (file: string) => `Prueba de ${file}`,
  nothingYet: 'Aún no se ha cambiado nada',
  outcomes: { create: 'Nuevos', change: 'Cambian', same: 'Iguales', reject: 'Con error' },
  lineOutcomes: { create: 'Nuevo', change: 'Cambia', same: 'Igual', reject: 'Con error' },
  table: 'Líneas del archivo',
  line: 'Línea',
  threshold: 'Umbral',
  result: 'Resultado',
  noRule: 'No se entiende',
  more: (count: number) => `Y ${counted(count, 'línea más', 'líneas más')}.`,
  allSame: 'El archivo dice lo mismo que ya tienes.',
  fix: 'Corrige las líneas que fallan y vuelve a elegir el archivo.',
  skipOrFix: 'Puedes omitir las líneas que fallan, o corregirlas y volver a elegir el archivo.',
  discard: 'Descartar',
  import: (amount: number, rejected: number) =>
    rejected === 0
      ? `Importar ${counted(amount, 'umbral', 'umbrales')}`
      : `Importar ${count(amount)} y omitir ${count(rejected)}`,
  imported: (count: number) => counted(count, 'umbral importado.', 'umbrales importados.'),
} as const;
