/** The preview of an import: its lines by name, and what can be done about those with an error. */

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { ImportLine, ImportReport } from '#contract/threshold-import-export.ts';
import { importExportCopy } from '#src/copy/import-export.ts';
import {
  mockBackend,
  noButton,
  plainText,
  renderScreen,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { ImportPreview } from './import-preview.tsx';

setupScreenTests();

function show(
  total: Partial<ImportReport['total']>,
  limite: ImportReport['limite'] = null,
  lines?: ImportReport['lineas'],
) {
  const onImport = vi.fn();
  const counts = { crear: 0, cambiar: 0, igual: 0, rechazar: 0, ...total };
  const lineas = Array.from({ length: counts.rechazar }, (_, index) => ({
    linea: index + 2,
    id: null,
    resultado: 'rechazar' as const,
    errores: ['El valor no es un precio.'],
  }));
  const report = { aplicado: false, total: counts, lineas: lines ?? lineas, limite };
  renderScreen(
    <ImportPreview
      fileName={importExportCopy.fileNames.csv}
      report={report}
      working={false}
      onDiscard={vi.fn()}
      onImport={onImport}
    />,
    '/dashboard/configuracion',
  );
  return onImport;
}
const importing = (name: string) => screen.getByRole('button', { name });

it('they may be left out where others can be imported', () => {
  show({ crear: 2, rechazar: 1 });
  expect(screen.getByText('El valor no es un precio.')).toBeVisible();
  expect(screen.getByText(/^Puedes omitir las líneas que fallan/)).toBeVisible();
  expect(importing('Importar 2 y omitir 1')).toBeEnabled();
});

it('they must be mended where there is no other', () => {
  show({ igual: 3, rechazar: 1 });
  expect(screen.getByText(/^Corrige las líneas que fallan/)).toBeVisible();
  noButton(/^Importar/);
});

it('nothing of them where there is none, and that the file changes nothing where that is so', () => {
  show({ igual: 3 });
  expect(screen.getByText(importExportCopy.allSame)).toBeVisible();
  expect(screen.queryByText(/las líneas que fallan/)).toBeNull();
  noButton(/^Importar/);
});

it('that the plan has no room for them, and imports none', () => {
  show({ crear: 9 }, { error: 'Tu plan admite 5.', requiredPlan: 'premium' });
  expect(screen.getByText('Tu plan admite 5.')).toBeVisible();
  noButton(/^Importar/);
});

const rule = { condicion: 'por_debajo', valor: 9_000, moneda: 'EUR', banda: 300 } as const;
const line = (linea: number, part: Partial<ImportLine>): ImportLine => ({
  linea,
  id: null,
  resultado: 'crear',
  errores: [],
  ...part,
});
const cells = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').map(plainText));

it('names each line that changes something by what it watches, those with an error first', async () => {
  const requests = mockBackend({
    'GET monitoring/raw': [{ items: [collectibleSample()], nextCursor: null }],
  });
  const onImport = show({ crear: 3, cambiar: 1, igual: 1, rechazar: 2 }, null, [
    line(2, { umbral: { ...rule, objetivo: { tipo: 'coleccionable', id: 'c1' } } }),
    line(3, { resultado: 'igual', id: 'el-mismo' }),
    line(4, { resultado: 'cambiar', umbral: { ...rule, objetivo: { tipo: 'partido', id: 'm1' } } }),
    line(5, { resultado: 'rechazar', id: 'raro', errores: ['No es un precio.', 'Ni una moneda.'] }),
    line(6, { umbral: { ...rule, objetivo: { tipo: 'coleccionable', id: 'c9' } } }),
    line(7, { resultado: 'rechazar', errores: ['No tiene valor.'] }),
  ]);
  await waitFor(() =>
    expect(cells()).toEqual([
      ['5', 'raro', 'No es un precio. Ni una moneda.'],
      ['7', importExportCopy.noRule, 'No tiene valor.'],
      ['2', 'España – Uruguay, Categoría 1, baja de 90 €', importExportCopy.lineOutcomes.crear],
      [
        '4',
        'España – Uruguay, El más barato del partido, baja de 90 €',
        importExportCopy.lineOutcomes.cambiar,
      ],
      ['6', 'c9, baja de 90 €', importExportCopy.lineOutcomes.crear],
    ]),
  );
  expect(requests.filter((one) => one.startsWith('GET monitoring/raw'))).toHaveLength(1);
  expect(screen.queryByText(/^Y \d/)).toBeNull();
  await userEvent.click(importing('Importar 4 y omitir 2'));
  expect(onImport).toHaveBeenCalledOnce();
});

it.each([
  [100, null],
  [101, 'Y 1 línea más.'],
])('of %i lines it shows a hundred, and says what is left', (rechazar, rest) => {
  show({ rechazar });
  expect(cells()).toHaveLength(100);
  expect(screen.queryByText(/^Y \d+ línea/)?.textContent ?? null).toBe(rest);
});
