/** The history is read again every ten seconds while a recent mail or message is under way, in a visible tab. */
import { setupListeners } from '@reduxjs/toolkit/query';
import { act, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AlertItem } from '#contract/alerts.ts';
import { useGetAlertHistoryInfiniteQuery } from '#store/api/alerts-api.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { renderScreen, server, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { setVisibility } from '#tests/support/visibility.ts';
import { useDeliveryPolling } from './use-delivery-polling.ts';

setupScreenTests();
const now = Date.parse('2026-11-21T18:00:00.000Z');
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, now }));
afterEach(() => void vi.useRealTimers());

function Poller() {
  const { data } = useGetAlertHistoryInfiniteQuery({});
  useDeliveryPolling({}, data?.pages[0]?.items);
  return <p>{data?.pages.length}</p>;
}

async function start(answers: readonly (readonly AlertItem[])[]) {
  let reads = 0;
  let isAnswered = false;
  server.use(
    http.get('https://vigia.example/api/users/alerts', () => {
      const items = answers[Math.min(reads, answers.length - 1)];
      reads += 1;
      return HttpResponse.json({ items, nextCursor: null, unread: 0 });
    }),
  );
  const { store } = renderScreen(<Poller />, '/dashboard/alertas');
  // The ten seconds begin with the answer.
  const expectReads = (count: number) =>
    waitFor(() => {
      const { queries } = store.getState().api;
      isAnswered = Object.values(queries).every((query) => query?.status === 'fulfilled');
      expect([reads, isAnswered]).toEqual([count, true]);
    });
  await expectReads(1);
  return { store, expectReads };
}
const elapse = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const mail = (state: AlertItem['delivery']['state'], minutesAgo = 1): AlertItem =>
  alertSample({
    createdAt: new Date(now - minutesAgo * 60_000).toISOString(),
    delivery: { state, attempts: 0, sentAt: null },
  });
const message = (...states: readonly ('pending' | 'sending' | 'sent' | 'failed')[]): AlertItem => ({
  ...mail('sent'),
  channels: states.map((state, index) => ({
    ...{ channelId: String(index), kind: 'ntfy', name: 'ntfy', attempts: 0, sentAt: null },
    state,
  })),
});

it('until all have arrived', async () => {
  const { expectReads } = await start([[mail('pending')], [mail('sending')], [mail('sent')]]);
  for (const reads of [2, 3]) {
    await elapse(10_100);
    await expectReads(reads);
  }
  await elapse(600_000);
  await expectReads(3);
});

it.each<[string, AlertItem[]]>([
  ['a mail that waits', [mail('waiting')]],
  ['one mail among others', [mail('sent'), mail('pending')]],
  ['a message to a channel', [message('pending')]],
  ['one message among others', [message('sent', 'sending')]],
  ['a mail of some minutes ago', [mail('pending', 9)]],
])('for %s', async (_what, items) => {
  const { expectReads } = await start([items]);
  await elapse(10_100);
  await expectReads(2);
});

it.each<[string, AlertItem[]]>([
  ['a mail that waits for long, as in quiet hours', [mail('waiting', 11)]],
  ['one sent, one failed and one not wanted', [mail('sent'), mail('failed'), mail('none')]],
  ['messages that have arrived or failed', [message('sent', 'failed')]],
  ['no alerts', []],
])('not for %s', async (_what, items) => {
  const { expectReads } = await start([items]);
  await elapse(60_000);
  await expectReads(1);
});

it('not in a hidden tab', async () => {
  const { store, expectReads } = await start([[mail('pending')]]);
  const stopListening = setupListeners(store.dispatch);
  setVisibility('hidden');
  await elapse(60_000);
  await expectReads(1);
  setVisibility('visible');
  await elapse(10_100);
  await expectReads(2);
  stopListening();
});
