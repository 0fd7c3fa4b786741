/** The dialog of a threshold: its match, what it says once it is saved, and another match for what was written. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { expect, it, vi } from 'vitest';
import { matchCopy } from '#src/copy/match.ts';
import { pausedBy } from '#src/copy/pause-reasons.ts';
import { priceChartCopy } from '#src/copy/price-chart-texts.ts';
import { thresholdFormCopy as copy, valueLabels } from '#src/copy/threshold-form-texts.ts';
import { plain } from '#tests/support/plain.ts';
import { errorResponse, mockBackend, press, renderScreen } from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import {
  collectibleSample,
  historySample,
  matchSample,
  previewSample,
  umbralSample,
} from '#tests/support/threshold-samples.ts';
import { ThresholdDialog } from './threshold-dialog.tsx';

const names: Record<string, string> = { m1: 'España – Uruguay', m2: 'Chile – Perú' };
const overview = (id: string) => ({
  match: matchSample({ id, name: names[id] ?? id }),
  collectibles: [
    collectibleSample({ id: `${id}-c1`, matchId: id }),
    collectibleSample({ id: `${id}-c2`, matchId: id, name: 'Palco norte', category: 'Palco' }),
  ],
  statistics: null,
  categoryStatistics: null,
  history: null,
});
const stored = umbralSample({ target: { kind: 'collectible', id: 'm1-c2' }, value: 15_000 });

/** @param first what the match is answered with at first */
function show(
  part: Partial<ComponentProps<typeof ThresholdDialog>> = {},
  first: readonly unknown[] = [],
  watched: string[] = ['m1'],
) {
  mockBackend({
    'GET monitoring/matches': [
      { items: [matchSample(), matchSample({ id: 'm2', name: 'Chile – Perú' })], nextCursor: null },
    ],
    'GET monitoring/match': [...first, ({ url }: Request) => overview(url.slice(-2))],
    'GET monitoring/history': [historySample()],
    'POST monitoring/preview': [previewSample()],
  });
  const backend = mockSettingsBackend(
    settingsSample({ u1: part.editing?.threshold ?? stored }, watched),
  );
  const [onClose, onSaved] = [vi.fn(), vi.fn()];
  const { showToast } = renderScreen(
    <ThresholdDialog matchId="m1" {...{ onClose, onSaved, ...part }} />,
    '/dashboard',
  );
  const save = async () => {
    await price();
    await press(copy.save);
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    const [message, kind, ...action] = showToast.mock.calls[0] ?? [];
    return { message: plain(message), kind, undo: action[0] };
  };
  return { backend, onClose, onSaved, save };
}
const price = () => screen.findByLabelText<HTMLInputElement>(valueLabels.below);
const write = async (value: string) => fireEvent.change(await price(), { target: { value } });

it('waits for its match, says that it cannot be read, and reads it again', async () => {
  const first = Promise.withResolvers<Response>();
  show({}, [first.promise]);
  expect(screen.getByRole('dialog', { name: matchCopy.createThreshold })).toBeVisible();
  expect(screen.getByRole('status', { name: matchCopy.loading })).toBeVisible();
  first.resolve(errorResponse(500, 'internal', 'No se ha podido leer.'));
  expect(await screen.findByRole('alert')).toHaveTextContent('No se ha podido leer.');
  expect(screen.queryByRole('status', { name: matchCopy.loading })).toBeNull();
  await press(priceChartCopy.retry);
  expect(await price()).toHaveValue('190');
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription('España – Uruguay');
});

it.each([
  ['already', 'success', ''],
  ['limit', 'success', ` ${copy.matchNotWatched}`],
  ['added', 'info', ` ${copy.matchWatched}`],
] as const)(
  'once saved (%s) it says what it watches, and closes',
  async (outcome, kind, others) => {
    const { backend, onClose, onSaved, save } = show({}, [], outcome === 'already' ? ['m1'] : []);
    backend.hasRoom = outcome === 'added';
    const toast = await save();
    const watching = copy.watching('España – Uruguay', 'Categoría 1', 'baja de 190 €');
    expect(toast).toMatchObject({ message: watching + others, kind });
    expect(onClose).toHaveBeenCalledOnce();
    expect(onSaved.mock.calls[0]?.[0]).toMatchObject({
      watched: outcome,
      threshold: { value: 19_000 },
    });
    expect(toast.undo?.label).toBe(outcome === 'added' ? copy.undoWatch : undefined);
  },
);

it('an edited one keeps its match, and says its rule once saved', async () => {
  const { backend, save } = show({ editing: { id: 'u1', threshold: stored } });
  expect(await price()).toHaveValue('150');
  expect(screen.getByRole('dialog', { name: copy.edit })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: matchCopy.board })).toBeNull();
  await write('140');
  const message = copy.watching('España – Uruguay', 'Palco', 'baja de 140 €');
  expect(await save()).toEqual({ message, kind: 'success', undo: undefined });
  expect(backend.sent).toEqual(['change u1']);
});

it('an edited one that stays paused says so, and promises nothing', async () => {
  const { save } = show({ editing: { id: 'u1', threshold: { ...stored, pause: 'user' } } });
  await write('140');
  const message = copy.stillPaused('España – Uruguay', 'Palco', 'baja de 140 €', pausedBy.user);
  expect(await save()).toMatchObject({ message });
});

it('takes what is written to another match, and watches that, which can be left at once', async () => {
  const { backend, save } = show();
  await write('155');
  await userEvent.click(screen.getByRole('combobox', { name: matchCopy.board }));
  await userEvent.click(await screen.findByRole('option', { name: /Chile – Perú/ }));
  await waitFor(() =>
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription('Chile – Perú'),
  );
  expect(await price()).toHaveValue('155');
  const { undo } = await save();
  expect(Object.values(backend.settings.configuracion.umbrales)).toContainEqual(
    expect.objectContaining({ target: { kind: 'collectible', id: 'm2-c1' }, value: 15_500 }),
  );
  undo.run();
  await waitFor(() => expect(backend.sent.at(-1)).toBe('unwatch m2'));
});
