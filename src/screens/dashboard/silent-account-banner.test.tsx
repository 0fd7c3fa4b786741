/** When it says that nothing reaches the user, and that mail is turned on again by it. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { silentAccountCopy as copy } from '#src/copy/silent-account.ts';
import { mockBackend, profile, renderScreen } from '#tests/support/screen-harness.tsx';
import { SilentAccountBanner } from './silent-account-banner.tsx';

const channel = (kind: string, state: string, failure?: string) => ({
  id: kind,
  kind,
  name: kind,
  state,
  ...(failure === undefined ? {} : { failure }),
});
function show(
  mail: 'on' | 'off',
  others: readonly ReturnType<typeof channel>[] = [],
  account: { readonly mailRefusal?: string; readonly emailConfirmed?: boolean } = {},
) {
  const settings = { quietHours: null, mail, browser: false };
  const turnedOn = { ...settings, mail: 'on' };
  const backend = mockBackend({
    'GET users/profile': [{ ...profile(), ...account }],
    'POST users/test-mail': [{ queued: true, to: 'ana@correo.example' }],
    'GET users/notifications': [settings, turnedOn],
    'PATCH users/notifications': [turnedOn],
    'GET users/channels': [
      { items: [channel('mail', 'paused'), ...others], kinds: [], pushKey: null, limit: 3 },
    ],
  });
  renderScreen(<SilentAccountBanner />, '/dashboard');
  return backend;
}

it.each([
  ['mail is off', [], copy.silentMail],
  ['mail is off and another is stopped', [channel('ntfy', 'stopped')], copy.silentAll],
  ['mail is off and another is paused', [channel('ntfy', 'paused')], copy.silentAll],
  ['mail is off and another fails', [channel('ntfy', 'active', 'No.')], copy.silentAll],
])('where %s it says so, until mail is on again', async (_case, others, words) => {
  show('off', others);
  expect(await screen.findByRole('status')).toHaveTextContent(`${copy.silent} ${words}`);
  await userEvent.click(screen.getByRole('button', { name: copy.activateMail }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

const refused = { mailRefusal: '550 5.1.1 no such user' };
it('where the last mail was refused it says why, and sends a test', async () => {
  const requests = show('on', [channel('ntfy', 'stopped')], refused);
  expect(await screen.findByRole('status')).toHaveTextContent(
    copy.silentRefused('ana@correo.example', refused.mailRefusal),
  );
  await userEvent.click(screen.getByRole('button', { name: copy.testMail }));
  await waitFor(() => expect(requests).toContain('POST users/test-mail'));
});

it.each([
  ['mail is on', 'on', [], {}],
  ['another channel is active', 'off', [channel('ntfy', 'active')], {}],
  ['mail is refused but another works', 'on', [channel('ntfy', 'active')], refused],
  ['the address is not confirmed', 'off', [], { emailConfirmed: false }],
] as const)('where %s it says nothing', async (_case, mail, others, part) => {
  const requests = show(mail, [...others], part);
  const isAsked = mail === 'off' || 'mailRefusal' in part;
  await waitFor(() => expect(requests).toHaveLength(isAsked ? 4 : 3));
  expect(screen.queryByRole('status')).toBeNull();
});
