/** The preview of an import says what can be done about lines with an error. */
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ImportReport } from '#contract/threshold-import-export.ts';
import { noButton, renderScreen, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { ImportPreview } from './import-preview.tsx';

setupScreenTests();

function show(total: Partial<ImportReport['total']>, limite: ImportReport['limite'] = null): void {
  const counts = { crear: 0, cambiar: 0, igual: 0, rechazar: 0, ...total };
  const lineas = Array.from({ length: counts.rechazar }, (_, index) => ({
    linea: index + 2,
    id: null,
    resultado: 'rechazar' as const,
    errores: ['El valor no es un precio.'],
  }));
  const report = { aplicado: false, total: counts, lineas, limite };
  renderScreen(
    <ImportPreview
      fileName="umbrales.csv"
      report={report}
      working={false}
      onDiscard={vi.fn()}
      onImport={vi.fn()}
    />,
    '/dashboard/configuracion',
  );
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
  expect(screen.getByText('El archivo dice lo mismo que ya tienes.')).toBeVisible();
  expect(screen.queryByText(/las líneas que fallan/)).toBeNull();
  noButton(/^Importar/);
});

it('that the plan has no room for them, and imports none', () => {
  show({ crear: 9 }, { error: 'Tu plan admite 5.', requiredPlan: 'premium' });
  expect(screen.getByText('Tu plan admite 5.')).toBeVisible();
  noButton(/^Importar/);
});
