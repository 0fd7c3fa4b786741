/** The channels: their states, what can be added with which plan, a test of one, and adding one of each kind. */

import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PathParams } from 'msw';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { ChannelItem, ChannelList, ChannelTest } from '#contract/channels.ts';
import { channelsCopy as copy, channelSetupCopy as setup } from '#src/copy/channels.ts';
import { confirmationCopy } from '#src/copy/confirmation.ts';
import {
  button,
  errorResponse,
  mockBackend,
  mockRoute,
  noButton,
  plainText,
  press,
  profile,
  renderScreen,
} from '#tests/support/screen-harness.tsx';
import { ChannelsSection } from './channels-section.tsx';

const channel = (part: Partial<ChannelItem> = {}): ChannelItem => ({
  id: 'uno',
  kind: 'ntfy',
  name: 'Mi móvil',
  state: 'active',
  reason: null,
  lastDelivery: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...part,
});
const mail = channel({ id: 'mail', kind: 'mail', name: copy.kinds.mail });
const offered: ChannelList['kinds'] = [
  { kind: 'push', plan: 'basico' },
  { kind: 'ntfy', plan: 'premium' },
  { kind: 'webhook', plan: 'elite' },
];

interface Situation {
  readonly emailConfirmed?: boolean;
  readonly plan?: string;
  readonly items?: readonly ChannelItem[];
  readonly kinds?: ChannelList['kinds'];
  readonly limit?: number;
  /** What the channel's other side says to each test in turn; the last one again and again. */
  readonly tests?: readonly Partial<ChannelTest>[];
  /** What creating one answers beside the channel. */
  readonly created?: { readonly secret?: string; readonly link?: string };
}

function show({
  plan = 'elite',
  emailConfirmed = true,
  items = [],
  kinds = offered,
  limit = 10,
  tests = [{}],
  created = {},
}: Situation = {}) {
  const backend = { items: [mail, ...items], sent: [] as unknown[], tested: [] as unknown[] };
  const find = (wanted: unknown) => backend.items.find(({ id }) => id === wanted);
  mockBackend({
    'GET users/profile': [{ ...profile(), plan, emailConfirmed }],
    'GET users/notifications': [{ quietHours: null, mail: 'on', browser: false }],
    'GET users/channels': [() => ({ items: backend.items, kinds, pushKey: null, limit })],
    'POST users/channels': [
      async (request: Request) => {
        const sent = (await request.json()) as { kind: 'ntfy'; name: string };
        backend.sent.push(sent);
        const state = sent.kind === ('telegram' as string) ? 'paused' : 'active';
        const item = channel({ id: 'nuevo', kind: sent.kind, name: sent.name, state });
        backend.items = [...backend.items, item];
        return { ...item, ...created };
      },
    ],
    'POST users/channels/:id/test': tests.map((answer) => (_: Request, { id }: PathParams) => {
      backend.tested.push(id);
      return { delivered: true, status: 200, answer: 'ok', ...answer };
    }),
    'DELETE users/channels/:id': [
      (_: Request, { id }: PathParams) => {
        const gone = find(id);
        backend.items = backend.items.filter((item) => item !== gone);
        return gone;
      },
    ],
    'PATCH users/channels/:id': [
      async (request: Request, { id }: PathParams) => {
        const patch = (await request.json()) as Partial<ChannelItem>;
        backend.sent.push(patch);
        return Object.assign(find(id) ?? {}, patch);
      },
    ],
  });
  const rendered = renderScreen(<ChannelsSection />, '/dashboard/configuracion');
  return { backend, ...rendered };
}

const itemsOf = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map(plainText);
const rows = () => itemsOf(copy.list);
const dialog = () => within(screen.getByRole('dialog'));
const field = (label: string) => dialog().getByLabelText(label);
const pressIn = (name: string) => userEvent.click(dialog().getByRole('button', { name }));

it('says of each what it is, its state, and why it is stopped', async () => {
  const now = new Date().toISOString();
  show({
    items: [
      channel(),
      channel({ id: 'dos', name: 'ntfy', state: 'paused' }),
      channel({ id: 'tres', state: 'paused', reason: 'No cabe en tu plan.' }),
      channel({ id: 'cuatro', state: 'stopped', reason: 'Responde 410.' }),
      channel({ id: 'cinco', lastDelivery: now }),
      channel({ id: 'seis', failure: copy.undelivered('Respondió 404.') }),
      channel({ id: 'siete', testedAt: now, ignoresQuietHours: true }),
    ],
  });
  await screen.findByText(/^ana@correo/);
  const texts = await rows();
  expect(texts[0]).toContain(`${copy.kinds.mail}ana@correo.example · ${copy.noDelivery}`);
  expect(texts[1]).toContain(copy.thisBrowser);
  expect(texts.slice(2)).toEqual(
    [
      `Mi móvilntfy · ${copy.states.active} · ${copy.noDelivery}`,
      `ntfy${copy.states.paused} · ${copy.noDelivery}`,
      `${copy.states.paused} · No cabe en tu plan.`,
      copy.stopped('Responde 410.'),
      'Última entrega',
      copy.undelivered('Respondió 404.'),
      `${copy.atAnyHour} · ${copy.noDelivery} · ${copy.tested(now)}`,
    ].map((words) => expect.stringContaining(words)),
  );
  expect(texts[7]).toContain(copy.failing);
  expect(screen.getByText('7 de 10 canales')).toBeVisible();
});

it('offers what the plan has, and says which plan has the rest', async () => {
  show({ plan: 'premium' });
  expect(await button(copy.add(setup.titles.ntfy))).toBeEnabled();
  // Once the plan is read.
  const link = await screen.findByRole('link', { name: `${copy.seePlans}: ${copy.kinds.webhook}` });
  const texts = await itemsOf(copy.offers);
  expect(texts[0]).toBe(`ntfy${copy.offerNotes.ntfy}${copy.addShort}`);
  expect(texts[1]).toContain(copy.fromPlan('Elite'));
  expect((await rows())[1]).toContain(copy.pushUnsupported);
  expect(link).toHaveAttribute('href', '/dashboard/plan');
  noButton(copy.add(setup.titles.webhook));
  noButton(copy.add(setup.titles.push));
});

it('a test says whether it has come, and with what answer not', async () => {
  const { backend } = show({
    items: [channel()],
    tests: [{ delivered: false, answer: 'Responde 403.' }, {}],
  });
  await press(copy.testName('Mi móvil'));
  expect(await screen.findByText(copy.undelivered('Responde 403.'))).toBeVisible();
  await press(copy.testName('Mi móvil'));
  expect(await screen.findByText(copy.delivered)).toBeVisible();
  expect(screen.queryByText(/no llegó/)).toBeNull();
  expect(backend.tested).toEqual(['uno', 'uno']);
});

it('gives a channel whose test failed another address, and tests it', async () => {
  const { backend } = show({
    items: [channel({ kind: 'webhook', failure: 'La prueba no llegó.' })],
  });
  await press(copy.moveName('Mi móvil'));
  await userEvent.type(field(setup.address), 'https://robot.example/alertas');
  await pressIn(copy.moveSubmit);
  await waitFor(() => expect(backend.tested).toEqual(['uno']));
  const settings = { url: 'https://robot.example/alertas' };
  expect(backend.sent).toEqual([{ name: 'Mi móvil', settings }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('is renamed and removed in a dialog that can be left', async () => {
  const { backend, showToast } = show({ items: [channel()] });
  await press(copy.renameName('Mi móvil'));
  const name = field(copy.name);
  expect(name).toHaveValue('Mi móvil');
  await userEvent.clear(name);
  await pressIn(copy.save);
  expect(await dialog().findByText(/^Escribe un nombre/)).toBeVisible();
  await userEvent.type(name, 'Tableta');
  await pressIn(copy.save);
  expect(await screen.findByText('Tableta')).toBeVisible();
  expect(backend.sent).toEqual([{ name: 'Tableta' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Quitar Tableta');
  await pressIn(copy.cancel);
  expect(await rows()).toHaveLength(3);
  await press('Quitar Tableta');
  await pressIn(copy.remove);
  await waitFor(() => expect(screen.queryByText('Tableta')).toBeNull());
  expect(await rows()).toHaveLength(2);
  expect(showToast).toHaveBeenCalledWith('Canal quitado: Tableta.', 'success');
});

it('ntfy: a topic that can be, a token only where there is one, and a test', async () => {
  const { backend } = show();
  await press('Añadir ntfy');
  expect(field(copy.name)).toHaveValue('ntfy');
  expect(field(setup.server)).toHaveValue('https://ntfy.sh');
  await userEvent.type(field(setup.topic), 'con espacio');
  await press(setup.add);
  expect(await dialog().findByText(setup.topicInvalid)).toBeVisible();
  expect(backend.sent).toEqual([]);
  await userEvent.clear(field(setup.topic));
  await userEvent.type(field(setup.topic), 'mi-tema');
  await press(setup.add);
  expect(await dialog().findByText(setup.delivered)).toBeVisible();
  expect(backend.sent).toEqual([
    { kind: 'ntfy', name: 'ntfy', settings: { server: 'https://ntfy.sh', topic: 'mi-tema' } },
  ]);
  expect(backend.tested).toEqual(['nuevo']);
  await press(setup.done);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await rows()).toHaveLength(3);
});

it('a webhook shows its secret once, and is tested when that is stored', async () => {
  const { backend } = show({
    created: { secret: 'whsec_1' },
    tests: [{ delivered: false, answer: 'Responde 404.' }, {}],
  });
  await press('Añadir un webhook');
  await press(setup.add);
  expect(await dialog().findByText(setup.addressMissing)).toBeVisible();
  await userEvent.type(field(setup.address), 'https://a.example/x');
  await press(setup.add);
  expect(await dialog().findByText('whsec_1')).toBeVisible();
  expect(backend.tested).toEqual([]);
  await press(setup.secretStored);
  expect(await dialog().findByText(/la prueba no ha llegado\. Responde 404\.$/)).toBeVisible();
  expect(dialog().queryByText('whsec_1')).toBeNull();
  await press(setup.testAgain);
  expect(await dialog().findByText(setup.delivered)).toBeVisible();
  const settings = { url: 'https://a.example/x' };
  expect(backend.sent).toEqual([{ kind: 'webhook', name: copy.kinds.webhook, settings }]);
});

it('Telegram: opens its link, and is tested once the chat is linked', async () => {
  const { backend } = show({
    kinds: [{ kind: 'telegram', plan: 'basico' }],
    created: { link: 'https://t.me/vigia?start=1' },
  });
  await press('Añadir Telegram');
  await press(setup.makeLink);
  const link = await dialog().findByRole('link', { name: setup.openLink });
  expect(link).toHaveAttribute('href', 'https://t.me/vigia?start=1');
  expect(backend.tested).toEqual([]);
  backend.items = backend.items.map((item) =>
    item.id === 'nuevo' ? { ...item, state: 'active' } : item,
  );
  expect(await dialog().findByText(setup.delivered)).toBeVisible();
  expect(backend.sent).toEqual([{ kind: 'telegram', name: copy.kinds.telegram, settings: {} }]);
});

it('Telegram: a link that was not opened in a quarter of an hour is replaced', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { backend } = show({
    kinds: [{ kind: 'telegram', plan: 'basico' }],
    created: { link: 'https://t.me/vigia?start=1' },
  });
  await press('Añadir Telegram');
  await press(setup.makeLink);
  await dialog().findByRole('link', { name: setup.openLink });
  act(() => vi.advanceTimersByTime(15 * 60_000));
  expect(await dialog().findByText(setup.expired)).toBeVisible();
  await press(setup.anotherLink);
  expect(await dialog().findByRole('link', { name: setup.openLink })).toBeVisible();
  expect([backend.sent.length, backend.items.length]).toEqual([2, 2]);
  expect(backend.tested).toEqual([]);
});

it('keeps what was typed when it is refused, and says why', async () => {
  show();
  mockRoute(
    'POST users/channels',
    errorResponse(422, 'unreachable', 'No se llega a ese servidor.'),
  );
  await press('Añadir ntfy');
  await userEvent.type(field(setup.topic), 'mi-tema');
  await press(setup.add);
  expect(await dialog().findByText('No se llega a ese servidor.')).toBeVisible();
  expect(field(setup.topic)).toHaveValue('mi-tema');
});

it('adds none before the address is confirmed, but offers the link again', async () => {
  show({ emailConfirmed: false });
  expect(await screen.findByText(copy.confirmFirst)).toBeVisible();
  expect(await button(confirmationCopy.resend)).toBeEnabled();
  expect(await button(copy.add(setup.titles.ntfy))).toBeDisabled();
});
