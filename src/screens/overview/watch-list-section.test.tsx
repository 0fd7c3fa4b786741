/** The watch list: what its rows say, searched, filtered and ordered, and its empty states. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { Threshold } from '#domain/threshold.ts';
import { overviewCopy as copy } from '#src/copy/overview.ts';
import { pausedBy } from '#src/copy/pause-reasons.ts';
import { conditionVerbs, crossedText } from '#src/copy/thresholds.ts';
import { buildWatchRows } from '#src/features/watch-list/watch-list-rows.ts';
import type { Collectible } from '#store/api/api-types.ts';
import { plainText, press, renderScreen } from '#tests/support/screen-harness.tsx';
import { settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { WatchListSection } from './watch-list-section.tsx';

/** @param collectibles null while they are not loaded */
function show(
  search = '',
  collectibles: readonly Collectible[] | null = [collectibleSample()],
  umbrales: Record<string, Threshold> = {},
  { thresholds = 0, children = null }: { thresholds?: number; children?: ReactNode } = {},
) {
  const settings = settingsSample(umbrales, ['m1']);
  const onEditThreshold = vi.fn();
  const rendered = renderScreen(
    <WatchListSection
      loadedRows={collectibles === null ? null : buildWatchRows([...collectibles], settings)}
      matchById={new Map()}
      first={null}
      {...{ thresholds, onEditThreshold, children }}
    />,
    `/dashboard${search}`,
  );
  return { onEditThreshold, ...rendered };
}

const rows = () => screen.getAllByRole('row').slice(1);
const noList = () => expect(screen.queryByRole('grid')).toBeNull();

describe('a row', () => {
  const item = collectibleSample({ name: 'Cat 1', category: 'cat-1', floorCents: 18_000 });
  const showRow = (part: Partial<Collectible>, ...umbrales: readonly Partial<Threshold>[]) =>
    show(
      '',
      [{ ...item, ...part }],
      Object.fromEntries(umbrales.map((each, index) => [`t${index}`, umbralSample(each)])),
    );

  it.each<[string, Partial<Collectible>, Partial<Threshold>]>([
    ['falta 50,0 % · baja de 90 €', {}, { value: 9_000 }],
    [`${crossedText(0, 'EUR')} · baja de 180 €`, {}, { value: 18_000 }],
    ['Cruzado por 10 € · baja de 190 €', {}, { value: 19_000 }],
    ['falta 11,1 % · sube de 200 €', {}, { condition: 'above', value: 20_000 }],
    [copy.alertsIf(`${conditionVerbs.low} 7 días`), {}, { condition: 'low', value: 7 }],
    ['avisa si baja de 90 €', { floorCents: null }, { value: 9_000 }],
    [pausedBy.user, {}, { pause: 'user' }],
  ])('says “%s” with %j and %j, and offers no other threshold', (words, part, threshold) => {
    showRow(part, threshold);
    expect(plainText(rows()[0])).toContain(words);
    expect(screen.queryByRole('button', { name: copy.addThreshold })).toBeNull();
  });

  it('paused by the plan says so first and links to the plans', () => {
    showRow({}, { pause: 'user' }, { pause: 'plan' });
    const link = screen.getByRole('link', { name: pausedBy.plan });
    expect(link).toHaveAttribute('href', '/dashboard/plan');
  });

  it('without a threshold says its price, change and offer, and creates one by both buttons', async () => {
    const { onEditThreshold } = showRow({ change24hBp: -820, listings: 1_234 });
    const cells = within(rows()[0] as HTMLElement).getAllByRole('gridcell');
    const expected = ['180,00 €', 'baja 8,2 %', copy.addThreshold, '1.234'];
    expect(cells.map(plainText).slice(2, 6)).toEqual(expected);
    await press(copy.addThreshold);
    await press('Crear umbral de España – Uruguay, cat-1');
    expect(onEditThreshold.mock.calls.map(([row]) => row.item.id)).toEqual(['c1', 'c1']);
  });
});

it('says that nothing matches the search, which can be taken back', async () => {
  const { address } = show('?q=japón&ver=a-punto');
  expect(screen.getByText(copy.noneTitle)).toBeVisible();
  noList();
  await press(/^Quitar/);
  expect(await screen.findByRole('grid')).toBeVisible();
  expect(address()).toBe('/dashboard');
});

it('says that nothing is watched where that is so, and not that nothing matches', () => {
  show('?q=japón', []);
  expect(screen.getByText(copy.emptyTitle)).toBeVisible();
  expect(screen.queryByText(copy.noneTitle)).toBeNull();
  expect(screen.queryByRole('searchbox')).toBeNull();
  noList();
  const link = screen.getByRole('link', { name: copy.addMatch });
  expect(link).toHaveAttribute('href', '/dashboard/partidos');
});

it('loads, says why it cannot, or has rows: one of the three', () => {
  show('', null);
  expect(screen.getByRole('status', { name: copy.loading })).toBeVisible();
  expect(screen.queryByText(copy.emptyTitle)).toBeNull();
  cleanup();
  show('', null, {}, { children: <p>No se ha podido leer.</p> });
  expect(screen.getByText('No se ha podido leer.')).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
  cleanup();
  show();
  expect(screen.getByRole('grid')).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
});

it.each([
  [0, []],
  [1, ['Ver tu umbral']],
  [1_200, ['Ver los 1.200 umbrales']],
])('with %i thresholds the way to them says %j', (thresholds, names) => {
  show('', undefined, {}, { thresholds });
  const links = screen.queryAllByRole('link', { name: /^Ver/ });
  expect(links.map((link) => link.textContent)).toEqual(names);
  for (const link of links) expect(link).toHaveAttribute('href', '/dashboard/umbrales');
});

describe('of several it', () => {
  const teams = () =>
    within(screen.getByRole('grid'))
      .getAllByRole('link')
      .map(({ textContent }) => textContent?.split(' ')[0]);
  const several = (
    [
      ['c1', 'Brasil – Ghana', 100],
      ['c2', 'Argentina – Japón', 900],
      ['c3', 'Catar – Túnez', -1_500],
      ['c4', 'Dinamarca – Irán', null],
    ] as const
  ).map(([id, matchName, change24hBp]) =>
    collectibleSample({ id, matchId: `m-${id}`, matchName, change24hBp }),
  );
  const on = (id: string, part: Partial<Threshold>) =>
    umbralSample({ target: { kind: 'collectible', id }, ...part });
  const umbrales = {
    crossed: on('c4', { value: 30_000 }),
    near: on('c2', { value: 19_500 }),
    paused: on('c3', { pause: 'user' }),
    silent: on('c1', { value: 30_000, snoozedUntil: '2099-01-01T00:00:00.000Z' }),
  };

  it('shows what is searched, with the search in the address', async () => {
    const { address } = show('', several, umbrales);
    await userEvent.type(screen.getByRole('searchbox', { name: copy.searchLabel }), 'japon');
    await waitFor(() => expect(teams()).toEqual(['Argentina']));
    expect(address()).toBe('/dashboard?q=japon');
  });

  // Which rows each keeps and in which order: src/features/watch-list/watch-list-rows.test.ts.
  it('has filters and orders, which are in the address', async () => {
    const { address } = show('', several, umbrales);
    for (const [label, option, first, search] of [
      [copy.show, copy.filters.near, 'Argentina', '?ver=a-punto'],
      [copy.show, 'cruzados', 'Dinamarca', '?ver=cruzados'],
      [copy.show, copy.filters.silent, 'Brasil', '?ver=silencio'],
      [copy.show, copy.filters.paused, 'Catar', '?ver=pausa'],
      [copy.show, copy.filters.all, 'Dinamarca', ''],
      [copy.order, copy.orders.name, 'Argentina', '?orden=partido'],
      [copy.order, copy.orders.change, 'Catar', '?orden=cambio'],
      [copy.order, copy.orders.near, 'Dinamarca', ''],
    ] as const) {
      await userEvent.selectOptions(screen.getByRole('combobox', { name: label }), option);
      await waitFor(() => expect([option, teams()[0]]).toEqual([option, first]));
      expect(address()).toBe(`/dashboard${search}`);
    }
  });
});
