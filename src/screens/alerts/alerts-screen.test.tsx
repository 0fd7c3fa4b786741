/** The alert history: paged, filtered, read one by one or at once, exported, and kept up to date while messages are under way. */
import { setupListeners } from '@reduxjs/toolkit/query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AlertItem } from '#contract/alerts.ts';
import { alertDetailsCopy, alertsCopy as copy } from '#src/copy/alerts.ts';
import * as downloads from '#src/features/downloads/download-file.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import {
  api,
  mockBackend,
  noButton,
  optionsOf,
  press,
  profile,
  renderScreen,
  server,
  unavailable,
} from '#tests/support/screen-harness.tsx';
import { settingsSample } from '#tests/support/settings-backend.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { setVisibility } from '#tests/support/visibility.ts';
import { AlertsScreen } from './alerts-screen.tsx';

const path = '/dashboard/alertas';
const reasons = () => screen.findAllByRole('button', { name: /^¿Por qué me llegó\?/ });
/** By text: computing the accessible names of many rows is slow. */
const rows = () => screen.queryAllByText(alertDetailsCopy.whyReceived).length;
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const showsRows = (amount: number) => waitFor(() => expect(rows()).toBe(amount));

/** The history of an account with these alerts, newest first; `failsFor` makes a request fail. */
function show(alerts: readonly AlertItem[], search = '', { plan = 'premium', umbrales = {} } = {}) {
  mockBackend({
    'GET users/profile': [{ ...profile(), plan }],
    'GET users/config': [settingsSample(umbrales)],
  });
  const backend = {
    alerts: [...alerts],
    failsFor: (_url: URL) => false,
    failedChanges: 0,
    /** The last question for the history. */
    asked: {} as Record<string, string>,
    reads: 0,
    /** What was marked as read. */
    changes: [] as unknown[],
  };
  const unread = () => backend.alerts.filter(({ read }) => !read).length;
  server.use(
    http.get(api('users/alerts'), ({ request }) => {
      const url = new URL(request.url);
      const { searchParams } = url;
      if (backend.failsFor(url)) return unavailable();
      if (request.headers.get('accept') === 'text/csv') return new HttpResponse('fecha\n');
      if (searchParams.get('limit') === '50') {
        backend.asked = Object.fromEntries(searchParams);
        backend.reads += 1;
      }
      const wanted = backend.alerts.filter(
        ({ read, delivery }) =>
          !(searchParams.has('unread') && read) &&
          !(searchParams.has('failed') && delivery.state !== 'failed'),
      );
      const from = Number(searchParams.get('cursor') ?? 0);
      const next = from + Number(searchParams.get('limit'));
      const nextCursor = next < wanted.length ? String(next) : null;
      return HttpResponse.json({ items: wanted.slice(from, next), nextCursor, unread: unread() });
    }),
    http.patch(api('users/alerts'), async ({ request }) => {
      if (backend.failsFor(new URL(request.url))) {
        backend.failedChanges += 1;
        return unavailable();
      }
      const change = (await request.json()) as { ids?: string[] };
      backend.changes.push(change);
      backend.alerts = backend.alerts.map((alert) =>
        change.ids?.includes(alert.id) === false ? alert : { ...alert, read: true },
      );
      return HttpResponse.json({ unread: unread() });
    }),
  );
  return { backend, ...renderScreen(<AlertsScreen />, path + search) };
}

const many = (amount: number) =>
  Array.from({ length: amount }, (_, index) =>
    alertSample({ id: String(1_000 - index), read: true }),
  );

it.each([
  [{}, copy.toMatches, '/dashboard/partidos'],
  [{ t1: umbralSample() }, copy.toThresholds, '/dashboard/umbrales'],
])(
  'without an alert yet, with thresholds %j, it leads to what comes next',
  async (umbrales, name, to) => {
    show([], '', { umbrales });
    expect(await screen.findByText(copy.emptyTitle)).toBeVisible();
    expect(await title(copy.title)).toBeVisible();
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', to);
    expect(screen.queryByRole('form', { name: copy.filter })).toBeNull();
    for (const absent of [copy.markAll, copy.more]) noButton(absent);
  },
);

describe('filters', () => {
  it('of the address are asked of the server, and can be cleared', async () => {
    const { backend, navigate } = show([]);
    for (const [search, asked, none] of [
      ['?ver=sin-leer', { unread: 'true' }, copy.noneUnread],
      ['?ver=con-fallo', { failed: 'true' }, copy.noneFound],
      ['?umbral=t1', { threshold: 't1' }, copy.noneFound],
      ['?partido=m1', { match: 'm1' }, copy.noneFound],
      ['?desde=2026-10-22', { since: new Date('2026-10-22T00:00').toISOString() }, copy.noneFound],
      ['?desde=22-10-2026', {}, copy.emptyTitle],
      ['?desde=2026', {}, copy.emptyTitle],
    ] as const) {
      await navigate(path + search);
      const isFiltered = Object.keys(asked).length > 0;
      // What asks for nothing has been read already.
      if (isFiltered) await waitFor(() => expect(backend.asked).toEqual({ ...asked, limit: '50' }));
      expect(await screen.findByText(none)).toBeVisible();
      const clear = screen.queryAllByRole('button', { name: copy.clear });
      expect([search, clear.length > 0, backend.reads <= 6]).toEqual([search, isFiltered, true]);
    }
  });

  it('offer watched matches and those of the alerts by name', async () => {
    const of = (id: string, matchId: string, matchName: string) =>
      alertSample({ id, matchId, matchName, read: true });
    const { backend, address } = show([
      of('2', 'm2', 'Perú – Chile'),
      of('1', 'm1', 'Angola – Mali'),
    ]);
    const watched = { items: [{ id: 'm9', name: 'Ávila – Olot' }], nextCursor: null };
    server.use(http.get(api('monitoring/matches'), () => HttpResponse.json(watched)));
    const names = ['Angola – Mali', 'Ávila – Olot', 'Perú – Chile'];
    await waitFor(() => expect(optionsOf(copy.match)).toEqual([copy.everyMatch, ...names]));
    await userEvent.selectOptions(screen.getByLabelText(copy.match), 'Ávila – Olot');
    fireEvent.change(screen.getByLabelText(copy.since), { target: { value: '2026-10-22' } });
    await press(copy.failed);
    const since = new Date('2026-10-22T00:00').toISOString();
    await waitFor(() =>
      expect(backend.asked).toEqual({ match: 'm9', since, failed: 'true', limit: '50' }),
    );
    expect(address()).toBe(`${path}?partido=m9&desde=2026-10-22&ver=con-fallo`);
    expect(screen.getByRole('option', { selected: true, name: 'Ávila – Olot' })).toBeVisible();
    await userEvent.click((await screen.findAllByText(copy.clear))[0] as HTMLElement);
    expect(address()).toBe(path);
    await showsRows(2);
  });
});

describe('a long history', () => {
  it('loads page by page; a page that fails leaves the others and can be retried', async () => {
    const { backend } = show(many(60));
    await showsRows(50);
    backend.failsFor = (url) => url.searchParams.has('cursor');
    await userEvent.click(await screen.findByText(copy.more));
    expect(await screen.findByText('Ahora no.')).toBeVisible();
    await showsRows(50);
    backend.failsFor = () => false;
    await userEvent.click(screen.getByText('Reintentar'));
    await showsRows(60);
    expect(screen.queryByText(copy.more)).toBeNull();
  });

  it.each([
    ['csv', 'text/csv', 'fecha\n'],
    ['json', 'application/json', { items: many(1_200) }],
  ] as const)(
    'is exported whole as %s, however many pages it has',
    async (format, type, content) => {
      const download = vi.spyOn(downloads, 'downloadFile').mockReturnValue();
      show(many(1_200), '', { plan: 'elite' });
      expect(await screen.findByText(copy.visible(null))).toBeVisible();
      await userEvent.click(await screen.findByText(copy.exportAs[format]));
      await waitFor(() => expect(download).toHaveBeenCalledOnce());
      const [file] = download.mock.calls[0] ?? [];
      expect(file).toMatchObject({ name: copy.fileNames[format], type });
      expect(format === 'csv' ? file?.text : JSON.parse(file?.text ?? '')).toEqual(content);
    },
  );

  it('is not offered as a file where the plan has none', async () => {
    show(many(1), '', { plan: 'basico' });
    expect(await screen.findByText(/Exportar el historial es de los planes/)).toBeVisible();
    noButton(/^Exportar/);
  });
});

it('says why it cannot be read, never that all has been read, nor the alerts of another filter', async () => {
  const { backend } = show([alertSample()]);
  backend.failsFor = () => true;
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(await title(copy.title)).toBeVisible();
  backend.failsFor = () => false;
  await press('Reintentar');
  expect(await title('Una sin leer')).toBeVisible();
  backend.failsFor = (url) => url.searchParams.has('unread');
  await press(/^Sin leer/);
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(rows()).toBe(0);
});

describe('reading', () => {
  const failed = { state: 'failed', attempts: 9, sentAt: null } as const;

  it('opens one at most, whose address says which; each unread one is marked as read, alone', async () => {
    const three = ['3', '2', '1'].map((id) => alertSample({ id, read: id === '2' }));
    const { backend, address } = show(three);
    const toggle = async (index: number, at: string) => {
      await userEvent.click((await reasons())[index] as HTMLElement);
      await waitFor(() => expect(address()).toBe(path + at));
      const expanded = (await reasons()).map((each) => each.getAttribute('aria-expanded'));
      expect(expanded.indexOf('true')).toBe(at === '' ? -1 : index);
      expect(expanded.lastIndexOf('true')).toBe(at === '' ? -1 : index);
    };
    await toggle(0, '?alerta=3');
    await waitFor(() => expect(backend.changes).toEqual([{ read: true, ids: ['3'] }]));
    await toggle(1, '?alerta=2');
    await toggle(1, '');
    await toggle(2, '?alerta=1');
    await waitFor(() => expect(backend.changes.slice(1)).toEqual([{ read: true, ids: ['1'] }]));
  });

  it('one keeps it at its place in the list of unread ones, as read, and its address', async () => {
    const { backend, address } = show(
      ['3', '2', '1'].map((id) => alertSample({ id, matchName: `Partido ${id}` })),
      '?ver=sin-leer',
    );
    const names = () =>
      screen.getAllByRole('link', { name: /^Partido/ }).map((link) => link.textContent);
    await userEvent.click((await reasons())[1] as HTMLElement);
    expect(await title('Dos sin leer')).toBeVisible();
    expect(backend.alerts.map(({ read }) => read)).toEqual([false, true, false]);
    expect(address()).toBe(`${path}?ver=sin-leer&alerta=2`);
    const pinned = ['Partido 3, sin leer', 'Partido 2', 'Partido 1, sin leer'];
    await waitFor(() => expect(names()).toEqual(pinned));
    expect(screen.getByText(/^Estaba a 187,40/)).toBeVisible();
    await press(copy.all);
    expect(address()).toBe(path);
  });

  it('all at once leaves nothing to be marked', async () => {
    const { backend } = show([alertSample({ id: '2' }), alertSample({ id: '1' })]);
    expect(await title('Dos sin leer')).toBeVisible();
    await press(copy.markAll);
    expect(await title('Todo leído')).toBeVisible();
    await waitFor(() => expect(backend.alerts.map(({ read }) => read)).toEqual([true, true]));
    await waitFor(() => expect(screen.getByRole('button', { name: copy.markAll })).toBeDisabled());
  });

  it('shows a mail that failed for good, until its alert is read', async () => {
    show([alertSample({ id: '3' }), alertSample({ id: '2', delivery: failed })]);
    await press(copy.seeUnsent);
    await showsRows(1);
    expect(screen.getByText('9 intentos')).toBeVisible();
    await press(/^¿Por qué me llegó\?/);
    await waitFor(() => expect(screen.queryByText(copy.unsent)).toBeNull());
  });
});

describe('the history is read again every ten seconds', () => {
  const now = Date.parse('2026-11-21T18:00:00.000Z');
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, now }));
  const elapse = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  async function start(items: readonly AlertItem[]) {
    const { backend, store } = show(items);
    // The ten seconds begin with the answer.
    const expectReads = (count: number) =>
      waitFor(() => {
        const queries = Object.values(store.getState().api.queries);
        const isAnswered = queries.every((query) => query?.status === 'fulfilled');
        expect([backend.reads, isAnswered]).toEqual([count, true]);
      });
    await expectReads(1);
    return { backend, store, expectReads };
  }
  const mail = (state: AlertItem['delivery']['state'], minutesAgo = 1): AlertItem =>
    alertSample({
      id: state,
      createdAt: new Date(now - minutesAgo * 60_000).toISOString(),
      delivery: { state, attempts: 0, sentAt: null },
    });
  type State = 'pending' | 'sending' | 'sent' | 'failed';
  const message = (...states: readonly State[]): AlertItem => ({
    ...mail('sent'),
    channels: states.map((state, index) => ({
      channelId: String(index),
      kind: 'ntfy',
      name: 'ntfy',
      attempts: 0,
      sentAt: null,
      state,
    })),
  });

  it.each<[string, AlertItem[], reads: 1 | 2]>([
    ['for a mail that waits', [mail('waiting')], 2],
    ['for one mail among others', [mail('sent'), mail('pending')], 2],
    ['for a mail of some minutes ago', [mail('sending', 9)], 2],
    ['for a message to a channel among others', [message('sent', 'sending')], 2],
    ['not for a mail that waits for long, as in quiet hours', [mail('waiting', 11)], 1],
    ['not for mails sent, failed and not wanted', [mail('sent'), mail('failed'), mail('none')], 1],
    ['not for messages that have arrived or failed', [message('sent', 'failed')], 1],
    ['not for no alerts', [], 1],
  ])('%s, until all have arrived', async (_what, items, reads) => {
    const { backend, expectReads } = await start(items);
    backend.alerts = [mail('sent')];
    await elapse(10_100);
    await expectReads(reads);
    await elapse(600_000);
    await expectReads(reads);
  });

  it('not in a hidden tab', async () => {
    const { store, expectReads } = await start([mail('pending')]);
    const stopListening = setupListeners(store.dispatch);
    setVisibility('hidden');
    await elapse(60_000);
    await expectReads(1);
    setVisibility('visible');
    await elapse(10_100);
    await expectReads(2);
    stopListening();
  });
});
