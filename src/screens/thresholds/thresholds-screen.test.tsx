/** The thresholds: found, changed one by one and many at once, undone, refused, and read again. */
import { setupListeners } from '@reduxjs/toolkit/query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { ThresholdItem, ThresholdsPage } from '#contract/thresholds.ts';
import type { Threshold } from '#domain/threshold.ts';
import { thresholdChangeCopy as changeCopy } from '#src/copy/threshold-change.ts';
import { thresholdFormCopy } from '#src/copy/threshold-form-texts.ts';
import { thresholdListCopy as copy } from '#src/copy/threshold-list.ts';
import { templateCopy } from '#src/copy/threshold-template.ts';
import {
  breakEndpoint,
  mockBackend,
  mockRoute,
  noButton,
  optionsOf,
  plainText,
  press,
  profile,
  renderScreen,
  unavailable,
} from '#tests/support/screen-harness.tsx';
import {
  mockSettingsBackend,
  settingsSample,
  thresholdItemSample,
} from '#tests/support/settings-backend.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { setVisibility } from '#tests/support/visibility.ts';
import { ThresholdsScreen } from './thresholds-screen.tsx';

const path = '/dashboard/umbrales';
const running = (value: number, snoozedUntil: string | null = null) =>
  umbralSample({ value, snoozedUntil });
const paused = (value: number, pause: Threshold['pause'] = 'user') =>
  umbralSample({ value, pause });
const three = { t1: running(18_000), t2: running(9_000), t3: paused(8_000) };
const until = new Date(2099, 0, 1).toISOString();
const nameOf = (price: number) => `España – Uruguay, Categoría 1, baja de ${price}\u00A0€`;

function pageOf(items: readonly ThresholdItem[], nextCursor: string | null = null): ThresholdsPage {
  const amount = (status: string) => items.filter(({ state }) => state.status === status).length;
  const [watching, paused] = [amount('watching'), amount('paused')];
  const byStatus = { watching, paused, starting: 0, crossed: 0, snoozed: 0, closed: 0 };
  return { items: [...items], nextCursor, byStatus };
}
const itemsOf = (umbrales: Record<string, Threshold>) =>
  Object.entries(umbrales).map(([id, threshold]) => thresholdItemSample(id, threshold));

/** Those with a silence are silent. @param list what answers the list instead */
function show(
  umbrales: Record<string, Threshold>,
  address = '',
  list?: (cursor: string | null) => Response | ThresholdsPage | Promise<ThresholdsPage>,
) {
  mockBackend({ 'GET users/profile': [{ ...profile(), plan: 'elite' }] });
  const settings = settingsSample(umbrales);
  const states = Object.entries(umbrales).map(([id, { pause, snoozedUntil }]) => {
    const rest = snoozedUntil === null ? 'watching' : 'snoozed';
    return [id, { status: pause === null ? rest : 'paused', armed: true, base: null, episode: 0 }];
  });
  const backend = mockSettingsBackend({ ...settings, states: Object.fromEntries(states) });
  const stored = () => backend.settings.configuracion.umbrales;
  const queries = mockRoute('GET users/thresholds', ({ url }: Request) => {
    const { searchParams } = new URL(url);
    const status = searchParams.get('status');
    const found = itemsOf(stored()).filter(
      ({ state }) => status === null || status === state.status,
    );
    return list?.(searchParams.get('cursor')) ?? pageOf(found);
  });
  return {
    backend,
    queries,
    stored,
    pauses: () => Object.values(stored()).map(({ pause }) => pause),
    silences: () => Object.values(stored()).map(({ snoozedUntil }) => snoozedUntil),
    ...renderScreen(<ThresholdsScreen />, path + address, { route: path }),
  };
}

const rows = async () =>
  within(await screen.findByRole('grid', { name: copy.title }))
    .getAllByRole('row')
    .slice(1);
const loading = () => screen.queryByRole('status', { name: copy.loading });

it('says of each its target, state and last alert, and how much of the plan is used', async () => {
  const alerted = { lastAlertAt: '2026-01-02T10:00:00.000Z' };
  show(three, '', () => pageOf(itemsOf(three).map((item) => ({ ...item, ...alerted }))));
  const texts = (await rows()).map(plainText);
  expect(texts[0]).toContain('España – Uruguay, Categoría 1');
  expect(texts[0]).toContain('falta 10,0 % · baja de 180 €');
  expect(texts[2]).toContain('En pausa · baja de 80 €');
  expect(screen.getAllByRole('link', { name: /2 ene/ })[0]).toHaveAttribute(
    'href',
    '/dashboard/alertas?umbral=t1',
  );
  expect(screen.getByText(copy.used(3, 1_000))).toBeVisible();
});

describe('a search', () => {
  const textField = () => screen.getByLabelText(copy.search);

  it('is in the address, and sent to the server; what is unknown is ignored', async () => {
    const { queries, address, navigate } = show(three, '?estado=x&orden=y&partido=%20&condicion=z');
    expect(await screen.findByText(copy.shown(3))).toBeVisible();
    expect(new Set(queries)).toEqual(
      new Set(['GET users/thresholds?sort=distance&month=30d&limit=500']),
    );
    await navigate(`${path}?estado=pausado&orden=partido`);
    expect(await screen.findByText(copy.shown(1))).toBeVisible();
    expect(queries.at(-1)).toContain('sort=match&month=30d&status=paused');
    await userEvent.selectOptions(screen.getByLabelText(copy.condition), 'low');
    await waitFor(() =>
      expect(address()).toBe(`${path}?estado=pausado&orden=partido&condicion=minimo`),
    );
    await waitFor(() => expect(queries.at(-1)).toContain('condition=low'));
  });

  it.each(['q=x', 'partido=m9', 'condicion=minimo', 'estado=cerrado'])(
    'by %s that finds nothing says so, and that there is none yet where no filter is set',
    async (filter) => {
      const { navigate } = show({}, `?${filter}`);
      expect(await screen.findByText(copy.noneTitle)).toBeVisible();
      expect(screen.queryByText(copy.emptyTitle)).toBeNull();
      expect(textField()).toBeVisible();
      expect(screen.queryByRole('grid')).toBeNull();
      await navigate(`${path}?q=%20`);
      expect(await screen.findByText(copy.emptyTitle)).toBeVisible();
      expect(screen.queryByText(copy.noneTitle)).toBeNull();
      for (const name of [copy.createMany, copy.create]) noButton(name);
    },
  );

  it('by text is typed, and clearing the filters takes back what was typed just before', async () => {
    const { queries, address } = show(three, '?estado=cerrado&orden=recientes');
    expect(await screen.findByText(copy.noneTitle)).toBeVisible();
    await userEvent.type(textField(), 'palco');
    await waitFor(() => expect(queries.at(-1)).toContain('q=palco'));
    await userEvent.clear(textField());
    await waitFor(() => expect(address()).toBe(`${path}?estado=cerrado&orden=recientes`));
    // In one go: the text has not settled yet.
    fireEvent.change(textField(), { target: { value: 'grada' } });
    fireEvent.click(screen.getByRole('button', { name: copy.clear }));
    expect(await screen.findByText(copy.shown(3))).toBeVisible();
    expect(textField()).toHaveValue('');
    expect(address()).toBe(`${path}?orden=recientes`);
  });

  it('is among the statuses there are, with how many, and the matches by name', async () => {
    const [first, second, third] = itemsOf(three) as [ThresholdItem, ThresholdItem, ThresholdItem];
    const { address } = show(three, '?estado=cruzado&partido=m9', () =>
      pageOf([
        { ...first, matchId: 'm2', matchName: 'Perú – Chile' },
        { ...second, matchId: 'm3', matchName: 'Ávila – Olot' },
        third,
      ]),
    );
    const names = ['Ávila – Olot', 'España – Uruguay', 'm9', 'Perú – Chile'];
    await waitFor(() => expect(optionsOf(copy.match)).toEqual([copy.anyMatch, ...names]));
    expect(screen.getByLabelText(copy.match)).toHaveValue('m9');
    expect(optionsOf(copy.status)).toEqual([
      copy.anyStatus,
      'Vigilando (2)',
      'Cruzado (0)',
      'En pausa (1)',
    ]);
    expect(screen.getByLabelText(copy.status)).toHaveValue('crossed');
    for (const [label, option] of [
      [copy.match, 'Ávila – Olot'],
      [copy.status, copy.anyStatus],
      [copy.sort, copy.sorts.created],
    ] as const)
      await userEvent.selectOptions(screen.getByLabelText(label), option);
    await waitFor(() => expect(address()).toBe(`${path}?partido=m3&orden=recientes`));
    for (const id of ['m9', 'm3']) expect(optionsOf(copy.match)).not.toContain(id);
  });

  it('keeps the rows of the last one until its own are there, and says that it loads', async () => {
    const answer = Promise.withResolvers<ThresholdsPage>();
    let list: ThresholdsPage | Promise<ThresholdsPage> = pageOf(itemsOf(three));
    const { navigate } = show(three, '', () => list);
    expect(await screen.findByText(copy.shown(3))).toBeVisible();
    list = answer.promise;
    await navigate(`${path}?estado=pausado`);
    expect(await screen.findByText(copy.loading)).toBeVisible();
    expect(await rows()).toHaveLength(3);
    expect(screen.queryByText(/^Mostrando/)).toBeNull();
    answer.resolve(pageOf(itemsOf({ t3: three.t3 })));
    expect(await screen.findByText(copy.shown(1))).toBeVisible();
    expect(screen.queryByText(copy.loading)).toBeNull();
  });
});

it('a list that could not be read says why, and while it is read again that it loads', async () => {
  const answer = Promise.withResolvers<ThresholdsPage>();
  let list: Response | Promise<ThresholdsPage> = unavailable();
  show(three, '', () => list);
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  // Profile and settings may still be on their way.
  await waitFor(() => expect(loading()).toBeNull());
  for (const gone of [copy.noneTitle, copy.emptyTitle, /^Mostrando/])
    expect(screen.queryByText(gone)).toBeNull();
  list = answer.promise;
  await press('Reintentar');
  await waitFor(() => expect(loading()).toBeVisible());
  expect(screen.queryByText('Ahora no.')).toBeNull();
  answer.resolve(pageOf(itemsOf({ t1: three.t1 })));
  expect(await screen.findByText(copy.shown(1))).toBeVisible();
  expect(loading()).toBeNull();
});

it('reads every page; one that fails leaves the others, is asked for once, and read on retry', async () => {
  let isBroken = true;
  let asked = 0;
  show(three, '', (cursor) => {
    if (cursor === null) return pageOf(itemsOf({ t1: three.t1 }), '1');
    asked += 1;
    return isBroken ? unavailable() : pageOf(itemsOf({ t2: three.t2 }));
  });
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(await screen.findByText(copy.shown(1))).toBeVisible();
  expect(asked).toBe(1);
  isBroken = false;
  await press('Reintentar');
  expect(await screen.findByText(copy.shown(2))).toBeVisible();
  expect(screen.queryByText('Ahora no.')).toBeNull();
});

it('is read again every minute, as the order comes by no stream, and not while the tab is hidden', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const elapse = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const { store, queries } = show({});
  // The minute begins with the answer.
  const expectReads = (count: number) =>
    waitFor(() => {
      const all = Object.values(store.getState().api.queries);
      const isAnswered = all.every((query) => query?.status === 'fulfilled');
      expect([queries.length, isAnswered]).toEqual([count, true]);
    });
  await expectReads(1);
  await elapse(60_100);
  await expectReads(2);
  const stopListening = setupListeners(store.dispatch);
  setVisibility('hidden');
  await elapse(600_000);
  await expectReads(2);
  setVisibility('visible');
  await elapse(60_100);
  await expectReads(3);
  stopListening();
});

it('opens the form of many at an address of its own, which closing it leaves', async () => {
  const { address } = show(three, '?orden=partido');
  breakEndpoint('get', 'monitoring/:resource');
  await press(copy.createMany);
  const dialog = await screen.findByRole('dialog', { name: templateCopy.title });
  expect(address()).toBe(`${path}?orden=partido&crear=varios`);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe(`${path}?orden=partido`);
});

it('opens the form of one, and closes it', async () => {
  show(three);
  breakEndpoint('get', 'monitoring/match');
  await rows();
  expect(screen.queryByRole('dialog')).toBeNull();
  await press(`Editar ${nameOf(90)}`);
  const dialog = await screen.findByRole('dialog', { name: 'Editar umbral' });
  expect(await within(dialog).findByText('Ahora no.')).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const box = (price: number) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: copy.select(nameOf(price)) });
const select = async (...prices: readonly number[]) => {
  for (const price of prices) await userEvent.click(await box(price));
};
const head = (amount: number) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: copy.selectAll(amount) });
const bar = () => screen.queryByRole('region', { name: copy.selection });
const barButton = (name: string) =>
  within(bar() as HTMLElement).queryByRole<HTMLButtonElement>('button', { name });
const snooze = async (name: string) => {
  await userEvent.click(barButton(copy.snooze) as HTMLElement);
  await userEvent.click(screen.getByRole('menuitem', { name }));
};

describe('one', () => {
  it('is paused by its own endpoint, and goes on by the undo', async () => {
    const { backend, toast, pauses } = show(three);
    await userEvent.click(
      await screen.findByRole('switch', { name: `${copy.active}: ${nameOf(180)}` }),
    );
    const { message, undo } = await toast();
    expect(backend.sent).toEqual(['change t1']);
    expect(message).toBe('1 umbral en pausa. No avisará.');
    undo();
    await waitFor(() => expect(pauses()).toEqual([null, null, 'user']));
  });

  it.each<[string, Threshold['pause'], Threshold['pause']]>([
    ['that watched', null, null],
    ['that had expired', 'expired', 'expired'],
    ['that a kick-off had closed', 'kickoff', 'kickoff'],
    ['that the user had paused', 'user', 'user'],
    ['that the system had paused, as the user’s own', 'plan', 'user'],
  ])('is deleted, and its undo brings it back: %s', async (_which, pause, restored) => {
    const expiresAt = pause === 'expired' ? '2026-01-02T18:30:00.000Z' : until;
    const t1 = umbralSample({ value: 8_000, pause, expiresAt });
    const { backend, toast, stored } = show({ t1, t2: running(9_000) });
    await press(`Borrar ${nameOf(80)}`);
    const { message, undo } = await toast();
    expect(message).toBe('1 umbral borrado.');
    await waitFor(() => expect(screen.queryByText(nameOf(80), { exact: false })).toBeNull());
    expect(screen.getByRole('region', { name: copy.title })).toHaveFocus();
    undo();
    await waitFor(() => expect(stored().t1).toMatchObject({ pause: restored, expiresAt }));
    expect(backend.sent).toEqual(['delete t1', 'create t1, its match not watched']);
  });

  it('whose undo fails says so, and why', async () => {
    const { showToast, toast } = show(three);
    await press(`Borrar ${nameOf(180)}`);
    const { undo } = await toast();
    showToast.mockClear();
    breakEndpoint('post', 'users/thresholds/batch');
    undo();
    await waitFor(() =>
      expect(showToast).toHaveBeenCalledExactlyOnceWith(
        'No se ha podido deshacer. Ahora no.',
        'error',
      ),
    );
  });
});

describe('a selection', () => {
  it('is made in rows or at the head, which says whether none, some or all are selected', async () => {
    show(three);
    const all = await head(3);
    const state = () => [all.checked, all.indeterminate, bar()?.textContent?.match(/^\d/)?.[0]];
    expect(state()).toEqual([false, false, undefined]);
    await select(90, 80);
    expect(state()).toEqual([false, true, '2']);
    expect(await box(180)).not.toBeChecked();
    await select(80);
    expect(state()).toEqual([false, true, '1']);
    await userEvent.click(all);
    expect(state()).toEqual([true, false, '3']);
    expect(await box(180)).toBeChecked();
    await userEvent.click(all);
    expect(state()).toEqual([false, false, undefined]);
  });

  it.each<[string, number[], boolean, boolean | null]>([
    ['one that watches', [80], true, null],
    ['one that is paused', [70], false, true],
    ['both', [80, 70], true, true],
    ['one that has expired', [60], false, null],
  ])('offers what changes something: %s', async (_which, prices, pauses, resumes) => {
    show({ t1: running(8_000), t2: paused(7_000), t3: paused(6_000, 'expired') });
    await select(...prices);
    expect(barButton(copy.pause)?.disabled).toBe(!pauses);
    expect(barButton(copy.snooze)?.disabled).toBe(!pauses);
    expect(barButton(copy.resume)?.disabled ?? null).toBe(resumes === null ? null : !resumes);
    expect(barButton(copy.remove)).toBeEnabled();
  });

  const others = { t3: paused(6_000, 'expired'), t4: paused(5_000, 'plan') };
  it.each([
    [
      copy.pause,
      'change t1',
      '1 umbral en pausa. No avisará.',
      ['user', 'user', 'expired', 'plan'],
    ],
    [copy.resume, 'change t2', '1 umbral de nuevo en marcha.', [null, null, 'expired', 'plan']],
  ])('is changed where that means something, and undone as one: %s', async (choice, ...row) => {
    const [sent, said, after] = row;
    const { backend, toast, pauses } = show({ t1: running(8_000), t2: paused(7_000), ...others });
    await userEvent.click(await head(4));
    await press(choice);
    const { message, undo } = await toast();
    expect(backend.sent).toEqual([sent]);
    expect(message).toBe(said);
    expect(pauses()).toEqual(after);
    undo();
    await waitFor(() => expect(pauses()).toEqual([null, 'user', 'expired', 'plan']));
  });

  it.each([
    ['1\u00A0h', /^2 umbrales en silencio hasta /, 60],
    [copy.unsnooze, /^2 umbrales sin silencio\.$/, null],
  ] as const)(
    'is silenced where it watches, or no longer, and undone: %s',
    async (choice, said, minutes) => {
      const { backend, toast, silences } = show({
        t1: running(8_000),
        t2: running(9_000, until),
        t3: paused(7_000),
      });
      await userEvent.click(await head(3));
      await snooze(choice);
      const { message, undo } = await toast();
      expect(backend.sent).toEqual(['change t1, change t2']);
      expect(message).toMatch(said);
      const [first, second, third] = silences();
      const inMinutes = (Date.parse(first ?? '') - Date.now()) / 60_000;
      expect(first === null ? null : Math.round(inMinutes)).toBe(minutes);
      expect([second, third]).toEqual([first, null]);
      undo();
      await waitFor(() => expect(silences()).toEqual([null, until, null]));
    },
  );

  it('is changed where that means something, as one batch, and undone as one', async () => {
    const { backend, toast, stored } = show({
      t1: running(20_000),
      t2: umbralSample({ condition: 'change', value: 500, bandBp: 0 }),
      t3: umbralSample({ condition: 'low', value: 7 }),
      t4: paused(30_000, 'kickoff'),
    });
    await userEvent.click(await head(4));
    await press(copy.change);
    const dialog = within(await screen.findByRole('dialog', { name: changeCopy.title(4) }));
    const mark = (name: string) => userEvent.click(dialog.getByRole('checkbox', { name }));
    const write = async (label: string, text: string) => {
      await userEvent.clear(dialog.getByLabelText(label));
      await userEvent.type(dialog.getByLabelText(label), text);
    };
    const save = (amount: number) => dialog.getByRole('button', { name: changeCopy.save(amount) });
    expect(save(0)).toBeDisabled();
    await mark(changeCopy.price);
    await write(changeCopy.share, '91');
    expect(dialog.getByText(changeCopy.shareError)).toBeVisible();
    expect(save(0)).toBeDisabled();
    await write(changeCopy.share, '10');
    await userEvent.selectOptions(dialog.getByLabelText(changeCopy.direction), 'up');
    expect(save(1)).toBeEnabled();
    await mark(thresholdFormCopy.band);
    await write(changeCopy.band, '4,5');
    expect(save(2)).toBeEnabled();
    await mark(changeCopy.expiry);
    fireEvent.change(dialog.getByLabelText(thresholdFormCopy.expiry), {
      target: { value: '2020-01-01' },
    });
    expect(save(4)).toBeDisabled();
    fireEvent.change(dialog.getByLabelText(thresholdFormCopy.expiry), {
      target: { value: '2099-01-01' },
    });
    await userEvent.click(save(4));
    const { message, undo } = await toast();
    expect(message).toBe(copy.changed(4));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(backend.sent).toEqual(['change t1, change t2, change t3, change t4']);
    const facts = () => Object.values(stored()).map(({ value, bandBp }) => [value, bandBp]);
    expect(facts()).toEqual([
      [22_000, 450],
      [500, 0],
      [7, 450],
      [30_000, umbralSample().bandBp],
    ]);
    const expiries = () => Object.values(stored()).map(({ expiresAt }) => expiresAt?.slice(0, 7));
    expect(new Set(expiries())).toEqual(new Set(['2099-01']));
    undo();
    await waitFor(() => expect(facts()[0]).toEqual([20_000, umbralSample().bandBp]));
    expect(new Set(expiries())).toEqual(new Set([undefined]));
  });

  it('is deleted, and the undo brings it back, also when the screen was left', async () => {
    const { toast, navigate, stored } = show(three);
    await select(180, 80);
    await userEvent.click(barButton(copy.remove) as HTMLElement);
    const { message, undo } = await toast();
    expect(Object.keys(stored())).toEqual(['t2']);
    expect(bar()).toBeNull();
    expect(message).toBe('2 umbrales borrados.');
    await navigate(`${path}?orden=partido`);
    undo();
    await waitFor(() =>
      expect(stored()).toMatchObject({ t1: { pause: null }, t2: {}, t3: { pause: 'user' } }),
    );
  });

  it('is offered no other change while one is saved', async () => {
    const { toast } = show(three);
    const saved = Promise.withResolvers<undefined>();
    mockRoute('POST users/thresholds/batch', saved.promise);
    await select(90, 80);
    const names = [copy.pause, copy.resume, copy.snooze, copy.remove];
    const disabled = () => names.filter((name) => barButton(name)?.disabled !== false);
    expect(disabled()).toEqual([]);
    await snooze('1\u00A0h');
    await waitFor(() => expect(disabled()).toEqual(names));
    saved.resolve(undefined);
    await toast();
    await waitFor(() => expect(disabled()).toEqual([]));
  });
});
