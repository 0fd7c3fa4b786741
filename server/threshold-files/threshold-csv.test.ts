/** Thresholds as CSV: an export reads back the same, and no cell runs as a formula. */
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { thresholdFileColumns } from '#contract/threshold-import-export.ts';
import type { Threshold } from '#domain/threshold.ts';
import { parseThresholdFile } from './parse-threshold-file.ts';
import { thresholdsToCsv } from './threshold-csv.ts';

/** Formulas, separators, quotes and lines, and what marks them. */
const texts = [
  ...['=1+1', '+34', '-1', '@a', '＝1', "'=1", "''", "it's", '\t=1', '=a;b', 'a;=1', 'a,@b'],
  ...['a"b', '"', 'a\nb', 'a\r\nb', ' a', 'ñ 📱'],
];

describe('thresholds as CSV', () => {
  const header = thresholdFileColumns.join(',');
  it.each(texts)('read back the same with %j, in no cell that a spreadsheet would run', (text) => {
    const rest = {
      value: 1,
      currency: 'EUR',
      bandBp: 300,
      version: 1,
      createdAt: '2026-01-01T00:00:00Z',
      etag: 'e',
    };
    const ofMatch = {
      ...rest,
      target: { kind: 'match', id: 'm1', category: text },
      condition: 'low',
      pause: 'user',
      snoozedUntil: '2026-11-21T10:00:00.000Z',
      note: null,
      expiresAt: null,
      channels: null,
    } satisfies Threshold;
    const ofCollectible = {
      ...rest,
      target: { kind: 'collectible', id: '-c1' },
      condition: 'above',
      pause: null,
      snoozedUntil: null,
      note: text.replaceAll(/\s+/g, ' ').trim(),
      expiresAt: '2026-12-01T10:00:00.000Z',
      channels: ['mail', 'a1'],
    } satisfies Threshold;
    const file = thresholdsToCsv({ '-t1': ofMatch, t2: ofCollectible }, () => text);
    const expected = [
      ['-t1', ofMatch],
      ['t2', ofCollectible],
    ].map(([id, threshold]) => {
      const {
        version: _version,
        createdAt: _createdAt,
        etag: _etag,
        ...sent
      } = threshold as Threshold;
      return { id, threshold: sent, errors: [] };
    });
    expect(parseThresholdFile(file)).toMatchObject(expected);
    const options = { bom: true, delimiter: ';', record_delimiter: '\r\n' };
    const cells: string[][] = parse(file, options);
    for (const cell of cells.flat()) expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r]/);
    // As a spreadsheet that knows other separators splits it: quotes within a cell protect nothing.
    for (const cell of file.split(/[,\t\r\n]/)) expect(cell).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/);
  });

  it('leave note, expiry and channels as they are without their columns, and clear them by an empty cell', () => {
    const lines = (columns: string, cells: string) =>
      parseThresholdFile(
        `${header}${columns}\nt1,coleccionable,c1,,por_debajo,1,EUR,3 %,,${cells}\n`,
      );
    expect(lines('', '')[0]?.threshold).not.toHaveProperty('note');
    expect(lines(',nota', ',Ojo')[0]?.threshold).toMatchObject({ note: 'Ojo' });
    expect(lines(',nota', ',Ojo')[0]?.threshold).not.toHaveProperty('expiresAt');
    expect(lines(',nota,caduca_en', ',,')[0]?.threshold).toMatchObject({
      note: null,
      expiresAt: null,
    });
    expect(lines(',nota', ',Ojo')[0]?.threshold).not.toHaveProperty('channels');
    expect(lines(',canales', ',')[0]?.threshold).toMatchObject({ channels: null });
    expect(lines(',canales', ', correo  a1 ')[0]?.threshold).toMatchObject({
      channels: ['mail', 'a1'],
    });
    expect(lines(',canales', ',correo;a1')[0]?.errors).toEqual([
      'Los canales son ids distintos; en CSV, separados por espacios. Sin ninguno, todos.',
    ]);
  });

  const row = 't1,coleccionable,c1,,por_debajo,1,EUR,3 %,,';
  it.each([
    [
      'semicolons, as spreadsheets in Spanish write',
      `${header};${row}`
        .replace(`${header};`, `${header.replaceAll(',', ';')}\n`)
        .replaceAll(',', ';'),
    ],
    ['a byte order mark and old line ends', `\uFEFF${header}\r${row}\r`],
    ['a line with its separator', `\uFEFFsep=|\r\n${header}\r\n${row}\r\n`.replaceAll(',', '|')],
    [
      'lines without content around them',
      `;;;\r\n${header}\r\n;;\r\n${row}\r\n;; ;\r\n`.replaceAll(',', ';'),
    ],
    [
      'capitals, accents and spaces in its header',
      `${header}\n${row}`
        .replace('categoria', 'Categori\u0301a')
        .replace('condicion', 'CONDICIÓN')
        .replace('objetivo_id', 'Objetivo\u00A0ID'),
    ],
    ['empty lines and spaces', `${header}\n\n t1 , coleccionable,c1 ,,por_debajo, 1,EUR,3,,\n\n`],
  ])('are read with %s', (_name, text) => {
    const [only, ...rest] = parseThresholdFile(text);
    expect(rest).toEqual([]);
    expect(only).toMatchObject({ id: 't1', errors: [], threshold: { value: 100, pause: null } });
  });

  it.each([
    ['an unknown column', `${header},precio\n`, 'Línea 1: no conocemos la columna «precio».'],
    ['a missing column', header.replace(',valor', ''), 'Línea 1: falta la columna valor.'],
    ['a repeated column', `${header},id\n`, 'Línea 1: hay una columna repetida.'],
    ['a cell without column', `${header}\n${row}\n${row},x`, 'Línea 3: debe tener 10 columnas.'],
    ['an open quote', `${header}\n"t1,`, 'Línea 2: unas comillas se abren y no se cierran.'],
    ['nothing', '', 'El archivo no trae ningún umbral.'],
    [
      'too many lines',
      `${header}\n${`${row}\n`.repeat(1_001)}`,
      'Un archivo lleva como mucho 1000 umbrales.',
    ],
  ])('are refused with %s', (_name, text, sentence) => {
    expect(() => parseThresholdFile(text)).toThrow(sentence);
  });

  it('say what is wrong, line by line, in Spanish', () => {
    const bad = [
      row,
      'a b,coleccionable,c1,,por_debajo,1,EUR,,,',
      't1,coleccionable,c1,,por_debajo,1,EUR,,,',
      't2,equipo,c1,,por_debajo,1,EUR,,,',
      't3,coleccionable,c1,cat-1,por_debajo,1,EUR,,,',
      't4,coleccionable,,,baja,cien,eur,90 %,siempre,mañana',
      't6,partido,m1,Categor\uFFFDa,por_debajo,1,EUR,,,',
    ];
    const lines = parseThresholdFile([header, ...bad].join('\n'));
    expect(lines.map(({ line, id: name, errors }) => [line, name, errors])).toEqual([
      [2, 't1', []],
      [3, null, ['El id lleva de 1 a 64 letras, cifras, guiones o guiones bajos.']],
      [4, 't1', ['Ese umbral ya está en la línea 2.']],
      [5, 't2', ['El objetivo debe ser «coleccionable» o «partido».']],
      [6, 't3', ['Solo un objetivo «partido» lleva categoría.']],
      [
        7,
        't4',
        [
          'Falta qué vigilar, o su id no es válido.',
          'La condición debe ser «por_debajo», «por_encima», «variacion» o «minimo».',
          'El valor es un precio como 180,00, un cambio como 5 % o unos días como 30.',
          'La moneda son tres letras mayúsculas, por ejemplo EUR.',
          'El margen va del 0 al 50 %: 3 %, por ejemplo.',
          'La pausa debe estar vacía o ser «usuario».',
          'El silencio termina en un instante como 2026-11-21T10:00:00Z.',
        ],
      ],
      [8, 't6', ['Trae «\uFFFD» donde se perdió una letra: guarda el archivo como UTF-8.']],
    ]);
  });

  it.each([
    ['180', 'por_debajo', 18_000],
    ['180,5', 'por_encima', 18_050],
    ['180.50', 'por_debajo', 18_050],
    ['1.180', 'por_debajo', 118_000],
    ['1.180,00 €', 'por_debajo', 118_000],
    ['7,25 %', 'variacion', 725],
    ['5', 'variacion', 500],
    ['30 días', 'minimo', 30],
    ['7', 'minimo', 7],
  ])('have numbers as people write them: %s, %s', (written, condition, value) => {
    const [line] = parseThresholdFile(
      `${header.replaceAll(',', ';')}\nt1;coleccionable;c1;;${condition};${written};EUR;;;`,
    );
    expect(line).toMatchObject({ errors: [], threshold: { value, bandBp: 300 } });
  });

  it.each(['180,005', '5 %', 'cien', '-5', '1,5,0', ''])(
    'are refused with a price of %j',
    (written) => {
      const [line] = parseThresholdFile(
        `${header.replaceAll(',', ';')}\nt1;coleccionable;c1;;por_debajo;${written};EUR;;;`,
      );
      expect(line?.errors).toEqual([
        'El valor es un precio como 180,00, un cambio como 5 % o unos días como 30.',
      ]);
    },
  );

  it('name what may be written as the file does: in JSON by the words of the API', () => {
    const target = { kind: 'equipo', id: 'c1' };
    const threshold = { target, condition: 'baja', value: 100, currency: 'EUR', pause: 'siempre' };
    expect(parseThresholdFile({ umbrales: { t1: threshold } })[0]?.errors).toEqual([
      'El objetivo debe ser «collectible» o «match».',
      'La condición debe ser «below», «above», «change» o «low».',
      'La pausa debe estar vacía o ser «user».',
    ]);
  });
});
