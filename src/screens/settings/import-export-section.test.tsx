/** Thresholds as files: tried before anything changes, imported, refused, and exported where the plan has it. */

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { ImportReport } from '#contract/threshold-import-export.ts';
import { importExportCopy } from '#src/copy/import-export.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import * as downloads from '#src/features/downloads/download-file.ts';
import {
  button,
  mockBackend,
  noButton,
  press,
  profile,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { ImportExportSection } from './import-export-section.tsx';

setupScreenTests();

const importUrl = 'https://vigia.example/api/users/thresholds/import';
const report = (part: Partial<ImportReport> = {}): ImportReport => ({
  aplicado: false,
  total: { crear: 2, cambiar: 1, igual: 0, rechazar: 0 },
  lineas: [],
  limite: null,
  ...part,
});

function show(plan = 'premium') {
  mockBackend({ 'GET users/profile': [{ ...profile(), plan }] });
  const requests: { search: string; type: string | null; body: string }[] = [];
  server.use(
    http.post(importUrl, async ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      const type = request.headers.get('content-type');
      requests.push({ search, type, body: await request.text() });
      return HttpResponse.json(report({ aplicado: searchParams.get('prueba') === '0' }));
    }),
  );
  const rendered = renderScreen(<ImportExportSection />, '/dashboard/configuracion');
  return { requests, ...rendered };
}

async function choose(name: string, text: string | Uint8Array<ArrayBuffer>) {
  await button(importExportCopy.choose);
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  await userEvent.upload(input as HTMLInputElement, new File([text], name), { applyAccept: false });
  return input;
}

it('tries the file first, and changes something only when told to', async () => {
  const { requests, showToast } = show();
  const input = await choose(importExportCopy.fileNames.csv, 'id;valor\n');
  expect(await screen.findByRole('heading', { name: 'Prueba de umbrales.csv' })).toHaveFocus();
  expect(requests).toEqual([
    { search: '?prueba=1&omitir=1', type: 'text/csv', body: 'id;valor\n' },
  ]);
  expect(input?.files).toHaveLength(0);
  expect(showToast).not.toHaveBeenCalled();
  await press('Importar 3 umbrales');
  await waitFor(() =>
    expect(showToast).toHaveBeenCalledExactlyOnceWith('3 umbrales importados.', 'success'),
  );
  expect(requests[1]?.search).toBe('?prueba=0&omitir=1');
  expect(screen.queryByText('Prueba de umbrales.csv')).toBeNull();
  expect(await button(importExportCopy.choose)).toHaveFocus();
});

it('knows JSON by its name or by how it begins', async () => {
  const { requests } = show();
  await choose('copia.JSON', '[]');
  await waitFor(() => expect(requests).toHaveLength(1));
  await choose('sin-nombre.txt', ' {"umbrales":{}}');
  await waitFor(() => expect(requests).toHaveLength(2));
  await choose('otra.txt', 'id;valor');
  await waitFor(() => expect(requests).toHaveLength(3));
  expect(requests.map(({ type }) => type)).toEqual([
    'application/json',
    'application/json',
    'text/csv',
  ]);
});

const ansi = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const utf16 = (text: string, order: 'le' | 'be', mark = '\uFEFF') =>
  Uint8Array.from(
    [...(mark + text)].flatMap((char) => {
      const code = char.charCodeAt(0);
      return order === 'le' ? [code % 256, code >> 8] : [code >> 8, code % 256];
    }),
  );
const note = 'id;nota\nt1;más en mañana\n';
it.each([
  ['UTF-8', new TextEncoder().encode(note), null],
  ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${note}`), null],
  ['Windows-1252', ansi(note), 'Windows-1252'],
  ['UTF-16, little endian', utf16(note, 'le'), 'UTF-16'],
  ['UTF-16, big endian', utf16(note, 'be'), 'UTF-16'],
  ['UTF-16 without a mark', utf16(note, 'le', ''), 'UTF-16'],
])(
  'a file in %s is read, and it is said where that was a guess',
  async (_name, bytes, encoding) => {
    const { requests } = show();
    await choose(importExportCopy.fileNames.csv, bytes);
    await screen.findByRole('heading', { name: 'Prueba de umbrales.csv' });
    expect(requests[0]?.body).toBe(note);
    const said = encoding && importExportCopy.readAs({ encoding, sample: 'más en mañana' });
    expect(screen.queryByText(/^El archivo no está en UTF-8/)?.textContent ?? null).toBe(said);
  },
);

it.each([
  ['a workbook', ansi('PK\x03\x04\x14\0\x06')],
  ['an old workbook', ansi('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1')],
  ['half a UTF-16 letter', utf16('id\uD800', 'le')],
])('%s is not sent', async (_name, bytes) => {
  const { requests } = show();
  await choose(importExportCopy.fileNames.csv, bytes);
  expect(await screen.findByText(importExportCopy.notText)).toBeVisible();
  expect(requests).toEqual([]);
});

it('a file that is too big is not sent', async () => {
  const { requests } = show();
  await choose('grande.csv', 'x'.repeat(1_000_001));
  expect(await screen.findByText(/^El archivo pasa de 1 MB/)).toBeVisible();
  await choose('justo.csv', 'x'.repeat(1_000_000));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.queryByText(/^El archivo pasa de 1 MB/)).toBeNull();
});

it.each([
  [importExportCopy.exportCsv, 'csv', 'text/csv'],
  [importExportCopy.exportJson, 'json', 'application/json'],
] as const)('%s writes a file', async (label, format, type) => {
  const download = vi.spyOn(downloads, 'downloadFile').mockImplementation(() => {});
  show();
  server.use(
    http.get('https://vigia.example/api/users/thresholds', ({ request }) =>
      HttpResponse.text(`de ${new URL(request.url).searchParams.get('formato')}`),
    ),
  );
  await press(label);
  await waitFor(() =>
    expect(download).toHaveBeenCalledExactlyOnceWith({
      name: `umbrales.${format}`,
      type,
      text: `de ${format}`,
    }),
  );
});

it('without export in the plan it leads to the plans, and imports all the same', async () => {
  const { requests } = show('basico');
  expect(await screen.findByRole('link', { name: settingsCopy.seePlans })).toHaveAttribute(
    'href',
    '/dashboard/plan',
  );
  noButton(importExportCopy.exportCsv);
  await choose(importExportCopy.fileNames.csv, 'x');
  await waitFor(() => expect(requests).toHaveLength(1));
});
