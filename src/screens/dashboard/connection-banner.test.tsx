/** What the connection banner says to those who read it and to those who hear it. */
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { connectionCopy as copy } from '#src/copy/connection.ts';
import { type Connection, connectionChanged } from '#store/live.slice.ts';
import { renderScreen } from '#tests/support/screen-harness.tsx';
import { ConnectionBanner } from './connection-banner.tsx';

const start = new Date(2026, 10, 20, 18, 42).getTime();

function show() {
  const { store } = renderScreen(<ConnectionBanner />, '/dashboard');
  return (connection: Connection, lastActivityAtMs: number | null = null) =>
    act(() => store.dispatch(connectionChanged({ connection, lastActivityAtMs })));
}

const says = (words: RegExp) => expect(screen.getByRole('status')).toHaveTextContent(words);
const isSilent = () => expect(screen.getByRole('status')).toBeEmptyDOMElement();

it('says nothing of the first connection, which came back from nowhere', () => {
  const become = show();
  become('connecting');
  become('open');
  isSilent();
});

it('says that the connection is lost and how old the prices are, ever older, then that it is back', () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const become = show();
  become('open');
  become('lost', Date.now() - 5 * 60_000);
  says(/^Sin conexión\. Ves datos de hace 5 min/);
  act(() => void vi.advanceTimersByTime(60_000));
  says(/Ves datos de hace 6 min/);
  become('open');
  says(/^Conexión recuperada\.$/);
});

it('says that other tabs have all the live connections, and never that one is back', () => {
  const become = show();
  become('streamLimitReached');
  expect(screen.getByText(/^Ya tienes tres pestañas en directo/)).toBeVisible();
  become('open');
  isSilent();
});

it.each([
  ['unanswered', null, `${copy.unanswered(null)} ${copy.unknown}`],
  ['unanswered', start, `${copy.unanswered(start)} ${copy.unknown}`],
  ['polled', start, `${copy.polled} ${copy.polledHint}`],
] as const)(
  'never says of one that is %s that alerts go on, or that nothing is saved',
  (connection, atMs, words) => {
    show()(connection, atMs);
    expect(screen.getByRole('status').textContent).toBe(words);
    expect(words).not.toContain(copy.promise);
  },
);
