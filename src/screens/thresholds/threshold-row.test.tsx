/** One row of the threshold list: what it says of every state, what can be done in each, and its live price. */
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
import type { ThresholdItem } from '#contract/thresholds.ts';
import { getLivePrices } from '#store/api/live-prices-api.ts';
import { createPriceBatcher } from '#store/api/price-batcher.ts';
import { createAppStore } from '#store/app-store.ts';
import { createShownMatches } from '#store/shown-matches.ts';
import { plainText } from '#tests/support/screen-harness.tsx';
import { thresholdItemSample } from '#tests/support/settings-backend.ts';
import { storeSession } from '#tests/support/store-session.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { ThresholdRow } from './threshold-row.tsx';

async function show(
  umbral: Partial<Umbral> = {},
  part: Partial<ThresholdItem> = {},
  /** `received`: collectibles of which the stream has sent a price of 170 € before. */
  { isSelected = false, received = [] }: { isSelected?: boolean; received?: string[] } = {},
) {
  const frames: (() => void)[] = [];
  const prices = createPriceBatcher((flush) => frames.push(flush));
  const shownMatches = createShownMatches();
  const store = createAppStore({ session: storeSession(), priceBatcher: prices, shownMatches });
  await store.dispatch(getLivePrices.initiate());
  // The entry subscribes one microtask after it is loaded.
  await Promise.resolve();
  const push = (floorCents: number | null, collectibleId: string) => {
    const observedAt = '2026-01-01T00:00:00.000Z';
    prices.push([{ collectibleId, matchId: 'm1', floorCents, observedAt }]);
    for (const flush of frames.splice(0)) flush();
  };
  for (const id of received) push(17_000, id);
  const actions = {
    onSelect: vi.fn(),
    onPause: vi.fn(),
    onSnooze: vi.fn(),
    onEdit: vi.fn(),
    onRemove: vi.fn(),
  };
  const item = thresholdItemSample('t1', umbralSample({ valor: 18_000, ...umbral }), part);
  const { unmount } = render(
    <Provider store={store}>
      <MemoryRouter>
        <ThresholdRow {...{ item, isSelected, actions }} rowIndex={5} tabIndex={0} />
      </MemoryRouter>
    </Provider>,
  );
  return {
    actions,
    item,
    shownMatches,
    unmount,
    /** As the live stream sends it. */
    receivePrice: (floorCents: number | null) => act(() => push(floorCents, 'c1')),
  };
}

const row = () => screen.getByRole('row');
const cells = () => within(row()).getAllByRole('gridcell').map(plainText);
const price = () => cells()[2];
const distance = () => cells()[3];
const looks = () => ['is-crossed', 'is-near', 'is-off'].filter((name) => row().matches(`.${name}`));
const estado = (
  status: ThresholdItem['estado']['status'],
  base: number | null = null,
): Pick<ThresholdItem, 'estado'> => ({ estado: { status, armed: true, base, episode: 0 } });
const future = new Date(2099, 11, 3, 18, 30).toISOString();

it.each<[string, Partial<Umbral>, Partial<ThresholdItem>, string, string[]]>([
  ['above its line', {}, {}, 'falta 10,0 % · baja de 180 €', []],
  ['near its line', { valor: 19_200 }, {}, 'falta 4,0 % · baja de 192 €', ['is-near']],
  ['on its line', { valor: 20_000 }, {}, 'Justo en la línea · baja de 200 €', ['is-crossed']],
  ['past its line', { valor: 22_000 }, {}, 'Cruzado por 20 € · baja de 220 €', ['is-crossed']],
  [
    'below its line',
    { condicion: 'por_encima', valor: 22_000 },
    {},
    'falta 10,0 % · sube de 220 €',
    [],
  ],
  [
    'over its line',
    { condicion: 'por_encima' },
    {},
    'Cruzado por 20 € · sube de 180 €',
    ['is-crossed'],
  ],
  [
    'on its way to a change',
    { condicion: 'variacion', valor: 500 },
    estado('vigilando', 19_600),
    'falta 2,9 % · cambia un 5 %',
    ['is-near'],
  ],
  [
    'at its change',
    { condicion: 'variacion', valor: 500 },
    estado('vigilando', 19_000),
    'Cruzado · cambia un 5 %',
    ['is-crossed'],
  ],
  [
    'without a price to change from',
    { condicion: 'variacion', valor: 500 },
    estado('vigilando'),
    'Vigilando · cambia un 5 %',
    [],
  ],
  [
    'a minimum, which has no line',
    { condicion: 'minimo', valor: 7 },
    estado('cruzado'),
    'Cruzado · es el mínimo de 7 días',
    [],
  ],
  ['nothing on sale', {}, { valorActual: null }, 'Nada en venta · baja de 180 €', []],
  ['being activated', {}, estado('activando'), 'Se activa en un momento · baja de 180 €', []],
  [
    'closed by the kick-off',
    {},
    estado('cerrado'),
    'Cerrado: el partido ya ha empezado · baja de 180 €',
    [],
  ],
  [
    'silent',
    { silenciadoHasta: future },
    estado('silenciado'),
    'En silencio hasta jue 3 dic, 18:30 · baja de 180 €',
    [],
  ],
  [
    'silent until some time ago',
    { silenciadoHasta: '2026-01-01T00:00:00.000Z' },
    {},
    'falta 10,0 % · baja de 180 €',
    [],
  ],
  [
    'paused past its line',
    { pausa: 'usuario', valor: 22_000, caducaEn: future },
    {},
    'En pausa · baja de 220 €',
    ['is-off'],
  ],
  [
    'paused by the plan',
    { pausa: 'plan' },
    {},
    'En pausa: no cabe en tu plan · baja de 180 €',
    ['is-off'],
  ],
  ['expired', { pausa: 'caducado' }, {}, 'Caducado · baja de 180 €', ['is-off']],
])('says and shows its state: %s', async (_state, umbral, part, words, classes) => {
  await show(umbral, part);
  expect([distance(), looks()]).toEqual([words, classes]);
});

it.each<[string, Partial<Umbral>, Partial<ThresholdItem>, boolean, boolean, boolean]>([
  ['watches', {}, {}, true, true, true],
  ['the user has paused', { pausa: 'usuario' }, {}, false, true, false],
  ['the plan has paused', { pausa: 'plan' }, {}, false, true, false],
  ['the kick-off has paused', { pausa: 'inicio' }, {}, false, false, false],
  ['has expired', { pausa: 'caducado' }, {}, false, false, false],
  ['the kick-off has closed', {}, estado('cerrado'), true, false, false],
])(
  'what %s is on or off, and can be switched and snoozed where that does something',
  async (_which, umbral, part, isOn, switches, snoozes) => {
    await show(umbral, part);
    const toggle = screen.getByRole<HTMLInputElement>('switch');
    const snooze = screen.getByRole<HTMLButtonElement>('button', { name: /^Silenciar/ });
    expect([toggle.checked, !toggle.disabled, !snooze.disabled]).toEqual([isOn, switches, snoozes]);
  },
);

it.each([
  ['of a collectible', {}, 'España – Uruguay, Categoría 1', '/dashboard/partidos/m1?c=c1'],
  [
    'of a match',
    { objetivo: { tipo: 'partido', id: 'm1' } },
    'España – Uruguay, El más barato del partido',
    '/dashboard/partidos/m1',
  ],
] as const)('names what it watches, and leads to its chart: %s', async (_of, umbral, name, to) => {
  await show(umbral);
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', to);
  expect(row()).toHaveAttribute('aria-rowindex', '5');
});

it('says nothing more of what has no category, name, note, expiry or alert', async () => {
  await show({}, { categoria: null, parte: null });
  expect(cells().slice(1, 2)).toEqual(['España – Uruguay, ']);
  expect(row().querySelector('.trow__d')).toBeNull();
  expect(cells()[4]).toBe('Última alerta: Ninguna');
});

it.each([
  ['an expiry', { caducaEn: future }, 'Hasta el 3 dic 2099, 18:30'],
  ['a note', { nota: 'Para Lucía' }, 'Nota: Para Lucía'],
  ['both', { caducaEn: future, nota: 'Para Lucía' }, /18:30 · Nota: Para Lucía$/],
  ['the note of an expired one', { caducaEn: future, nota: 'Ya', pausa: 'caducado' }, 'Nota: Ya'],
] as const)('has a line for %s', async (_what, umbral, words) => {
  await show(umbral);
  const line = plainText(row().querySelector('.trow__d'));
  if (typeof words === 'string') expect(line).toBe(words);
  else expect(line).toMatch(words);
});

it('has no line for the expiry of an expired one, which is said in place of the distance', async () => {
  await show({ caducaEn: future, pausa: 'caducado' });
  expect(row().querySelector('.trow__d')).toBeNull();
  expect(distance()).toBe('Caducado el 3 dic 2099, 18:30 · baja de 180 €');
});

it('does what its buttons say, with its item', async () => {
  const { actions, item } = await show({ silenciadoHasta: future }, estado('silenciado'), {
    isSelected: true,
  });
  expect(row()).toHaveAttribute('aria-selected', 'true');
  await userEvent.click(screen.getByRole('checkbox', { name: /^Seleccionar/, checked: true }));
  expect(actions.onSelect).toHaveBeenCalledExactlyOnceWith('t1', false);
  await userEvent.click(screen.getByRole('switch'));
  expect(actions.onPause).toHaveBeenCalledExactlyOnceWith(item, true);
  const snooze = screen.getByRole('button', { name: /^Silenciar/ });
  expect(snooze).toHaveClass('is-pressed');
  await userEvent.click(snooze);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Quitar el silencio' }));
  await userEvent.click(snooze);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Hasta el lunes' }));
  expect(actions.onSnooze.mock.calls).toEqual([
    [item, null],
    [item, 'monday'],
  ]);
  await userEvent.click(screen.getByRole('button', { name: /^Editar/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Borrar/ }));
  expect([actions.onEdit.mock.calls, actions.onRemove.mock.calls]).toEqual([[[item]], [[item]]]);
});

it('one that is not silent offers no end of a silence', async () => {
  await show();
  const snooze = screen.getByRole('button', { name: /^Silenciar/ });
  expect(snooze).not.toHaveClass('is-pressed');
  await userEvent.click(snooze);
  expect(screen.getAllByRole('menuitem')).toHaveLength(3);
});

it('follows the live price of its collectible, which the stream is asked for', async () => {
  const { receivePrice, shownMatches, unmount } = await show();
  expect(shownMatches.list()).toEqual(['m1']);
  expect([price(), distance()]).toEqual(['200,00 €', 'falta 10,0 % · baja de 180 €']);
  receivePrice(17_000);
  await waitFor(() => expect(price()).toBe('170,00 €'));
  expect([distance(), looks()]).toEqual(['Cruzado por 10 € · baja de 180 €', ['is-crossed']]);
  receivePrice(null);
  await waitFor(() => expect(price()).toBe('Nada en venta'));
  expect(distance()).toBe('Nada en venta · baja de 180 €');
  unmount();
  expect(shownMatches.list()).toEqual([]);
});

it.each([
  ['that of a collectible is its live price', {}, '170,00 €', ['m1']],
  [
    'that of the cheapest of a match comes with the list',
    { objetivo: { tipo: 'partido', id: 'm1' } },
    '200,00 €',
    [],
  ],
] as const)('shows a price: %s', async (_which, umbral, words, asked) => {
  // Of a collectible named as the match, too, and of another.
  const { shownMatches } = await show(umbral, {}, { received: ['c1', 'm1'] });
  expect([price(), shownMatches.list()]).toEqual([words, asked]);
});

it('the live price of another collectible is not its own', async () => {
  await show({}, {}, { received: ['c2'] });
  expect(price()).toBe('200,00 €');
});

it('a live price moves the distance to a change, too', async () => {
  const change = { condicion: 'variacion', valor: 500 } as const;
  const { receivePrice } = await show(change, estado('vigilando', 20_000));
  receivePrice(19_200);
  await waitFor(() => expect(price()).toBe('192,00 €'));
  expect(distance()).toBe('falta 1,1 % · cambia un 5 %');
});
