/** The matches of the live stream follow the screen: requests, present prices, another process, bounds. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { StreamMatches, StreamMatchesChanged } from '#contract/live-stream.ts';
import { createShownMatches } from '#store/shown-matches.ts';
import { StreamMatchesSync } from './stream-matches.ts';

beforeEach(() => void vi.useFakeTimers());

const priceOf = (matchId: string) => ({
  collectibleId: `c-${matchId}`,
  matchId,
  floorCents: 1,
  observedAt: '2026-11-20T12:00:00.000Z',
});
const subscribed = ({ pricesOf }: StreamMatches): StreamMatchesChanged => ({
  subscribed: true,
  items: pricesOf.map(priceOf),
});
const elsewhere = (request: StreamMatches): StreamMatchesChanged => ({
  ...subscribed(request),
  subscribed: false,
});

function setup(answer: (request: StreamMatches) => StreamMatchesChanged | null = subscribed) {
  const shown = createShownMatches();
  const requests: { matches: string; pricesOf: string }[] = [];
  const priced: string[] = [];
  const sync = new StreamMatchesSync({
    shown,
    change: async ({ matches, pricesOf, id: _id }) => {
      requests.push({ matches: matches.join(), pricesOf: pricesOf.join() });
      return answer({ matches, pricesOf });
    },
    onPrices: (prices) => priced.push(...prices.map(({ matchId }) => matchId)),
  });
  let reopened = 0;
  /** @returns the matches that the stream is opened with; null = every match */
  const open = async (resumes: boolean) => {
    const query = new URL(sync.url(resumes), 'https://vigia.example').searchParams;
    sync.onOpen(() => {
      reopened += 1;
      sync.onEnd();
    });
    await vi.advanceTimersByTimeAsync(0);
    return query.get('matches');
  };
  return {
    shown,
    sync,
    open,
    priced,
    reopened: () => reopened,
    /** The requests since the last call. */
    requests: () => requests.splice(0),
    wait: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

it('asks for what a screen shows once it is complete, and for its present prices', async () => {
  const { shown, open, requests, priced, wait } = setup();
  expect(await open(false)).toBe('');
  expect(requests()).toEqual([]);
  shown.show(['m1']);
  await wait(200);
  shown.show(['m2', 'm1']);
  await wait(249);
  expect(requests()).toEqual([]);
  await wait(1);
  expect(requests()).toEqual([{ matches: 'm1,m2', pricesOf: 'm1,m2' }]);
  expect(priced).toEqual(['m1', 'm2']);
  shown.show(['m2', 'm3']);
  await wait(250);
  expect(requests()).toEqual([{ matches: 'm1,m2,m3', pricesOf: 'm3' }]);
});

it('leaves what is not shown any more, but not at once, and asks for nothing that comes back meanwhile', async () => {
  const { shown, open, requests, wait } = setup();
  const leave = shown.show(['m1']);
  await open(false);
  requests();
  leave();
  await wait(4_000);
  const leaveAgain = shown.show(['m1']);
  await wait(10_000);
  expect(requests()).toEqual([]);
  leaveAgain();
  leaveAgain();
  await wait(5_000);
  expect(requests()).toEqual([{ matches: '', pricesOf: '' }]);
});

it('names what it shows when it is opened, and asks for prices it has not had', async () => {
  const { shown, sync, open, requests } = setup();
  shown.show(['m1']);
  expect(await open(false)).toBe('m1');
  expect(requests()).toEqual([{ matches: 'm1', pricesOf: 'm1' }]);
  sync.onEnd();
  shown.show(['m2']);
  expect(await open(true)).toBe('m1,m2');
  expect(requests()).toEqual([{ matches: 'm1,m2', pricesOf: 'm2' }]);
  sync.onEnd();
  // Without an event to resume after, the stream does not bring what was missed.
  expect(await open(false)).toBe('m1,m2');
  expect(requests()).toEqual([{ matches: 'm1,m2', pricesOf: 'm1,m2' }]);
});

it('asks again, more and more rarely, when a request fails, and again for what changes', async () => {
  const { shown, open, requests, wait } = setup(() => null);
  await open(false);
  shown.show(['m1']);
  await wait(600_000);
  expect(requests()).toHaveLength(6);
  shown.show(['m2']);
  await wait(250);
  expect(requests()).toEqual([{ matches: 'm1,m2', pricesOf: 'm1,m2' }]);
});

it('opens the stream again when another process has it, and takes every match the second time', async () => {
  const { shown, open, requests, reopened, priced, wait } = setup(elsewhere);
  await open(false);
  shown.show(['m1']);
  await wait(250);
  expect([requests().length, reopened(), priced]).toEqual([1, 1, []]);
  expect(await open(true)).toBe('m1');
  // The stream has the match by its address: the prices are good wherever they were read.
  expect([requests().length, reopened(), priced]).toEqual([1, 1, ['m1']]);
  shown.show(['m2']);
  await wait(250);
  expect([requests().length, reopened()]).toEqual([1, 2]);
  expect(await open(true)).toBe(null);
  shown.show(['m3']);
  await wait(60_000);
  expect([requests().length, reopened()]).toEqual([0, 2]);
});

it('takes every match while more are shown than a stream may name', async () => {
  const { shown, open, requests, reopened, wait } = setup();
  await open(false);
  const leave = shown.show(Array.from({ length: 501 }, (_, index) => `m${index}`));
  await wait(250);
  expect(reopened()).toBe(1);
  expect(await open(true)).toBe(null);
  expect(requests()).toEqual([]);
  leave();
  shown.show(['m1']);
  await wait(5_000);
  expect(requests()).toEqual([{ matches: 'm1', pricesOf: 'm1' }]);
});

it('gives up what was asked of a stream that has ended', async () => {
  const answers: ((answer: StreamMatchesChanged) => void)[] = [];
  const shown = createShownMatches();
  const sync = new StreamMatchesSync({
    shown,
    change: () => new Promise((resolve) => answers.push(resolve)),
    onPrices: () => expect.unreachable(),
  });
  shown.show(['m1']);
  sync.url(false);
  sync.onOpen(() => {});
  sync.onEnd();
  sync.url(false);
  sync.onOpen(() => {});
  answers[0]?.({ subscribed: true, items: [priceOf('m1')] });
  await vi.advanceTimersByTimeAsync(0);
  // Asked again, of the stream that is open now.
  expect(answers).toHaveLength(2);
  sync.stop();
  answers[1]?.({ subscribed: true, items: [priceOf('m1')] });
  shown.show(['m2']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toHaveLength(2);
});
