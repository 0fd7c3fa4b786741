/** Thresholds as files: tried before anything changes, shown line by line, imported, refused, and exported where the plan has it. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { ImportLine, ImportReport } from '#contract/threshold-import-export.ts';
import type { Target } from '#domain/threshold.ts';
import { importExportCopy as copy } from '#src/copy/import-export.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import { cheapestOfMatch } from '#src/copy/thresholds.ts';
import * as downloads from '#src/features/downloads/download-file.ts';
import {
  button,
  mockBackend,
  mockRoute,
  noButton,
  plainText,
  press,
  profile,
  renderScreen,
} from '#tests/support/screen-harness.tsx';
import { ImportExportDialog } from './import-export-dialog.tsx';
import { ImportPreview } from './import-preview.tsx';

const path = '/dashboard/umbrales';
const fileName = copy.fileNames.csv;
const reportOf = (total: Partial<ImportReport['total']>, part: Partial<ImportReport> = {}) => ({
  applied: false,
  lines: [],
  limit: null,
  total: { create: 0, change: 0, same: 0, reject: 0, ...total },
  ...part,
});

function show(plan = 'premium') {
  mockBackend({ 'GET users/profile': [{ ...profile(), plan }] });
  const requests: { search: string; type: string | null; body: string }[] = [];
  mockRoute('POST users/thresholds/import', async (request: Request) => {
    const { search } = new URL(request.url);
    const type = request.headers.get('content-type');
    requests.push({ search, type, body: await request.text() });
    return reportOf({ create: 2, change: 1 }, { applied: search.includes('dryRun=0') });
  });
  return { requests, ...renderScreen(<ImportExportDialog onClose={() => {}} />, path) };
}

async function choose(name: string, text: string | Uint8Array<ArrayBuffer>) {
  await button(copy.choose);
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  await userEvent.upload(input as HTMLInputElement, new File([text], name), { applyAccept: false });
  return input;
}

it('tries the file first, and changes something only when told to', async () => {
  const { requests, showToast, toast } = show();
  const input = await choose(fileName, 'id;valor\n');
  expect(await screen.findByRole('heading', { name: copy.tried(fileName) })).toHaveFocus();
  expect(requests).toEqual([
    { search: '?dryRun=1&skipInvalid=1', type: 'text/csv', body: 'id;valor\n' },
  ]);
  expect(input?.files).toHaveLength(0);
  expect(showToast).not.toHaveBeenCalled();
  await press('Importar 3 umbrales');
  expect((await toast()).message).toBe(copy.imported(3));
  expect(requests[1]?.search).toBe('?dryRun=0&skipInvalid=1');
  expect(screen.queryByText(copy.tried(fileName))).toBeNull();
  expect(await button(copy.choose)).toHaveFocus();
});

describe('a file', () => {
  const ansi = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const utf16 = (text: string, order: 'le' | 'be', mark = '\uFEFF') =>
    Uint8Array.from(
      [...(mark + text)].flatMap((char) => {
        const bytes = [char.charCodeAt(0) % 256, char.charCodeAt(0) >> 8];
        return order === 'le' ? bytes : bytes.toReversed();
      }),
    );
  const note = 'id;nota\nt1;más en mañana\n';

  it.each([
    ['copia.JSON', '[]', 'application/json'],
    ['sin-nombre.txt', ' {"umbrales":{}}', 'application/json'],
    ['otra.txt', 'id;valor', 'text/csv'],
  ])('is JSON by its name or by how it begins: %s with %s', async (name, content, type) => {
    const { requests } = show();
    await choose(name, content);
    await waitFor(() => expect(requests.map((request) => request.type)).toEqual([type]));
  });

  it.each([
    ['UTF-8', utf8(note), null],
    ['UTF-8 with a mark', utf8(`\uFEFF${note}`), null],
    ['Windows-1252', ansi(note), 'Windows-1252'],
    ['UTF-16, little endian', utf16(note, 'le'), 'UTF-16'],
    ['UTF-16, big endian', utf16(note, 'be'), 'UTF-16'],
    ['UTF-16 without a mark', utf16(note, 'le', ''), 'UTF-16'],
  ])('in %s is read, and it is said where that was a guess', async (_name, bytes, encoding) => {
    const { requests } = show();
    await choose(fileName, bytes);
    await screen.findByRole('heading', { name: copy.tried(fileName) });
    expect(requests[0]?.body).toBe(note);
    const said = encoding && copy.readAs({ encoding, sample: 'más en mañana' });
    expect(screen.queryByText(/^El archivo no está en UTF-8/)?.textContent ?? null).toBe(said);
  });

  it.each([
    ['a workbook', ansi('PK\x03\x04\x14\0\x06')],
    ['an old workbook', ansi('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1')],
    ['half a UTF-16 letter', utf16('id\uD800', 'le')],
  ])('that is %s is not sent', async (_name, bytes) => {
    const { requests } = show();
    await choose(fileName, bytes);
    expect(await screen.findByText(copy.notText)).toBeVisible();
    expect(requests).toEqual([]);
  });

  it('that is too big is not sent', async () => {
    const { requests } = show();
    await choose('grande.csv', 'x'.repeat(1_000_001));
    expect(await screen.findByText(/^El archivo pasa de 1 MB/)).toBeVisible();
    await choose('justo.csv', 'x'.repeat(1_000_000));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(screen.queryByText(/^El archivo pasa de 1 MB/)).toBeNull();
  });
});

it.each([
  [copy.exportCsv, 'csv', 'text/csv'],
  [copy.exportJson, 'json', 'application/json'],
] as const)('%s writes a file', async (label, format, type) => {
  const download = vi.spyOn(downloads, 'downloadFile').mockImplementation(() => {});
  show();
  mockRoute('GET users/thresholds', ({ url }: Request) =>
    HttpResponse.text(`de ${new URL(url).searchParams.get('format')}`),
  );
  await press(label);
  const file = { name: copy.fileNames[format], type, text: `de ${format}` };
  await waitFor(() => expect(download).toHaveBeenCalledExactlyOnceWith(file));
});

it('without export in the plan it leads to the plans, and imports all the same', async () => {
  const { requests } = show('basico');
  const link = await screen.findByRole('link', { name: settingsCopy.seePlans });
  expect(link).toHaveAttribute('href', '/dashboard/plan');
  noButton(copy.exportCsv);
  await choose(fileName, 'x');
  await waitFor(() => expect(requests).toHaveLength(1));
});

describe('the preview', () => {
  function showPreview(report: ImportReport) {
    const onImport = vi.fn();
    const props = { fileName, report, working: false, onDiscard: vi.fn(), onImport };
    renderScreen(<ImportPreview {...props} />, path);
    return onImport;
  }
  const failing = (amount: number) =>
    Array.from(
      { length: amount },
      (_, index): ImportLine => ({
        line: index + 2,
        id: null,
        outcome: 'reject',
        errors: ['No es un precio.'],
      }),
    );
  const cells = () =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell').map(plainText));

  const limit = { error: 'Tu plan admite 5.', requiredPlan: 'premium' } as const;
  it.each([
    [reportOf({ create: 2, reject: 1 }), copy.skipOrFix, 'Importar 2 y omitir 1'],
    [reportOf({ same: 3, reject: 1 }), copy.fix, null],
    [reportOf({ same: 3 }), copy.allSame, null],
    [reportOf({ create: 9 }, { limit }), limit.error, null],
  ])('of %j says what can be done, and offers that alone', (report, words, offer) => {
    showPreview({ ...report, lines: failing(report.total.reject) });
    expect(screen.getByText(words)).toBeVisible();
    const sentences = [copy.skipOrFix, copy.fix, copy.allSame];
    const said = sentences.filter((sentence) => screen.queryByText(sentence) !== null);
    expect(said).toEqual(sentences.filter((sentence) => sentence === words));
    const offered = screen.queryAllByRole('button', { name: /^Importar/ }).map(plainText);
    expect(offered).toEqual(offer === null ? [] : [offer]);
  });

  it('names each line that changes something by what it watches, those with an error first', async () => {
    const rule = { condition: 'below', value: 9_000, currency: 'EUR', bandBp: 300 } as const;
    const line = (line: number, part: Partial<ImportLine>): ImportLine => ({
      line,
      id: null,
      outcome: 'create',
      errors: [],
      ...part,
    });
    const on = (target: Target) => ({ threshold: { ...rule, target } });
    const names = { matchName: 'España – Uruguay', part: null, category: null };
    const onCollectible = (id: string) => on({ kind: 'collectible', id });
    const lines = [
      line(2, { ...onCollectible('c1'), ...names, part: 'Categoría 1', category: 'Categoría 1' }),
      line(3, { outcome: 'same', id: 'el-mismo' }),
      line(4, { outcome: 'change', ...on({ kind: 'match', id: 'm1', category: null }), ...names }),
      line(5, { outcome: 'reject', id: 'raro', errors: ['No es un precio.', 'Ni moneda.'] }),
      line(6, onCollectible('c9')),
      line(7, { outcome: 'reject', errors: ['No tiene valor.'] }),
    ];
    const onImport = showPreview(reportOf({ create: 3, change: 1, same: 1, reject: 2 }, { lines }));
    const { create, change } = copy.lineOutcomes;
    expect(cells()).toEqual([
      ['5', 'raro', 'No es un precio. Ni moneda.'],
      ['7', copy.noRule, 'No tiene valor.'],
      ['2', 'España – Uruguay, Categoría 1, baja de 90 €', create],
      ['4', `España – Uruguay, ${cheapestOfMatch}, baja de 90 €`, change],
      ['6', 'c9, baja de 90 €', create],
    ]);
    expect(screen.queryByText(/^Y \d/)).toBeNull();
    await press('Importar 4 y omitir 2');
    expect(onImport).toHaveBeenCalledOnce();
  });

  it.each([
    [100, []],
    [101, ['Y 1 línea más.']],
  ])('of %i lines shows a hundred, and says what is left', (reject, rest) => {
    showPreview(reportOf({ reject }, { lines: failing(reject) }));
    expect(cells()).toHaveLength(100);
    expect(screen.queryAllByText(/^Y \d+ línea/).map(plainText)).toEqual(rest);
  });
});
