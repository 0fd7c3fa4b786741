/** The account: name, password, its data as a file, signing out, closing and erasing it. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { signInErrors, textForCode } from '#src/copy/auth-texts.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import {
  accountCopy,
  closeCopy,
  dropAccessCopy,
  eraseCopy,
  nameCopy,
  passwordCopy,
  reauthenticationCopy,
} from '#src/copy/settings-account.ts';
import { registrationErrors } from '#src/copy/sign-in.ts';
import * as downloads from '#src/features/downloads/download-file.ts';
import type { AccountCredentials } from '#src/features/session/session-context.ts';
import { baseApi } from '#store/api/base-api.ts';
import { useProfile } from '#store/use-profile.ts';
import {
  accountCredentials,
  breakEndpoint,
  errorResponse,
  mockBackend,
  mockRoute,
  press,
  profile,
  renderScreen,
  sessionActions,
  sessionView,
  unavailable,
} from '#tests/support/screen-harness.tsx';
import { AccountSection } from './account-section.tsx';
import { EraseAccountDialog } from './erase-account-dialog.tsx';
import { PasswordSection } from './password-section.tsx';
import { UsernameSection } from './username-section.tsx';

const rejectWith = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
const wrongPassword = textForCode(signInErrors, 'auth/wrong-password');

function show(section: ReactNode, credentials: Partial<AccountCredentials> = {}) {
  const signOut = vi.fn();
  const sessionPart = {
    session: sessionView(),
    actions: { ...sessionActions, signOut },
    loadAccountCredentials: async () => ({ ...accountCredentials, ...credentials }),
  };
  return { signOut, ...renderScreen(section, '/dashboard/configuracion', { sessionPart }) };
}
const field = (label: string) => screen.findByLabelText(label);
async function write(label: string, words: string) {
  await userEvent.clear(await field(label));
  if (words !== '') await userEvent.type(await field(label), words);
}

describe('the name', () => {
  /** The name as the page knows it, whatever the field holds. */
  const KnownName = () => <output>{useProfile().data?.username}</output>;
  function showName() {
    const stored = profile();
    mockBackend({ 'GET users/profile': [() => stored] });
    const sent = mockRoute('PATCH users/profile', async (request: Request) =>
      Object.assign(stored, await request.json()),
    );
    const shown = show([<UsernameSection key="field" />, <KnownName key="known" />]);
    const readAgain = () =>
      act(() => void shown.store.dispatch(baseApi.util.invalidateTags(['Profile'])));
    return { stored, sent, readAgain, ...shown };
  }

  it('is saved without the spaces around it, and says so', async () => {
    const { sent, toast } = showName();
    await write(nameCopy.label, '  ana_99 ');
    await press(nameCopy.save);
    expect((await toast()).message).toBe(settingsCopy.saved);
    expect(sent).toEqual(['PATCH users/profile{"username":"ana_99"}']);
  });

  it.each([
    ['', registrationErrors.usernameMissing],
    ['ab', registrationErrors.usernameShort],
    ['<ana>', registrationErrors.usernameCharacters],
  ])('«%s» is not sent', async (name, sentence) => {
    const { sent } = showName();
    await write(nameCopy.label, name);
    await press(nameCopy.save);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('follows another tab, but not over what is being typed', async () => {
    const { stored, readAgain } = showName();
    expect(await field(nameCopy.label)).toHaveValue('ana');
    stored.username = 'ana_de_otra';
    readAgain();
    await waitFor(() => expect(screen.getByLabelText(nameCopy.label)).toHaveValue('ana_de_otra'));
    await userEvent.type(await field(nameCopy.label), '!');
    stored.username = 'tercera';
    readAgain();
    await screen.findByText('tercera');
    expect(await field(nameCopy.label)).toHaveValue('ana_de_otra!');
  });
});

describe('the password', () => {
  async function change(
    [current, next, confirmation = next]: readonly string[],
    credentials: Partial<AccountCredentials> = {},
  ) {
    const changePassword = vi.fn(async () => {});
    const shown = show(<PasswordSection />, { changePassword, ...credentials });
    await write(passwordCopy.current, current ?? '');
    await write(passwordCopy.next, next ?? '');
    await write(passwordCopy.confirmation, confirmation ?? '');
    await press(passwordCopy.change);
    return { changePassword, ...shown };
  }

  it('is changed, which is said, and what was typed is forgotten', async () => {
    const { changePassword, toast } = await change(['vieja1', 'nueva22']);
    expect((await toast()).message).toBe(passwordCopy.changed);
    expect(changePassword).toHaveBeenCalledExactlyOnceWith({ current: 'vieja1', next: 'nueva22' });
    await waitFor(() => expect(screen.getByLabelText(passwordCopy.current)).toHaveValue(''));
    expect(await field(passwordCopy.next)).toHaveValue('');
    expect(screen.queryByText(passwordCopy.currentMissing)).toBeNull();
  });

  it.each([
    ['all of them', {}],
    ['what another tab removed', errorResponse(404, 'not_found', 'No está.')],
  ])('that is new offers to delete keys and channels: %s', async (_case, answer) => {
    const { showToast } = await change(['vieja1', 'nueva22']);
    const channels = [
      { id: 'mail', kind: 'mail' },
      { id: 'a1', kind: 'ntfy' },
    ];
    mockRoute('GET users/keys', { items: [{ id: 'k1' }] });
    mockRoute('GET users/channels', { items: channels });
    const deleted = mockRoute('DELETE users/:kind/:id', answer);
    await press(dropAccessCopy.offer);
    expect(deleted).toEqual([]);
    await press(accountCopy.dropAccess);
    const said = dropAccessCopy.done({ keys: 1, channels: 1 });
    await waitFor(() => expect(showToast).toHaveBeenLastCalledWith(said, 'success'));
    expect(deleted).toEqual(['DELETE users/keys/k1', 'DELETE users/channels/a1']);
  });

  it.each([
    [['', 'nueva22'], passwordCopy.currentMissing],
    [['vieja1', 'cinco'], registrationErrors.passwordShort],
    [['igual11', 'igual11'], passwordCopy.same],
    [['vieja1', 'nueva22', 'nueva23'], registrationErrors.confirmationDiffers],
    [['vieja1', 'nueva22', ''], registrationErrors.confirmationMissing],
  ])('is not sent as %j', async (typed, sentence) => {
    const { changePassword } = await change(typed);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(changePassword).not.toHaveBeenCalled();
  });

  it.each([
    ['auth/wrong-password', wrongPassword, passwordCopy.current],
    ['auth/weak-password', registrationErrors.passwordShort, passwordCopy.next],
  ])('refused with %s says so at its field, which has the focus', async (code, sentence, label) => {
    const changePassword = () => rejectWith(code);
    const { showToast } = await change(['vieja1', 'nueva22'], { changePassword });
    expect(await screen.findByText(sentence)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
    expect(await field(label)).toBeInvalid();
    expect(showToast).not.toHaveBeenCalled();
  });

  it('of who signs in with Google is not here', async () => {
    show(<PasswordSection />, { hasPassword: () => false });
    expect(await screen.findByText(passwordCopy.google)).toBeVisible();
    expect(screen.queryByLabelText(passwordCopy.current)).toBeNull();
  });
});

it('downloads everything as a file', async () => {
  const download = vi.spyOn(downloads, 'downloadFile').mockImplementation(() => {});
  show(<AccountSection />);
  mockRoute('GET users/export', HttpResponse.text('{"perfil":{}}'));
  await press(accountCopy.download);
  const file = { name: accountCopy.downloadName, type: 'application/json', text: '{"perfil":{}}' };
  await waitFor(() => expect(download).toHaveBeenCalledExactlyOnceWith(file));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('signs out at a press', async () => {
  const { signOut } = show(<AccountSection />);
  await press(accountCopy.signOut);
  expect(signOut).toHaveBeenCalledOnce();
});

it.each([
  ['signs out here too', { ended: true }, 1],
  ['stays, and says why not', unavailable(), 0],
] as const)('signing out everywhere: %s', async (_, answer, times) => {
  const { signOut } = show(<AccountSection />);
  const asked = mockRoute('DELETE users/sessions', answer);
  await press(accountCopy.signOutEverywhere);
  await waitFor(() => expect(asked).toHaveLength(1));
  if (times === 0) expect(await screen.findByText('Ahora no.')).toBeVisible();
  await waitFor(() => expect(signOut).toHaveBeenCalledTimes(times));
});

describe('closing the account', () => {
  const dialog = () => within(screen.getByRole('dialog', { name: accountCopy.close }));
  const confirm = () => userEvent.click(dialog().getByRole('button', { name: accountCopy.close }));

  it('is done once that is confirmed, says until when its data is kept, and signs out', async () => {
    const { signOut, toast } = show(<AccountSection />);
    const retainedUntil = '2029-11-26T12:00:00.000Z';
    const asked = mockRoute('DELETE users/profile', { modo: 'cerrar', retainedUntil });
    await press(accountCopy.close);
    const inThreeYears = new Date().getFullYear() + 3;
    expect(dialog().getByText(new RegExp(`hasta el .* ${inThreeYears}`))).toBeVisible();
    expect(asked).toEqual([]);
    await confirm();
    await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
    expect(asked).toEqual(['DELETE users/profile?modo=cerrar']);
    expect((await toast()).message).toBe(closeCopy.done('26 de noviembre de 2029'));
  });

  it('that failed leaves it signed in, and can be tried again or left', async () => {
    const { signOut } = show(<AccountSection />);
    breakEndpoint('delete', 'users/profile');
    await press(accountCopy.close);
    await confirm();
    expect(await screen.findByText('Ahora no.')).toBeVisible();
    expect(signOut).not.toHaveBeenCalled();
    await userEvent.click(dialog().getByRole('button', { name: accountCopy.cancel }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('erasing the account', () => {
  const erased = { modo: 'eliminar' };
  const signedInLongAgo = errorResponse(403, 'reauthentication_required', 'Entra de nuevo.');
  const erase = () => press(accountCopy.erase);
  const isGone = (signOut: () => void) => waitFor(() => expect(signOut).toHaveBeenCalledOnce());

  /** Writes the word and erases. @param answers of the server, in order */
  async function begin(answers: readonly unknown[], hasPassword = true) {
    const reauthenticate = vi.fn(async (password: string) => {
      if (hasPassword && password !== 'vigia-2026') await rejectWith('auth/wrong-password');
    });
    const requests = mockRoute('DELETE users/profile', ...answers);
    const credentials = { hasPassword: () => hasPassword, reauthenticate };
    const shown = show(<EraseAccountDialog onClose={() => {}} />, credentials);
    expect(await field(eraseCopy.confirmation)).toHaveAttribute('spellcheck', 'false');
    expect(screen.queryByLabelText(passwordCopy.title)).toBeNull();
    await erase();
    expect(await screen.findByText(eraseCopy.notConfirmed)).toBeVisible();
    expect(requests).toEqual([]);
    await write(eraseCopy.confirmation, eraseCopy.word);
    await erase();
    return { requests, reauthenticate, ...shown };
  }

  it('is done once the word is written, after a recent sign-in, and signs out', async () => {
    const { signOut, requests, reauthenticate, toast } = await begin([erased]);
    await isGone(signOut);
    expect(requests).toEqual(['DELETE users/profile?modo=eliminar']);
    expect(reauthenticate).not.toHaveBeenCalled();
    expect((await toast()).message).toBe(eraseCopy.done);
  });

  it('asks who signed in long ago for the password, without which nothing could be erased', async () => {
    const { signOut, requests } = await begin([signedInLongAgo, erased]);
    expect(await screen.findByText(reauthenticationCopy.proof)).toBeVisible();
    expect(screen.queryByText('Entra de nuevo.')).toBeNull();
    expect(await field(passwordCopy.title)).toHaveFocus();
    for (const [password, sentence] of [
      ['', registrationErrors.passwordMissing],
      ['no-es', wrongPassword],
    ] as const) {
      await write(passwordCopy.title, password);
      await erase();
      expect(await screen.findByText(sentence)).toBeVisible();
      expect([requests.length, signOut.mock.calls]).toEqual([1, []]);
    }
    await write(passwordCopy.title, 'vigia-2026');
    await erase();
    await isGone(signOut);
  });

  it('asks who has no password to sign in with Google again', async () => {
    const { signOut, reauthenticate } = await begin([signedInLongAgo, erased], false);
    await press(reauthenticationCopy.google);
    await isGone(signOut);
    expect(reauthenticate).toHaveBeenCalledOnce();
  });

  it('says why it failed, and asks for no password because of that', async () => {
    const { signOut } = await begin([unavailable()]);
    expect(await screen.findByText('Ahora no.')).toBeVisible();
    expect(screen.queryByText(reauthenticationCopy.proof)).toBeNull();
    expect(signOut).not.toHaveBeenCalled();
  });
});
