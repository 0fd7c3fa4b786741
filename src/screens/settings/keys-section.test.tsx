/** The keys for programs: none yet, all that the plan has, or not in the plan; their states; creating and revoking one. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { ApiKeyItem } from '#contract/api-keys.ts';
import { signInErrors, textForCode } from '#src/copy/auth-texts.ts';
import { channelSetupCopy } from '#src/copy/channels.ts';
import { confirmationCopy } from '#src/copy/confirmation.ts';
import { keysCopy as copy } from '#src/copy/keys.ts';
import { reauthenticationCopy } from '#src/copy/settings-account.ts';
import {
  accountCredentials,
  button,
  errorResponse,
  mockBackend,
  mockRoute,
  noButton,
  optionsOf,
  plainText,
  press,
  profile,
  renderScreen,
} from '#tests/support/screen-harness.tsx';
import { KeysSection } from './keys-section.tsx';

const key = (part: Partial<ApiKeyItem> = {}): ApiKeyItem => ({
  id: 'k1',
  name: 'Mi hoja',
  prefix: 'vigia_ab',
  scope: 'read',
  state: 'active',
  createdAt: '2026-01-01T00:00:00.000Z',
  usedAt: null,
  expiresAt: null,
  ...part,
});

function show(limit: number, keys: readonly ApiKeyItem[] = [], emailConfirmed = true) {
  const backend = { items: keys };
  mockBackend({
    'GET users/profile': [{ ...profile(), emailConfirmed }],
    'GET users/keys': [() => ({ items: backend.items, limit, deletedAt: null })],
  });
  const reauthenticate = async (password: string) => {
    if (password !== 'vigia-2026')
      throw Object.assign(new Error(), { code: 'auth/wrong-password' });
  };
  const loadAccountCredentials = async () => ({ ...accountCredentials, reauthenticate });
  const sessionPart = { loadAccountCredentials };
  return { backend, ...renderScreen(<KeysSection />, '/dashboard/configuracion', { sessionPart }) };
}
function stopAt(now: string) {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
}

it.each([
  ['none yet, it offers one', 1, [], copy.none, true],
  ['all that the plan has, it offers no more', 1, [key()], copy.full, false],
])('with %s', async (_what, limit, keys, words, isOffered) => {
  show(limit, keys);
  expect(await screen.findByText(words)).toBeVisible();
  const create = await button(copy.create);
  expect(!(create as HTMLButtonElement).disabled).toBe(isOffered);
});

it('leads to the plans where the plan has none, and still lists those of a former plan', async () => {
  show(0, [key({ state: 'plan' })]);
  const link = await screen.findByRole('link', { name: copy.seePlans });
  expect(link).toHaveAttribute('href', '/dashboard/plan');
  expect(screen.getByText(new RegExp(copy.overPlan))).toBeVisible();
  noButton(copy.create);
});

it('offers none before the address is confirmed, but the link again', async () => {
  show(1, [], false);
  expect(await screen.findByText(copy.confirmFirst)).toBeVisible();
  expect(await button(confirmationCopy.resend)).toBeEnabled();
  noButton(copy.create);
});

it('says of each what it may do, until when, and when it was used', async () => {
  stopAt('2026-03-01T12:00:00.000Z');
  show(10, [
    key({ expiresAt: '2026-05-02T12:00:00.000Z' }),
    key({ id: 'k2', scope: 'write', usedAt: '2026-03-01T09:00:00.000Z' }),
    key({ id: 'k3', state: 'expired', expiresAt: '2026-02-02T12:00:00.000Z' }),
    key({ id: 'k4', state: 'plan' }),
  ]);
  await screen.findAllByText('Mi hoja');
  const reads = copy.scopes.read;
  const expected = [
    `${reads} · Caduca el 2 de mayo de 2026 · ${copy.unused}`,
    `${copy.scopes.write} · Usada hace 3 h`,
    `${reads} · ${copy.expired} · ${copy.unused}`,
    `${reads} · ${copy.overPlan} · ${copy.unused}`,
  ];
  expect(screen.getAllByRole('listitem').map(plainText)).toEqual(
    expected.map((words) => expect.stringContaining(`vigia_ab… · ${words}`)),
  );
});

it('revokes one once it is confirmed', async () => {
  const { backend, toast } = show(1, [key()]);
  mockRoute('DELETE users/keys/k1', () => {
    backend.items = [];
    return key();
  });
  await press(copy.revokeName('Mi hoja'));
  expect(screen.getByText(copy.revokeLead('Mi hoja'))).toBeVisible();
  await userEvent.click(screen.getByText(copy.revoke, { selector: 'dialog *' }));
  expect(await screen.findByText(copy.none)).toBeVisible();
  expect((await toast()).message).toBe(copy.revoked('Mi hoja'));
});

describe('creating one', () => {
  const secret = 'vigia_abcd_secreto';

  /** Opens the dialog. @param refusals before it is created. @returns what it sends */
  async function open(...refusals: readonly Response[]) {
    const { backend } = show(1);
    const sent = mockRoute('POST users/keys', ...refusals, () => {
      backend.items = [key()];
      return { ...key(), key: secret };
    });
    await press(copy.create);
    const dialog = within(await screen.findByRole('dialog', { name: copy.create }));
    const choose = (label: string, option: string) =>
      userEvent.selectOptions(dialog.getByLabelText(label), option);
    const pressIn = (name: string) => userEvent.click(dialog.getByRole('button', { name }));
    return { sent, dialog, choose, pressIn };
  }

  it('shows it this once', async () => {
    stopAt('2026-03-01T12:00:00.000Z');
    const { sent, dialog, choose, pressIn } = await open();
    await pressIn(copy.create);
    expect(await dialog.findByText(copy.nameMissing)).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.type(dialog.getByLabelText(copy.name), ' Mi hoja ');
    expect(dialog.getByText(copy.scopeNotes.read)).toBeVisible();
    await choose(copy.scope, copy.scopes.write);
    expect(dialog.getByText(copy.scopeNotes.write)).toBeVisible();
    const { never, 30: month, 90: quarter, 365: year } = copy.expiries;
    expect(optionsOf(copy.expiry)).toEqual([never, month, quarter, year]);
    await choose(copy.expiry, month);
    await pressIn(copy.create);
    expect(await dialog.findByText(secret)).toBeVisible();
    expect(dialog.getByRole('status')).toHaveTextContent(copy.shownOnce);
    expect(dialog.queryByLabelText(copy.name)).toBeNull();
    const expiresAt = '2026-03-31T12:00:00.000Z';
    const body = JSON.stringify({ name: 'Mi hoja', scope: 'write', expiresAt });
    expect(sent).toEqual([`POST users/keys${body}`]);
    await pressIn('Cerrar');
    expect(dialog.getByText(channelSetupCopy.uncopied)).toBeVisible();
    expect(dialog.getByText(secret)).toBeVisible();
    await pressIn(copy.done);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(secret)).toBeNull();
    expect(await screen.findByText('Mi hoja')).toBeVisible();
  });

  it('asks who it is where the sign-in was long ago', async () => {
    const refusal = errorResponse(403, 'reauthentication_required', 'Entra de nuevo.');
    const { sent, dialog } = await open(refusal);
    await userEvent.type(dialog.getByLabelText(copy.name), 'Mi hoja{Enter}');
    expect(await dialog.findByText(reauthenticationCopy.proof)).toBeVisible();
    const password = dialog.getByLabelText(reauthenticationCopy.password);
    await userEvent.type(password, 'otra{Enter}');
    expect(await dialog.findByText(textForCode(signInErrors, 'auth/wrong-password'))).toBeVisible();
    expect(sent).toHaveLength(1);
    await userEvent.clear(password);
    await userEvent.type(password, 'vigia-2026{Enter}');
    expect(await dialog.findByText(secret)).toBeVisible();
  });
});
