/** What tabs of a browser tell each other: a sign-out, and which lists are outdated. */
import { expect, it, vi } from 'vitest';
import { openInvalidationChannel } from './invalidation-channel.ts';
import { broadcastSignOut, onPeerSignOut } from './sign-out-channel.ts';

it('a sign-out reaches the other tabs until they stop listening', async () => {
  const received = vi.fn();
  const stop = onPeerSignOut(received);
  broadcastSignOut();
  await expect.poll(() => received.mock.calls.length).toBe(1);
  stop();
  const later = vi.fn();
  const stopLater = onPeerSignOut(later);
  broadcastSignOut();
  await expect.poll(() => later.mock.calls.length).toBe(1);
  expect(received).toHaveBeenCalledOnce();
  stopLater();
});

it('tells which lists are outdated, and ignores what another version calls its own', async () => {
  const sender = openInvalidationChannel();
  const receiver = openInvalidationChannel();
  const received = vi.fn();
  const stopReceiving = receiver.listen(received);
  const closeSender = sender.listen(() => {});
  sender.publish(['Alerts']);
  await expect.poll(() => received.mock.calls).toEqual([[['Alerts']]]);
  const newer = new BroadcastChannel('vigia-invalidations');
  newer.postMessage(['Alerts', 'Unheard']);
  newer.postMessage('Alerts');
  await expect.poll(() => received.mock.calls.length).toBe(3);
  expect(received.mock.calls.slice(1)).toEqual([[['Alerts']], [[]]]);
  newer.close();
  stopReceiving();
  closeSender();
});
