/** Events of the live stream: each to its place, and those that do not match their schema nowhere. */
import { expect, it, vi } from 'vitest';
import type { PriceBatcher } from '#store/api/price-batcher.ts';
import { createAppStore } from '#store/app-store.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { storeSession } from '#tests/support/store-session.ts';
import { handleLiveEvent } from './handle-live-event.ts';

function receive(name: string, body: unknown) {
  const store = createAppStore({ session: storeSession() });
  const push = vi.fn();
  const data = typeof body === 'string' ? body : JSON.stringify(body);
  handleLiveEvent({ name, data, id: undefined }, store, {
    push,
  } as Partial<PriceBatcher> as PriceBatcher);
  const { live } = store.getState();
  return { prices: push.mock.calls, alerts: live.unannounced, source: live.source };
}

const nothing = { prices: [], alerts: [], source: null };
const observedAt = '2026-11-21T17:40:02.000Z';

it('passes prices on in batches', () => {
  const items = [{ collectibleId: 'c1', matchId: 'm1', floorCents: null, observedAt }];
  expect(receive('prices', { items })).toEqual({ ...nothing, prices: [[items]] });
});

it('keeps an alert until a screen has announced it', () => {
  const alert = alertSample();
  expect(receive('alert', alert)).toEqual({ ...nothing, alerts: [alert] });
});

it('knows whether readings of the market arrive', () => {
  const source = { state: 'stale', observedAt, arrivedAt: null };
  expect(receive('source', source)).toEqual({ ...nothing, source });
});

it.each([
  ['prices', { items: [{ collectibleId: 'c1' }] }],
  ['alert', { ...alertSample(), valueCents: 'mucho' }],
  ['source', { state: 'gone' }],
  ['unheard', alertSample()],
  ['prices', '{"items":'],
  ['alert', ''],
])('%s with %j changes nothing', (name, body) => {
  expect(receive(name, body)).toEqual(nothing);
});
