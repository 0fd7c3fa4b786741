/** The threshold form: its conditions and targets, what it says of them, its limits, and another tab's change. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { expect, it, vi } from 'vitest';
import { plans } from '#domain/plans.ts';
import type { Threshold } from '#domain/threshold.ts';
import { expiryPassed } from '#domain/threshold-refusals.ts';
import { matchCopy } from '#src/copy/match.ts';
import { conflictSentence } from '#src/copy/settings-conflict.ts';
import {
  thresholdFormCopy as copy,
  draftErrors,
  previewCopy,
  valueLabels,
} from '#src/copy/threshold-form-texts.ts';
import { plain } from '#tests/support/plain.ts';
import {
  errorResponse,
  mockBackend,
  mockRoute,
  plainText,
  press,
  profile,
  renderScreen,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import {
  collectibleSample,
  historySample,
  previewSample,
  umbralSample,
} from '#tests/support/threshold-samples.ts';
import { ThresholdForm } from './threshold-form.tsx';

const collectibles = [
  collectibleSample(),
  collectibleSample({ id: 'c2', name: 'Norte', category: 'Palco', floorCents: 50_000 }),
  collectibleSample({ id: 'c3', name: 'Sur', category: 'Palco', floorCents: 40_000 }),
];

/** Once the profile has come, without which the plan is the smallest. */
async function show(
  part: Partial<ComponentProps<typeof ThresholdForm>> = {},
  { plan = 'premium' as keyof typeof plans, umbrales = {} as Record<string, Threshold> } = {},
) {
  mockBackend({
    'GET users/profile': [{ ...profile(), plan }],
    'GET monitoring/history': [historySample()],
    'POST monitoring/preview': [previewSample()],
  });
  const backend = mockSettingsBackend(settingsSample(umbrales));
  const [onDone, onCancel] = [vi.fn(), vi.fn()];
  const { showToast } = renderScreen(
    <ThresholdForm
      matchId="m1"
      collectibles={collectibles}
      currency="EUR"
      {...{ onDone, onCancel, ...part }}
    />,
    '/dashboard',
  );
  const { maxThresholds } = plans[plan];
  if (part.editing === undefined)
    await screen.findByText(new RegExp(`(de|los) ${maxThresholds} umbrales`));
  return { backend, onCancel, onDone, showToast };
}
const edit = (threshold: Threshold, plan: keyof typeof plans = 'premium') =>
  show({ editing: { id: 'u1', threshold } }, { plan, umbrales: { u1: threshold } });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const price = () => field(valueLabels.below);
const write = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const select = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
const save = () => press(copy.save);
const saved = (onDone: ReturnType<typeof vi.fn>, times = 1) =>
  waitFor(() => expect(onDone).toHaveBeenCalledTimes(times));
const stored = ({ settings }: ReturnType<typeof mockSettingsBackend>) =>
  Object.values(settings.configuracion.umbrales)[0];

const dragHint = `${copy.dragHint}${copy.dragKeysHint}.`;
it.each([
  ['of one collectible', 'c:c2', 'below', '475', '€', dragHint, true],
  ['above it', 'c:c2', 'above', '525', '€', dragHint, true],
  ['of a change', 'c:c1', 'change', '5', '%', copy.hints.change, false],
  ['of a lowest price', 'c:c1', 'low', '7', 'días', copy.hints.low, false],
  ['of a category', 'p:m1:Palco', 'below', '380', '€', copy.hints.below, false],
  ['of all', 'p:m1:', 'above', '210', '€', copy.hints.above, false],
] as const)('the value %s has its proposal, unit and hint', async (...row) => {
  const [, target, condition, proposed, unit, hint, hasQuickPrices] = row;
  await show();
  write(copy.target, target);
  write(copy.condition, condition);
  const value = field(valueLabels[condition]);
  expect(value).toHaveValue(proposed);
  expect(plainText(value.parentElement)).toContain(unit);
  expect(value).toHaveAccessibleDescription(hint);
  expect(screen.queryByRole('group', { name: copy.quick }) !== null).toBe(hasQuickPrices);
});

it('a price that was typed stays for another collectible and side, and no other condition has it', async () => {
  const { backend, onDone } = await show();
  write(valueLabels.below, '150');
  write(copy.target, 'p:m1:');
  write(copy.condition, 'above');
  expect(price()).toHaveValue('150');
  write(copy.condition, 'low');
  expect(field(valueLabels.low)).toHaveValue('7');
  expect(screen.getByText(copy.bandHint)).toBeInTheDocument();
  write(valueLabels.low, '30');
  write(copy.condition, 'above');
  expect(price()).toHaveValue('210');
  await save();
  await saved(onDone);
  const target = { kind: 'match', id: 'm1' };
  expect(stored(backend)).toMatchObject({ target, condition: 'above', value: 21_000 });
});

it('keeps its preview while the price is empty, and says so in the field when it is left', async () => {
  await show();
  await screen.findByText(previewCopy.never(30));
  write(valueLabels.below, '');
  expect(screen.getByText(previewCopy.unfinished)).toBeVisible();
  expect(price()).not.toHaveAttribute('aria-invalid');
  await save();
  expect(screen.getByRole('alert')).toHaveTextContent(draftErrors.below);
  expect(price()).toHaveFocus();
  expect(price()).toHaveAccessibleDescription(draftErrors.below);
  await userEvent.click(screen.getByRole('button', { name: /−10\s%/ }));
  expect(price()).toHaveValue('180');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says at which price it can fire again, as long as the form is right', async () => {
  await show();
  const rearms = () => plainText(screen.queryByText(/^Después de un aviso/));
  expect(rearms()).toBe(copy.rearms('195,70 €'));
  write(copy.band, '10');
  expect(rearms()).toBe(copy.rearms('209 €'));
  expect(screen.getByText(`${copy.band}: 10 %`)).toBeVisible();
  write(copy.band, '100');
  expect(rearms()).toBe(copy.bandHint);
  await save();
  expect(screen.getByRole('alert')).toHaveTextContent(draftErrors.band);
  // The sentence is right: its price is not marked, nor focused.
  expect(price()).not.toHaveAttribute('aria-invalid');
  expect(price()).not.toHaveFocus();
});

it('a small plan has prices of one collectible alone', async () => {
  await show({}, { plan: 'basico' });
  const disabled = (label: string) =>
    [...select(label).options].flatMap((option) => (option.disabled ? option.value : []));
  expect(disabled(copy.condition)).toEqual(['change', 'low']);
  expect(disabled(copy.target)).toEqual(['p:m1:Palco', 'p:m1:']);
  expect(screen.getByText(copy.upgrade)).toBeVisible();
  const link = screen.getByRole('link', { name: matchCopy.seePlans });
  expect(link).toHaveAttribute('href', '/dashboard/plan');
});

it('a rule of a larger plan before can be kept and edited, and takes no place of its own', async () => {
  const target = { kind: 'match', id: 'm1', category: 'Palco' } as const;
  await edit(umbralSample({ target, condition: 'low', value: 9 }), 'basico');
  await screen.findByText(copy.upgrade);
  const chosen = (label: string) => select(label).selectedOptions[0];
  expect(chosen(copy.condition)).toMatchObject({ value: 'low', disabled: false });
  expect(chosen(copy.target)).toMatchObject({ value: 'p:m1:Palco', disabled: false });
  expect(field(valueLabels.low)).toHaveValue('9');
  expect(screen.queryByText(/Usas/)).toBeNull();
});

const thresholds = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`t${n}`, umbralSample()]));
const isFull = () => screen.queryByText(copy.full(plans.basico), { exact: false });

it('at the limit it says so before anything is typed, and saves none', async () => {
  await show({}, { plan: 'basico', umbrales: thresholds(5) });
  await waitFor(() => expect(isFull()).toBeVisible());
  expect(screen.getByRole('button', { name: copy.save })).toBeDisabled();
  expect(screen.queryByText(/Usas/)).toBeNull();
});

it('does not call the limit reached while the last threshold allowed is being saved', async () => {
  const { onDone } = await show({}, { plan: 'basico', umbrales: thresholds(4) });
  await screen.findByText(copy.used(4, 5), { exact: false });
  const answer = Promise.withResolvers<undefined>();
  const sent = mockRoute('POST users/thresholds/batch', () => answer.promise);
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(isFull()).toBeNull();
  answer.resolve(undefined);
  await saved(onDone);
});

it('sends a test mail, or says why not', async () => {
  const { showToast } = await show();
  const to = 'ana@correo.example';
  const refusal = errorResponse(429, 'rate_limited', 'Espera un poco.');
  mockRoute('POST users/test-mail', { queued: true, to }, refusal);
  for (const toast of [
    [copy.tested(to), 'success'],
    ['Espera un poco.', 'error'],
  ]) {
    await press(copy.test);
    await waitFor(() => expect(showToast).toHaveBeenLastCalledWith(...toast));
  }
});

it('proposes a price that was pressed, on the collectible it was pressed of', async () => {
  const proposal = { collectibleId: 'c2', priceCents: 45_050, cancelLabel: 'Más tarde' };
  const { onCancel } = await show(proposal);
  expect([price().value, select(copy.target).value]).toEqual(['450,50', 'c:c2']);
  expect(price()).not.toHaveFocus();
  await press('Más tarde');
  expect(onCancel).toHaveBeenCalledOnce();
});

it.each([
  ['kickoff', null],
  ['user', 'user'],
  [null, null],
] as const)('saved again, a pause of %s is %s, and its silence stays', async (pause, after) => {
  const snoozedUntil = '2099-01-01T00:00:00.000Z';
  const { backend, onDone } = await edit(umbralSample({ pause, snoozedUntil }));
  write(valueLabels.below, '170');
  await save();
  await saved(onDone);
  expect(stored(backend)).toMatchObject({ value: 17_000, pause: after, snoozedUntil });
});

it('after another tab’s change it shows both, takes the other’s or saves its own over it', async () => {
  const threshold = umbralSample({ value: 18_000 });
  const { backend, onDone } = await edit(threshold);
  write(valueLabels.below, '170');
  const remote = umbralSample({ value: 16_000 });
  backend.settings = settingsSample({ u1: remote });
  await save();
  const sentence = conflictSentence({
    local: { ...threshold, value: 17_000 },
    remote,
  });
  expect(plainText(await screen.findByRole('alert'))).toContain(plain(sentence));
  expect(onDone).not.toHaveBeenCalled();
  await press(copy.chooseRemote('baja de 160\u00a0€'));
  expect(price()).toHaveValue('160');
  write(valueLabels.below, '150');
  await save();
  await saved(onDone);
  expect(stored(backend)).toMatchObject({ value: 15_000 });
});

it('what another tab deleted meanwhile can be saved as a new one', async () => {
  const threshold = umbralSample({ value: 18_000 });
  const { backend, onDone } = await edit(threshold);
  backend.settings = settingsSample();
  await save();
  const sentence = conflictSentence({ local: threshold, remote: null });
  expect(plainText(await screen.findByRole('alert'))).toContain(plain(sentence));
  expect(screen.queryByRole('button', { name: /^Usar/ })).toBeNull();
  await save();
  await saved(onDone);
  expect(backend.sent.at(-1)).toBe('create u1');
});

it('chooses channels, the last of which stays, and all of which are no choice', async () => {
  const channel = (id: string, state = 'active') => ({ id, kind: 'ntfy', name: id, state });
  const items = [channel('mail'), channel('casa'), channel('tele', 'paused')];
  mockRoute('GET users/channels', { items, kinds: [], pushKey: null, limit: 20 });
  // One of those chosen has been removed.
  const { backend, onDone } = await edit(umbralSample({ channels: ['casa', 'removed'] }));
  const box = (name: string | RegExp) => screen.findByRole('checkbox', { name });
  expect(await box('casa')).toBeDisabled();
  expect(await box(new RegExp(`^tele *.${copy.channelStates.paused}.$`))).not.toBeChecked();
  for (const name of ['mail', 'casa']) await userEvent.click(await box(name));
  expect(await box('mail')).toBeDisabled();
  await save();
  await saved(onDone);
  expect(stored(backend)?.channels).toEqual(['mail']);
  for (const name of ['casa', /^tele/]) await userEvent.click(await box(name));
  await save();
  await saved(onDone, 2);
  expect(stored(backend)?.channels).toBeNull();
});

it('with mail alone there is no channel to choose; note and last day are folded away', async () => {
  const { backend, onDone } = await edit(umbralSample());
  expect(screen.queryByRole('group', { name: copy.channels })).toBeNull();
  expect(field(copy.note)).not.toBeVisible();
  await userEvent.click(screen.getByText(copy.details));
  write(copy.note, ' Para Lucía ');
  write(copy.expiry, '2020-01-01');
  await save();
  expect(field(copy.expiry)).toHaveAccessibleDescription(expiryPassed);
  expect(onDone).not.toHaveBeenCalled();
  write(copy.expiry, '2099-12-03');
  await save();
  await saved(onDone);
  expect(stored(backend)).toMatchObject({
    note: 'Para Lucía',
    expiresAt: new Date(2099, 11, 3, 23, 59, 59, 999).toISOString(),
  });
});

it('deletes what it edits, and offers the undo', async () => {
  const { backend, onDone, showToast } = await edit(umbralSample());
  await press(copy.remove);
  await waitFor(() => expect(onDone.mock.calls).toEqual([[null]]));
  expect(backend.sent).toEqual(['delete u1']);
  showToast.mock.lastCall?.[2].run();
  await waitFor(() => expect(stored(backend)).toMatchObject({ value: umbralSample().value }));
});
