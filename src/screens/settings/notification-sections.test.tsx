/** Where alerts are told besides the page: mail and its address, this browser, the weekly summary. */

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import type { Notifications } from '#contract/users.ts';
import { confirmationCopy } from '#src/copy/confirmation.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import {
  errorResponse,
  mockBackend,
  noButton,
  press,
  profile,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { BrowserNotificationsSection } from './browser-notifications-section.tsx';
import { MailSection } from './mail-section.tsx';
import { WeeklySummarySection } from './weekly-summary-section.tsx';

setupScreenTests();
afterEach(() => void Reflect.deleteProperty(window, 'Notification'));

const api = 'https://vigia.example/api/users';

function show(
  section: React.ReactNode,
  initial: Partial<Notifications> = {},
  { emailConfirmed = true }: { emailConfirmed?: boolean } = {},
) {
  let stored: Notifications = { silencio: null, correo: 'activo', navegador: false, ...initial };
  const sent: Notifications[] = [];
  mockBackend({
    'GET users/profile': [{ ...profile(), emailConfirmed }],
    'POST users/test-mail': [{}],
    'POST users/confirmation': [{}],
  });
  server.use(
    http.get(`${api}/notifications`, () => HttpResponse.json(stored)),
    http.put(`${api}/notifications`, async ({ request }) => {
      stored = (await request.json()) as Notifications;
      sent.push(stored);
      return HttpResponse.json(stored);
    }),
  );
  return { sent, ...renderScreen(section, '/dashboard/configuracion') };
}

function stubPermission(before: NotificationPermission, answer = before) {
  const request = vi.fn(async () => answer);
  Object.defineProperty(window, 'Notification', {
    configurable: true,
    value: { permission: before, requestPermission: request },
  });
  return request;
}

const noticesName = settingsCopy.notices;
const notices = () => screen.findByRole('switch', { name: noticesName });
const shownSwitch = (name: string) => screen.getByRole('switch', { name });
const refuse = () =>
  server.use(
    http.put(`${api}/notifications`, () => errorResponse(503, 'unavailable', 'Ahora no.')),
  );

it('a browser that cannot notify says so, and cannot be switched on', async () => {
  show(<BrowserNotificationsSection />);
  expect(await notices()).toBeDisabled();
  expect(screen.getByText(settingsCopy.noticesNote.unsupported)).toBeVisible();
});

it('asks the browser before it stores that it may notify', async () => {
  const request = stubPermission('default', 'granted');
  const { sent } = show(<BrowserNotificationsSection />);
  expect(await screen.findByText(/Te pedirá permiso\.$/)).toBeVisible();
  await userEvent.click(await notices());
  await waitFor(() => expect(shownSwitch(noticesName)).toBeChecked());
  expect(request).toHaveBeenCalledOnce();
  await waitFor(() => expect(sent).toMatchObject([{ navegador: true }]));
  expect(screen.queryByText(/Te pedirá permiso\.$/)).toBeNull();
});

it('a refused permission stores nothing, and says where to allow it', async () => {
  stubPermission('default', 'denied');
  const { sent } = show(<BrowserNotificationsSection />);
  await userEvent.click(await notices());
  expect(await screen.findByText(/los tiene bloqueados/)).toBeVisible();
  expect(await notices()).not.toBeChecked();
  expect(sent).toEqual([]);
});

it('switched on elsewhere, it says that this browser still has to allow it', async () => {
  stubPermission('default');
  show(<BrowserNotificationsSection />, { navegador: true });
  expect(await screen.findByText(/^Los activaste en otro navegador/)).toBeVisible();
  expect(await notices()).not.toBeChecked();
});

it('reading nearby prices aloud is this browser’s own choice, and kept', async () => {
  const name = settingsCopy.nearbyAnnouncement;
  const { sent } = show(<BrowserNotificationsSection />);
  expect(await screen.findByRole('switch', { name })).toBeChecked();
  await userEvent.click(screen.getByRole('switch', { name }));
  expect(screen.getByRole('switch', { name })).not.toBeChecked();
  expect(localStorage.getItem('vigia-nearby-announcement')).toBe('no');
  await userEvent.click(screen.getByRole('switch', { name }));
  expect(localStorage.getItem('vigia-nearby-announcement')).toBeNull();
  expect(sent).toEqual([]);
});

it('alerts by mail can be left and taken again, and each says what it means', async () => {
  const { sent } = show(<MailSection />);
  const mail = await screen.findByRole('switch', { name: settingsCopy.mailSwitch });
  expect(mail).toBeChecked();
  expect(screen.getByText(settingsCopy.mailOn)).toBeVisible();
  await userEvent.click(mail);
  expect(await screen.findByText(/^Te diste de baja/)).toBeVisible();
  await userEvent.click(mail);
  await waitFor(() => expect(sent.map(({ correo }) => correo)).toEqual(['baja', 'activo']));
});

it('says that leaving the mails could not be stored', async () => {
  show(<MailSection />);
  const mail = await screen.findByRole('switch', { name: settingsCopy.mailSwitch });
  refuse();
  await userEvent.click(mail);
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  await waitFor(() => expect(mail).toBeChecked());
});

it('a confirmed address can be tried with a mail', async () => {
  const { showToast } = show(<MailSection />);
  expect(await screen.findByText(settingsCopy.confirmed)).toBeVisible();
  noButton(confirmationCopy.resend);
  await press(settingsCopy.test);
  await waitFor(() =>
    expect(showToast).toHaveBeenCalledExactlyOnceWith(settingsCopy.sent, 'success'),
  );
});

it('an unconfirmed address says that nothing goes out yet, and gets its link again', async () => {
  const { showToast } = show(<MailSection />, {}, { emailConfirmed: false });
  expect(await screen.findByText(/^Falta confirmarla/)).toBeVisible();
  noButton(settingsCopy.test);
  await press(confirmationCopy.resend);
  await waitFor(() =>
    expect(showToast).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^Enlace en camino/),
      'success',
    ),
  );
});

const weekName = settingsCopy.week;
const week = () => screen.findByRole('switch', { name: weekName });

it('the weekly summary comes at nine of the place of the quiet hours', async () => {
  const { sent, showToast } = show(<WeeklySummarySection />, {
    silencio: { desde: '23:00', hasta: '07:00', zona: 'America/Argentina/Buenos_Aires' },
  });
  expect(await screen.findByText(/hora de Buenos Aires:/)).toBeVisible();
  await userEvent.click(await week());
  await waitFor(() =>
    expect(showToast).toHaveBeenCalledExactlyOnceWith(settingsCopy.saved, 'success'),
  );
  expect(sent).toMatchObject([{ resumenSemanal: true }]);
  expect(await week()).toBeChecked();
  expect(screen.queryByText(/^Saldrá cuando confirmes/)).toBeNull();
  expect(screen.queryByText(/^Llega aunque/)).toBeNull();
});

it('says that the summary waits for the address to be confirmed', async () => {
  show(<WeeklySummarySection />, { resumenSemanal: true }, { emailConfirmed: false });
  expect(await screen.findByText(/^Saldrá cuando confirmes/)).toBeVisible();
});
