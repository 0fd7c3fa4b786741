/** Live state: alerts not yet announced, and the notification leader. */
import { expect, it } from 'vitest';
import type { AlertItem } from '#contract/alerts.ts';
import type { SourceEvent } from '#contract/live-stream.ts';
import { storeSession } from '#tests/support/store-session.ts';
import { createAppStore } from './app-store.ts';
import {
  alertReceived,
  alertsAnnounced,
  selectSource,
  selectUnannounced,
  sourceUpdated,
} from './live.slice.ts';
import { sessionEnded } from './session-events.ts';

const alert = (id: string) => ({ id }) as AlertItem;
const silent: SourceEvent = { state: 'stale', observedAt: null, arrivedAt: null };
const idsIn = (store: ReturnType<typeof createAppStore>) =>
  selectUnannounced(store.getState()).map(({ id }) => id);

it('holds alerts until they are announced, each once even when the stream repeats it', () => {
  const store = createAppStore({ session: storeSession() });
  for (const id of ['a', 'b', 'a']) store.dispatch(alertReceived(alert(id)));
  expect(idsIn(store)).toEqual(['a', 'b']);
  store.dispatch(alertsAnnounced(['a']));
  expect(idsIn(store)).toEqual(['b']);
  store.dispatch(alertReceived(alert('a')));
  expect(idsIn(store)).toEqual(['b']);
});

it('keeps nothing of a session that ended: the next user is announced none of its alerts', () => {
  const store = createAppStore({ session: storeSession() });
  const before = store.getState().live;
  store.dispatch(alertReceived(alert('a')));
  store.dispatch(alertsAnnounced(['b']));
  store.dispatch(sourceUpdated(silent));
  expect(selectSource(store.getState())).toMatchObject({ state: 'stale' });
  store.dispatch(sessionEnded());
  expect(store.getState().live).toEqual(before);
});
