/** The template of thresholds: what it makes of the market, within what the plan has room for, and its undo. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { templateCopy as copy } from '#src/copy/threshold-template.ts';
import type { Collectible, Match, Threshold } from '#store/api/api-types.ts';
import {
  breakEndpoint,
  mockBackend,
  mockRoute,
  optionsOf,
  plainText,
  press,
  profile,
  renderScreen,
  unavailable,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, matchSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { TemplateDialog } from './template-dialog.tsx';

const match = (part: Partial<Match> = {}) => matchSample({ listings: 8, ...part });
const two = [collectibleSample(), collectibleSample({ id: 'c2', name: 'Grada norte' })];
const on = (id: string, part: Partial<Threshold> = {}) =>
  umbralSample({ target: { kind: 'collectible', id }, ...part });

interface Market {
  readonly items?: readonly Collectible[];
  readonly matches?: readonly Match[];
  readonly umbrales?: Record<string, Threshold>;
  readonly plan?: 'basico' | 'elite';
}

function open({ items = two, matches = [match()], umbrales = {}, plan = 'basico' }: Market = {}) {
  const requests = mockBackend({
    'GET users/profile': [{ ...profile(), plan }],
    'GET monitoring/matches': [{ items: matches, nextCursor: null }],
    'GET monitoring/raw': [{ items, nextCursor: null }],
  });
  const backend = mockSettingsBackend(settingsSample(umbrales));
  const onClose = vi.fn();
  const shown = renderScreen(<TemplateDialog onClose={onClose} />, '/dashboard/umbrales');
  return { backend, onClose, requests, ...shown };
}

/** A market of two, on a plan of five thresholds. @param present how many of these there are */
async function show(present: number) {
  const umbrales = Array.from({ length: present }, (_, index) => [`t${index}`, on(`x${index}`)]);
  const shown = open({ umbrales: Object.fromEntries(umbrales) });
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(2));
  return shown;
}
const create = (words: string) => screen.findByRole('button', { name: words });

const checked = () =>
  screen.getAllByRole<HTMLInputElement>('checkbox').map((checkbox) => checkbox.checked);
const rows = () => screen.getAllByRole('row').slice(1).map(plainText);
const choose = (label: string, option: string) =>
  userEvent.selectOptions(screen.getByLabelText(label), option);

it('creates as many as there is room for, and none while more are chosen', async () => {
  const { backend, onClose } = await show(4);
  expect(await screen.findByText(/^En tu plan Básico cabe/)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(await create(copy.create(1))).toBeEnabled();
  await userEvent.click(screen.getByRole('checkbox', { checked: false }));
  expect(screen.getByRole('alert')).toHaveTextContent(copy.tooMany(1));
  expect(await create(copy.create(2))).toBeDisabled();
  await userEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement);
  await userEvent.click(await create(copy.create(1)));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(backend.sent).toEqual([expect.stringMatching(/^create [^,]+$/)]);
});

it.each(['0', '91', '1.5', '-3', 'x'])('creates nothing %s per cent below today', async (share) => {
  await show(0);
  const field = screen.getByLabelText(copy.share);
  await userEvent.clear(field);
  await userEvent.type(field, share);
  expect(field).toBeInvalid();
  expect(screen.getByText(copy.shareError)).toBeVisible();
  expect(await create(copy.create(0))).toBeDisabled();
});

const team = (name: string): Match['home'] => ({
  name,
  colors: ['#000000', '#ffffff', '#ff0000'],
  vertical: false,
});

it('begins at its first field, with a tenth below today of all that is for sale', async () => {
  await show(0);
  expect(screen.getByLabelText(copy.category)).toHaveFocus();
  expect(rows()).toEqual([
    'España – UruguayCategoría 1200 €baja de 180 €',
    'España – UruguayCategoría 1 · Grada norte200 €baja de 180 €',
  ]);
  expect(screen.getByText(copy.made(2))).toBeVisible();
});

const market = {
  plan: 'elite',
  matches: [
    match({
      home: team('España'),
      away: team('Uruguay'),
      kickoffAt: '2026-11-24T18:00:00.000Z',
    }),
    match({ id: 'm2', name: 'Perú – Chile', home: team('Perú'), away: team('Chile') }),
  ],
  items: [
    collectibleSample({ category: '10', name: 'Categoría 10' }),
    collectibleSample({ id: 'c2', category: '9', name: 'Categoría 9' }),
    collectibleSample({ id: 'd1', matchId: 'm2', category: 'Palco', name: 'Palco' }),
  ],
} as const;

it('makes thresholds of one category, of one team, above today, of another share', async () => {
  const { requests } = open(market);
  await waitFor(() => expect(rows()).toHaveLength(3));
  const categories = ['Categoría 9', 'Categoría 10', 'Palco'];
  expect(optionsOf(copy.category)).toEqual([copy.anyCategory, ...categories]);
  const teams = ['Chile', 'España', 'Perú', 'Uruguay'];
  expect(optionsOf(copy.scope)).toEqual([copy.market, copy.watched, ...teams]);
  await choose(copy.scope, 'España');
  expect(screen.getByLabelText(copy.scope)).toHaveDisplayValue('España');
  expect(rows()).toEqual([
    'España – UruguayCategoría 10 · mar 24 nov200 €baja de 180 €',
    'España – UruguayCategoría 9 · mar 24 nov200 €baja de 180 €',
  ]);
  await choose(copy.category, 'Categoría 9');
  await choose(copy.direction, copy.directions.above);
  await userEvent.clear(screen.getByLabelText(copy.share));
  await userEvent.type(screen.getByLabelText(copy.share), '25');
  expect(rows()).toEqual(['España – UruguayCategoría 9 · mar 24 nov200 €sube de 250 €']);
  await choose(copy.category, copy.anyCategory);
  await choose(copy.direction, copy.directions.below);
  await choose(copy.scope, copy.market);
  expect(rows()[2]).toBe('Perú – ChilePalco200 €baja de 150 €');
  const asked = requests.filter((request) => request.startsWith('GET monitoring/raw'));
  expect(asked).toEqual([expect.not.stringContaining('watched')]);
});

it('says which collectible has one, and does not suggest another', async () => {
  open({ umbrales: { t1: on('c1') } });
  await waitFor(() => expect(rows()).toHaveLength(2));
  await waitFor(() => expect(checked()).toEqual([false, true]));
  expect(rows()[0]).toContain(copy.present);
  expect(rows()[1]).not.toContain(copy.present);
  await choose(copy.direction, copy.directions.above);
  expect(checked()).toEqual([true, true]);
});

it('creates what is marked, says how many, and undoes it as one', async () => {
  const { backend, onClose, toast } = await show(0);
  const [first, second] = screen.getAllByRole('checkbox') as [HTMLElement, HTMLElement];
  await userEvent.click(first);
  expect(checked()).toEqual([false, true]);
  expect(screen.getByText(copy.made(1))).toBeVisible();
  await userEvent.click(second);
  expect(screen.getByText(copy.made(0))).toBeVisible();
  expect(await create(copy.create(0))).toBeDisabled();
  await userEvent.click(second);
  await userEvent.click(await create(copy.create(1)));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const { target, condition, value } = on('c2', { value: 18_000 });
  expect(Object.values(backend.settings.configuracion.umbrales)).toEqual([
    expect.objectContaining({ target, condition, value }),
  ]);
  const { message, undo } = await toast();
  expect(message).toBe(copy.created(1));
  undo();
  await waitFor(() => expect(backend.settings.configuracion.umbrales).toEqual({}));
  expect(backend.sent).toEqual([
    expect.stringMatching(/^create \S+$/),
    expect.stringMatching(/^delete \S+, unwatch m1$/),
  ]);
});

it('says why they were not created, and stays open', async () => {
  const { onClose, showToast } = await show(0);
  breakEndpoint('post', 'users/thresholds/batch');
  await userEvent.click(await create(copy.create(2)));
  expect(await screen.findByRole('alert')).toHaveTextContent('Ahora no.');
  expect([onClose.mock.calls, showToast.mock.calls]).toEqual([[], []]);
});

it('a full plan has room for none, and suggests none', async () => {
  await show(5);
  expect(await screen.findByText(copy.room(0, 'Básico'), { exact: false })).toBeVisible();
  const plans = screen.getByRole('link', { name: copy.seePlans });
  expect(plans).toHaveAttribute('href', '/dashboard/plan');
  expect(checked()).toEqual([false, false]);
});

it('says that nothing is for sale of what is chosen', async () => {
  open({ items: [collectibleSample({ floorCents: null })] });
  expect(await screen.findByText(copy.none)).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  expect(await create(copy.create(0))).toBeDisabled();
  expect(screen.queryByText(copy.partial)).toBeNull();
});

const loading = () => screen.queryByRole('status', { name: copy.loading });
const noForm = () => expect(screen.queryByRole('button', { name: /^Crear/ })).toBeNull();

it.each(['raw', 'matches'])(
  'says that they cannot be read, and reads them on retry: %s',
  async (resource) => {
    open();
    let isBroken = true;
    mockRoute(`GET monitoring/${resource}`, () => (isBroken ? unavailable() : undefined));
    expect(await screen.findByText(copy.failed)).toBeVisible();
    expect(loading()).toBeNull();
    noForm();
    isBroken = false;
    await press('Reintentar');
    expect(await create(copy.create(2))).toBeEnabled();
    expect(screen.queryByText(copy.failed)).toBeNull();
  },
);
