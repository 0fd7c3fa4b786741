/** When and where alerts are sent: by mail, in this browser, in the weekly summary, not in quiet hours, and how often. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChannelItem, ChannelList } from '#contract/channels.ts';
import type { Notifications } from '#contract/users.ts';
import { type PlanName, plans } from '#domain/plans.ts';
import { confirmationCopy } from '#src/copy/confirmation.ts';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import {
  accountCredentials,
  mockBackend,
  mockRoute,
  noButton,
  optionsOf,
  press,
  profile,
  renderScreen,
  unavailable,
} from '#tests/support/screen-harness.tsx';
import { settingsSample } from '#tests/support/settings-backend.ts';
import { AccessibilitySection } from './accessibility-section.tsx';
import { BrowserRow } from './browser-row.tsx';
import { FrequencySection } from './frequency-section.tsx';
import { MailRow } from './mail-row.tsx';
import { defaultQuietHours } from './parse-quiet-hours.ts';
import { QuietHoursSection } from './quiet-hours-section.tsx';
import { WeeklySummarySection } from './weekly-summary-section.tsx';

const mail: ChannelItem = {
  id: 'mail',
  kind: 'mail',
  name: 'Correo',
  state: 'active',
  reason: null,
  lastDelivery: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const night = { ...mail, id: 'noche', kind: 'telegram', name: 'Mi móvil' } as const;
const channels: ChannelList = { items: [mail, night], kinds: [], pushKey: null, limit: 20 };

function show(section: ReactNode, initial: Partial<Notifications> = {}, emailConfirmed = true) {
  const backend = {
    stored: { quietHours: null, mail: 'on', browser: false, ...initial } as Notifications,
    sent: [] as Partial<Notifications>[],
    /** Before a change is stored. */
    answer: async (): Promise<Response | undefined> => undefined,
  };
  mockBackend({
    'GET users/profile': [{ ...profile(), emailConfirmed }],
    'POST users/test-mail': [{}],
    'POST users/confirmation': [{}],
    'GET users/notifications': [() => backend.stored],
    'GET users/channels': [channels],
    'PATCH users/notifications': [
      async (request: Request) => {
        const body = (await request.json()) as Partial<Notifications>;
        const refusal = await backend.answer();
        if (refusal !== undefined) return refusal;
        backend.stored = { ...backend.stored, ...body };
        backend.sent.push(body);
        return backend.stored;
      },
    ],
  });
  const sessionPart = { loadAccountCredentials: async () => accountCredentials };
  return { backend, ...renderScreen(section, '/dashboard/configuracion', { sessionPart }) };
}
const findSwitch = (name: string) => screen.findByRole('switch', { name });

describe('this browser', () => {
  afterEach(() => void Reflect.deleteProperty(window, 'Notification'));
  function stubPermission(permission: NotificationPermission, answer = permission) {
    const requestPermission = vi.fn(async () => answer);
    const value = { permission, requestPermission };
    Object.defineProperty(window, 'Notification', { configurable: true, value });
    return requestPermission;
  }
  const notices = () => findSwitch(copy.notices);

  it('that cannot notify says so, and cannot be switched on', async () => {
    show(<BrowserRow channels={channels} />);
    expect(await notices()).toBeDisabled();
    expect(screen.getByText(copy.noticesNote.unsupported)).toBeVisible();
  });

  it('is asked before it is stored that it may notify', async () => {
    const request = stubPermission('default', 'granted');
    const { backend } = show(<BrowserRow channels={channels} />);
    expect(await screen.findByText(/Te pedirá permiso\.$/)).toBeVisible();
    await userEvent.click(await notices());
    await waitFor(async () => expect(await notices()).toBeChecked());
    expect(request).toHaveBeenCalledOnce();
    await waitFor(() => expect(backend.sent).toMatchObject([{ browser: true }]));
    expect(screen.queryByText(/Te pedirá permiso\.$/)).toBeNull();
  });

  it('that refuses stores nothing, and says where to allow it', async () => {
    stubPermission('default', 'denied');
    const { backend } = show(<BrowserRow channels={channels} />);
    await userEvent.click(await notices());
    expect(await screen.findByText(/los tiene bloqueados/)).toBeVisible();
    expect(await notices()).not.toBeChecked();
    expect(backend.sent).toEqual([]);
  });

  it('still has to allow what was switched on elsewhere, and says so', async () => {
    stubPermission('default');
    show(<BrowserRow channels={channels} />, { browser: true });
    expect(await screen.findByText(/^Los activaste en otro navegador/)).toBeVisible();
    expect(await notices()).not.toBeChecked();
  });

  it('reads nearby prices aloud by its own choice, which is kept', async () => {
    const { backend } = show(<AccessibilitySection />);
    const nearby = await findSwitch(copy.nearbyAnnouncement);
    expect(nearby).toBeChecked();
    for (const stored of ['no', null]) {
      await userEvent.click(nearby);
      expect((nearby as HTMLInputElement).checked).toBe(stored === null);
      expect(localStorage.getItem('vigia-nearby-announcement')).toBe(stored);
    }
    expect(backend.sent).toEqual([]);
  });
});

describe('mail', () => {
  const row = <MailRow channel={mail} />;

  it('can be left and taken again, and each says what it means; what is not stored is not shown', async () => {
    const { backend } = show(row);
    const mailSwitch = await findSwitch(copy.mailSwitch);
    expect(mailSwitch).toBeChecked();
    expect(await screen.findByText(/^ana@correo\.example · /)).toBeVisible();
    await userEvent.click(mailSwitch);
    expect(await screen.findByText(/Te diste de baja/)).toBeVisible();
    await userEvent.click(mailSwitch);
    await waitFor(() => expect(backend.sent.map((part) => part.mail)).toEqual(['off', 'on']));
    backend.answer = async () => unavailable();
    await userEvent.click(mailSwitch);
    expect(await screen.findByText('Ahora no.')).toBeVisible();
    await waitFor(() => expect(mailSwitch).toBeChecked());
  });

  it('to a confirmed address can be tried, and goes to another by its dialog', async () => {
    const { toast } = show(row);
    await press(copy.test);
    expect((await toast()).message).toBe(copy.sent);
    noButton(confirmationCopy.resend);
    await press(confirmationCopy.change);
    expect(await screen.findByRole('dialog', { name: confirmationCopy.change })).toBeVisible();
  });

  it('to an unconfirmed address does not go out yet, which it says, and its link is sent again', async () => {
    const { toast } = show(row, {}, false);
    expect(await screen.findByText(/^Falta confirmarla/)).toBeVisible();
    noButton(copy.test);
    await press(confirmationCopy.resend);
    expect((await toast()).message).toBe(confirmationCopy.resent);
  });
});

describe('the weekly summary', () => {
  it('comes at nine of the place of the quiet hours', async () => {
    const zone = 'America/Argentina/Buenos_Aires';
    const quietHours = { from: '23:00', to: '07:00', zone };
    const { backend, toast } = show(<WeeklySummarySection />, { quietHours });
    expect(await screen.findByText(/hora de Buenos Aires:/)).toBeVisible();
    await userEvent.click(await findSwitch(copy.week));
    expect((await toast()).message).toBe(copy.saved);
    expect(backend.sent).toMatchObject([{ weeklySummary: true }]);
    expect(await findSwitch(copy.week)).toBeChecked();
    for (const absent of [/^Saldrá cuando confirmes/, /^Llega aunque/])
      expect(screen.queryByText(absent)).toBeNull();
  });

  it('waits for the address to be confirmed', async () => {
    show(<WeeklySummarySection />, { weeklySummary: true }, false);
    expect(await screen.findByText(/^Saldrá cuando confirmes/)).toBeVisible();
  });
});

describe('quiet hours', () => {
  const stored = { from: '23:00', to: '08:00', zone: 'Europe/Madrid' };
  async function showHours(quietHours: Notifications['quietHours'] = stored) {
    const shown = show(<QuietHoursSection />, { quietHours });
    const toggle = await findSwitch(copy.quiet);
    return { ...shown, toggle, hours: () => shown.backend.sent.map((each) => each.quietHours) };
  }
  const field = (name: string) => screen.getByLabelText(name);
  async function retype(name: string, text: string) {
    await userEvent.clear(field(name));
    await userEvent.type(field(name), text);
  }

  it('are switched on as a night of this browser’s zone, and off again', async () => {
    const { hours, toggle, toast } = await showHours(null);
    expect(toggle).not.toBeChecked();
    expect(screen.queryByLabelText(copy.from)).toBeNull();
    await userEvent.click(toggle);
    expect(await screen.findByLabelText(copy.from)).toHaveValue('23:00');
    expect(field(copy.zone)).toHaveValue(defaultQuietHours().zone);
    expect(toggle).toBeChecked();
    expect((await toast()).message).toBe(copy.saved);
    await userEvent.click(toggle);
    await waitFor(() => expect(screen.queryByLabelText(copy.from)).toBeNull());
    await waitFor(() => expect(hours()).toEqual([defaultQuietHours(), null]));
  });

  it('leave out the channels that are marked, mail never', async () => {
    await showHours();
    const patches = mockRoute('PATCH users/channels/:id', { ...night, ignoresQuietHours: true });
    await userEvent.click(await screen.findByRole('checkbox', { name: night.name }));
    await waitFor(() =>
      expect(patches).toEqual(['PATCH users/channels/noche{"ignoresQuietHours":true}']),
    );
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  });

  it('say what is wrong once the field is left, and send nothing until it is right', async () => {
    const { hours } = await showHours();
    await retype(copy.from, 'x');
    expect(screen.queryByText(copy.timeMissing)).toBeNull();
    await userEvent.tab();
    expect(await screen.findByText(copy.timeMissing)).toBeVisible();
    await retype(copy.from, '8');
    await userEvent.tab();
    expect(await screen.findByText(copy.timesEqual)).toBeVisible();
    expect(screen.queryByText(copy.timeMissing)).toBeNull();
    expect(hours()).toEqual([]);
    await retype(copy.from, '22');
    await userEvent.tab();
    await waitFor(() => expect(hours()).toEqual([{ ...stored, from: '22:00' }]));
    expect(screen.queryByText(copy.timesEqual)).toBeNull();
  });

  it('take a zone as soon as it is one of the list, and no part of its name', async () => {
    const { hours } = await showHours();
    const zone = field(copy.zone);
    expect(zone).toHaveAttribute('spellcheck', 'false');
    await userEvent.click(zone);
    // Selected by the focus: what is typed replaces it.
    await userEvent.keyboard('America/Montevide');
    expect(zone).toHaveValue('America/Montevide');
    expect(hours()).toEqual([]);
    await userEvent.keyboard('o');
    await waitFor(() => expect(hours()).toEqual([{ ...stored, zone: 'America/Montevideo' }]));
    await retype(copy.zone, 'Montevideo');
    await userEvent.tab();
    expect(await screen.findByText(copy.zoneUnknown)).toBeVisible();
    expect(hours()).toHaveLength(1);
  });

  it('keep what is typed in one field while the other is being saved', async () => {
    const { backend, hours, toast } = await showHours();
    const saved = Promise.withResolvers<undefined>();
    backend.answer = () => saved.promise;
    await retype(copy.from, '22:00');
    await userEvent.tab();
    await retype(copy.to, '07:3');
    saved.resolve(undefined);
    await toast();
    expect(field(copy.from)).toHaveValue('22:00');
    expect(field(copy.to)).toHaveValue('07:3');
    await userEvent.type(field(copy.to), '0');
    await userEvent.tab();
    await waitFor(() => expect(hours().at(-1)).toMatchObject({ from: '22:00', to: '07:30' }));
  });
});

describe('the check frequency', () => {
  async function showFrequency(plan: PlanName = 'premium', frecuencia = 60) {
    const configuracion = { ...profile().configuracion, frecuencia };
    const stored = settingsSample();
    const sent: number[] = [];
    const pending: PromiseWithResolvers<Response | undefined>[] = [];
    mockBackend({
      'GET users/profile': [{ ...profile(), plan, configuracion }],
      'GET users/config': [
        () => ({ ...stored, configuracion: { ...stored.configuracion, frecuencia } }),
      ],
      'PATCH users/config': [
        async (request: Request) => {
          const wanted = (await request.json()) as { frecuencia: number };
          const answer = Promise.withResolvers<Response | undefined>();
          sent.push(wanted.frecuencia);
          pending.push(answer);
          const refusal = await answer.promise;
          if (refusal !== undefined) return refusal;
          frecuencia = wanted.frecuencia;
          stored.version += 1;
          return { frecuencia, version: stored.version };
        },
      ],
    });
    const { showToast } = renderScreen(<FrequencySection />, '/dashboard/configuracion');
    await screen.findByText(new RegExp(`Con el plan ${plans[plan].label},`));
    const select = screen.getByLabelText(copy.frequency);
    return {
      select,
      showToast,
      choose: (seconds: number) => userEvent.selectOptions(select, String(seconds)),
      wasSent: (...all: readonly number[]) => waitFor(() => expect(sent).toEqual(all)),
      /** @param refusal undefined: it is saved */
      async answer(refusal?: Response) {
        await waitFor(() => expect(pending).not.toEqual([]));
        pending.shift()?.resolve(refusal);
      },
      /** The store tells its readers of a value with the next frame. */
      isShown: (seconds: string) => waitFor(() => expect(select).toHaveValue(seconds)),
      isSaved: (seconds: string) =>
        waitFor(() => {
          expect(select).not.toHaveAttribute('aria-busy');
          expect(select).toHaveValue(seconds);
        }),
    };
  }

  it('is not faster than the plan', async () => {
    await showFrequency('elite');
    const [fast, slow] = [
      ['Cada 5 s', 'Cada 15 s', 'Cada 30 s', 'Cada minuto'],
      ['Cada 5 min', 'Cada 15 min', 'Cada hora', 'Cada 6 h', 'Cada día'],
    ];
    expect(optionsOf(copy.frequency)).toEqual([...fast, ...slow]);
  });

  it('of a former plan, or of the API, stays in its place', async () => {
    const { select } = await showFrequency('basico', 45);
    const all = optionsOf(copy.frequency);
    expect(all[0]).toBe('Cada 45 s');
    expect(all).not.toContain('Cada 30 s');
    expect(select).toHaveValue('45');
  });

  it('chosen while another is being saved is saved after it', async () => {
    const { isShown, wasSent, choose, answer, isSaved, showToast } = await showFrequency();
    await choose(300);
    await wasSent(300);
    await choose(900);
    await isShown('900');
    await wasSent(300);
    await answer();
    await wasSent(300, 900);
    await isShown('900');
    await answer();
    await isSaved('900');
    await waitFor(() => expect(showToast).toHaveBeenCalledTimes(2));
  });

  it('that is refused gives way to the one saved before it, and says so', async () => {
    const { wasSent, choose, answer, isSaved } = await showFrequency();
    await choose(300);
    await wasSent(300);
    await choose(900);
    await answer();
    await answer(unavailable());
    expect(await screen.findByText('Ahora no.')).toBeVisible();
    await isSaved('300');
    await choose(900);
    expect(screen.queryByText('Ahora no.')).toBeNull();
    await answer();
    await isSaved('900');
  });
});
