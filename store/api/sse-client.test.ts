/** The stream's client against a server: what it delivers, and how a connection ends. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeSession } from '#tests/support/store-session.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { type EventStreamOptions, readEventStream } from './sse-client.ts';

const server = createServer((request, response) => {
  connections.push({ lastEventId: request.headers['last-event-id'], response });
  answer(response);
});
let connections: { readonly lastEventId: unknown; readonly response: ServerResponse }[];
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  connections = [];
  answer = (response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function connect(part: Partial<EventStreamOptions> = {}) {
  const caller = new AbortController();
  const onOpen = vi.fn();
  const onEvent = vi.fn();
  const ended = readEventStream({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    session: storeSession(),
    signal: caller.signal,
    lastEventId: null,
    renewsWhenRefused: true,
    onOpen,
    onEvent,
    onActivity: () => {},
    ...part,
  });
  return { caller, onOpen, onEvent, ended };
}

it('resumes after the last event, and delivers each that follows with its id', async () => {
  const { onEvent, ended } = connect({ lastEventId: '6' });
  await waitFor(() => expect(connections).toHaveLength(1));
  expect(connections[0]?.lastEventId).toBe('6');
  connections[0]?.response.end('id: 7\nevent: alert\ndata: a\n\nid: 8\nevent: alert\ndata: b\n\n');
  expect(await ended).toEqual({ retryAfterMs: null, reason: 'disconnected' });
  expect(onEvent.mock.calls).toEqual([
    [{ id: '7', name: 'alert', data: 'a' }],
    [{ id: '8', name: 'alert', data: 'b' }],
  ]);
});

it('is closed, at the server too, once the caller needs it no more', async () => {
  const { caller, onOpen, ended } = connect();
  await waitFor(() => expect(onOpen).toHaveBeenCalledOnce());
  const closed = vi.fn();
  connections[0]?.response.once('close', closed);
  caller.abort();
  expect(await ended).toEqual({ retryAfterMs: null, reason: 'disconnected' });
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
});

it.each([
  ['silent', 'a silence', 0],
  ['disconnected', 'a sleep of the computer', 3_600_000],
])('is %s when it has opened and ends after %s', async (reason, _what, sleptMs) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const onActivity = vi.fn();
  const { ended } = connect({ onActivity });
  await waitFor(() => expect(onActivity).toHaveBeenCalledOnce());
  vi.setSystemTime(Date.now() + sleptMs);
  vi.advanceTimersByTime(35_000);
  expect(await ended).toEqual({ retryAfterMs: null, reason });
});

it('stays open while comments arrive, however long no event does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const onActivity = vi.fn();
  const { onEvent, ended } = connect({ onActivity });
  await waitFor(() => expect(onActivity).toHaveBeenCalledOnce());
  for (const comments of [2, 3, 4, 5]) {
    vi.advanceTimersByTime(20_000);
    connections[0]?.response.write(':\n');
    await waitFor(() => expect(onActivity).toHaveBeenCalledTimes(comments));
  }
  connections[0]?.response.end('id: 7\nevent: alert\ndata: a\n\n');
  await ended;
  expect(onEvent).toHaveBeenCalledOnce();
  expect(connections).toHaveLength(1);
});

it.each([
  [429, '3', { retryAfterMs: 3_000, reason: 'streamLimitReached' }],
  [404, '', { retryAfterMs: null, reason: 'refused' }],
  [503, 'soon', { retryAfterMs: null, reason: 'disconnected' }],
])('tells apart an answer of %i with Retry-After "%s"', async (status, retryAfter, end) => {
  answer = (response) => response.writeHead(status, { 'retry-after': retryAfter }).end();
  const { onOpen, ended } = connect();
  expect(await ended).toEqual(end);
  expect(onOpen).not.toHaveBeenCalled();
});
