/** One row of the threshold list: what it says of every state, what can be done in each, and its live price. */
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import type { ThresholdItem } from '#contract/thresholds.ts';
import type { Threshold } from '#domain/threshold.ts';
import { marketPageCopy } from '#src/copy/market-page.ts';
import { thresholdListCopy as copy } from '#src/copy/threshold-list.ts';
import { cheapestOfMatch, conditionVerbs, crossed, crossedText } from '#src/copy/thresholds.ts';
import { createLiveStore } from '#tests/support/live-store.ts';
import { plainText } from '#tests/support/screen-harness.tsx';
import { thresholdItemSample } from '#tests/support/settings-backend.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { ThresholdRow } from './threshold-row.tsx';

async function show(
  threshold: Partial<Threshold> = {},
  part: Partial<ThresholdItem> = {},
  /** `received`: collectibles of which the stream has sent a price of 170 € before. */
  { isSelected = false, received = [] }: { isSelected?: boolean; received?: string[] } = {},
) {
  const live = await createLiveStore();
  for (const id of received) live.push(id, 'm1', 17_000);
  const [onSelect, onPause, onSnooze] = [vi.fn(), vi.fn(), vi.fn()];
  const [onEdit, onRemove, onSeeAlerts] = [vi.fn(), vi.fn(), vi.fn()];
  const actions = { onSelect, onPause, onSnooze, onEdit, onRemove, onSeeAlerts };
  const item = thresholdItemSample('t1', umbralSample({ value: 18_000, ...threshold }), part);
  const { unmount } = render(
    <Provider store={live.store}>
      <MemoryRouter>
        <ThresholdRow {...{ item, isSelected, actions }} rowIndex={5} tabIndex={0} />
      </MemoryRouter>
    </Provider>,
  );
  return { actions, item, unmount, ...live };
}

const row = () => screen.getByRole('row');
const cells = () => within(row()).getAllByRole('gridcell').map(plainText);
const price = () => cells()[2];
const distance = () => cells()[3];
const stateOf = (status: ThresholdItem['state']['status'], base: number | null = null) => ({
  state: { status, armed: true, base, episode: 0 },
});
const future = new Date(2099, 11, 3, 18, 30).toISOString();
const isExpired = { expiresAt: future, pause: 'expired' } as const;
const past = '2026-01-01T00:00:00.000Z';
const change = { condition: 'change', value: 500 } as const;
const above = { condition: 'above' } as const;

/** Besides editing and deleting, which always can be done. */
type Can = 'pause, snooze' | 'resume' | 'nothing';
it.each<[string, Partial<Threshold>, Partial<ThresholdItem>, Can?]>([
  ['falta 10,0 % · baja de 180 €', {}, {}],
  [`${crossedText(0, 'EUR')} · baja de 200 €`, { value: 20_000 }, {}],
  ['Cruzado por 20 € · baja de 220 €', { value: 22_000 }, {}],
  ['falta 10,0 % · sube de 220 €', { ...above, value: 22_000 }, {}],
  ['Cruzado por 20 € · sube de 180 €', above, {}],
  ['falta 2,9 % · cambia un 5 %', change, stateOf('watching', 19_600)],
  ['Cruzado · cambia un 5 %', change, stateOf('watching', 19_000)],
  ['Vigilando · avisa si cambia un 5 %', change, stateOf('watching')],
  [`${crossed} · ${conditionVerbs.low} 7 días`, { condition: 'low', value: 7 }, stateOf('crossed')],
  ['Nada en venta · baja de 180 €', {}, { currentCents: null }],
  [`${copy.activating} · baja de 180 €`, {}, stateOf('starting')],
  ['En silencio hasta jue 3 dic, 18:30 · baja de 180 €', { snoozedUntil: future }, {}],
  ['falta 10,0 % · baja de 180 €', { snoozedUntil: past }, {}],
  [`${copy.closed} · baja de 180 €`, {}, stateOf('closed'), 'nothing'],
  [`${copy.closed} · baja de 180 €`, { pause: 'kickoff' }, {}, 'nothing'],
  ['En pausa · baja de 220 €', { pause: 'user', value: 22_000 }, {}, 'resume'],
  [`${copy.pausedBy.plan} · baja de 180 €`, { pause: 'plan' }, {}, 'nothing'],
  ['Caducado · baja de 180 €', { pause: 'expired' }, {}, 'nothing'],
  ['Caducado el 3 dic 2099, 18:30 · baja de 180 €', isExpired, {}, 'nothing'],
])('says “%s” of %j %j, and offers what does something', async (words, threshold, part, can) => {
  await show(threshold, part);
  expect(distance()).toBe(words);
  const toggle = screen.getByRole<HTMLInputElement>('switch');
  const snooze = screen.getByRole<HTMLButtonElement>('button', { name: /^Silenciar/ });
  expect(toggle.checked).toBe((threshold.pause ?? null) === null);
  expect([!toggle.disabled, !snooze.disabled]).toEqual([
    can !== 'nothing',
    (can ?? 'pause, snooze') === 'pause, snooze',
  ]);
});

const ofMatch = { target: { kind: 'match', id: 'm1', category: null } } as const;
const expiry = 'Hasta el 3 dic 2099, 18:30';
it.each<[string, string, Partial<Threshold>, Partial<ThresholdItem>?]>([
  ['Categoría 1', '', {}],
  [cheapestOfMatch, '', ofMatch],
  ['', '', {}, { category: null, part: null }],
  ['Categoría 1', expiry, { expiresAt: future }],
  ['Categoría 1', 'Nota: Para Lucía', { note: 'Para Lucía' }],
  ['Categoría 1', `${expiry} · Nota: Para <b>`, { expiresAt: future, note: 'Para <b>' }],
  ['Categoría 1', 'Nota: Ya', { ...isExpired, note: 'Ya' }],
])(
  'names what it watches, “%s”, says “%s”, and leads to its chart',
  async (target, said, threshold, part) => {
    await show(threshold, part);
    expect(cells()[1]).toBe(`España – Uruguay, ${target}${target}${said}`);
    const chosen = threshold === ofMatch ? '' : '?c=c1';
    expect(screen.getByRole('link')).toHaveAttribute('href', `/dashboard/partidos/m1${chosen}`);
    expect(row()).toHaveAttribute('aria-rowindex', '5');
    expect(cells()[4]).toBe(copy.never);
  },
);

it('has the same and more in one menu, where there is room for one', async () => {
  const lastAlertAt = '2026-01-02T10:00:00.000Z';
  const { actions, item } = await show({}, { lastAlertAt, url: 'https://mercado.example/1' });
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const choose = async (label: RegExp) => {
    await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${copy.more}`) }));
    await userEvent.click(screen.getByRole('menuitem', { name: label }));
  };
  const choices = [copy.snoozeFor(copy.snoozes.day), copy.edit, copy.lastAlertWas(''), copy.remove];
  for (const label of [...choices, marketPageCopy.label]) await choose(new RegExp(`^${label}`));
  expect(actions.onSnooze).toHaveBeenCalledExactlyOnceWith(item, 'day');
  for (const action of [actions.onEdit, actions.onSeeAlerts, actions.onRemove])
    expect(action).toHaveBeenCalledExactlyOnceWith(item);
  expect(open).toHaveBeenCalledExactlyOnceWith(item.url, '_blank', 'noopener,noreferrer');
});

it('does what its buttons say, with its item', async () => {
  const { actions, item } = await show({ snoozedUntil: future }, stateOf('snoozed'), {
    isSelected: true,
  });
  expect(row()).toHaveAttribute('aria-selected', 'true');
  await userEvent.click(screen.getByRole('checkbox', { name: /^Seleccionar/, checked: true }));
  expect(actions.onSelect).toHaveBeenCalledExactlyOnceWith('t1', false);
  await userEvent.click(screen.getByRole('switch'));
  expect(actions.onPause).toHaveBeenCalledExactlyOnceWith(item, true);
  for (const name of [copy.unsnooze, copy.snoozes.monday]) {
    await userEvent.click(screen.getByRole('button', { name: /^Silenciar/ }));
    await userEvent.click(screen.getByRole('menuitem', { name }));
  }
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
  await userEvent.click(screen.getByRole('button', { name: /^Silenciar/ }));
  expect(screen.getAllByRole('menuitem')).toHaveLength(3);
});

it('says how good the price now is among those of a month', async () => {
  const month = Array.from({ length: 30 }, (_, day) => 15_000 + 200 * day);
  const { push } = await show({}, { month });
  expect(price()).toBe('200,00 €Más caro que el 83 % del último mes');
  push('c1', 'm1', 14_000);
  await waitFor(() => expect(price()).toBe('140,00 €De lo más barato en el último mes'));
});

it('follows the live price of its collectible, which the stream is asked for', async () => {
  const { push, shownMatches, unmount } = await show();
  expect(shownMatches()).toEqual(['m1']);
  expect(price()).toBe('200,00 €');
  push('c1', 'm1', 17_000);
  await waitFor(() => expect(price()).toBe('170,00 €'));
  expect(distance()).toBe('Cruzado por 10 € · baja de 180 €');
  push('c1', 'm1', null);
  await waitFor(() => expect(price()).toBe(copy.nothingListed));
  expect(distance()).toBe('Nada en venta · baja de 180 €');
  unmount();
  expect(shownMatches()).toEqual([]);
});

it.each([
  ['its own, received before', {}, ['c1'], '170,00 €', ['m1']],
  ['not that of another', {}, ['c2'], '200,00 €', ['m1']],
  ['that of the list for a match, also of a collectible’s name', ofMatch, ['m1'], '200,00 €', []],
] as const)('shows a price: %s', async (_which, threshold, received, words, asked) => {
  const { shownMatches } = await show(threshold, {}, { received: [...received] });
  expect([price(), shownMatches()]).toEqual([words, asked]);
});

it('a live price moves the distance to a change, too', async () => {
  const { push } = await show(change, stateOf('watching', 20_000));
  push('c1', 'm1', 19_200);
  await waitFor(() => expect(distance()).toBe('falta 1,1 % · cambia un 5 %'));
});
