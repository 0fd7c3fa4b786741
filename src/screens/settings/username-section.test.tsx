/** The username: saved trimmed, refused beside the field, and followed from another tab only until it is edited. */

import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { settingsCopy } from '#src/copy/settings.ts';
import { nameCopy } from '#src/copy/settings-account.ts';
import { registrationErrors } from '#src/copy/sign-in.ts';
import { baseApi } from '#store/api/base-api.ts';
import { useProfile } from '#store/use-profile.ts';
import {
  mockBackend,
  press,
  profile,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { UsernameSection } from './username-section.tsx';

setupScreenTests();

const url = 'https://vigia.example/api/users/profile';

function show() {
  const stored = profile();
  const sent: unknown[] = [];
  mockBackend({});
  server.use(
    http.get(url, () => HttpResponse.json(stored)),
    http.patch(url, async ({ request }) => {
      const part = (await request.json()) as { username: string };
      sent.push(part);
      Object.assign(stored, part);
      return HttpResponse.json(stored);
    }),
  );
  const rendered = renderScreen(
    <>
      <UsernameSection />
      <KnownName />
    </>,
    '/dashboard/configuracion',
  );
  const readAgain = () =>
    act(() => void rendered.store.dispatch(baseApi.util.invalidateTags(['Profile'])));
  return { stored, sent, readAgain, ...rendered };
}

/** The name as the page knows it, whatever the field holds. */
function KnownName() {
  return <output>{useProfile().data?.username}</output>;
}

const field = () => screen.findByLabelText(nameCopy.label);
async function rename(to: string) {
  await userEvent.clear(await field());
  if (to !== '') await userEvent.type(await field(), to);
  await press(nameCopy.save);
}

it('is saved without the spaces around it, and says so', async () => {
  const { sent, showToast } = show();
  await rename('  ana_99 ');
  await waitFor(() =>
    expect(showToast).toHaveBeenCalledExactlyOnceWith(settingsCopy.saved, 'success'),
  );
  expect(sent).toEqual([{ username: 'ana_99' }]);
});

it.each([
  ['', registrationErrors.usernameMissing],
  ['ab', registrationErrors.usernameShort],
  ['<ana>', registrationErrors.usernameCharacters],
])('«%s» is not sent', async (name, sentence) => {
  const { sent } = show();
  await rename(name);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(sent).toEqual([]);
});

it('follows another tab, but not over what is being typed', async () => {
  const { stored, readAgain } = show();
  expect(await field()).toHaveValue('ana');
  stored.username = 'ana_de_otra';
  readAgain();
  await waitFor(() => expect(screen.getByLabelText(nameCopy.label)).toHaveValue('ana_de_otra'));
  await userEvent.type(await field(), '!');
  stored.username = 'tercera';
  readAgain();
  await screen.findByText('tercera');
  expect(await field()).toHaveValue('ana_de_otra!');
});
