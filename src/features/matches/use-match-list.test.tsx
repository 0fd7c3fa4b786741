/** The list of matches: what is asked for, what is shown meanwhile, later pages, and what failed. */
import { act, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import {
  errorResponse,
  mockRoute,
  renderScreen,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { matchSample } from '#tests/support/threshold-samples.ts';
import { useMatchList } from './use-match-list.ts';
import { emptySearch, type MatchSearch } from './use-match-search-params.ts';

setupScreenTests();

const page = (id: string, nextCursor: string | null = null) => ({
  items: [matchSample({ id })],
  nextCursor,
});

/** @param answers by query: pages, later or at once; any other query is refused */
function show(answers: Record<string, unknown>, first: Partial<MatchSearch> = {}) {
  const asked: string[] = [];
  mockRoute('GET monitoring/matches', ({ url }: Request) => {
    const { searchParams } = new URL(url);
    searchParams.delete('limit');
    asked.push(searchParams.toString());
    return answers[searchParams.toString()] ?? errorResponse(503, 'unavailable', 'Ahora no.');
  });
  const shown: { list?: ReturnType<typeof useMatchList>; search: (part: object) => void } = {
    search: () => {},
  };
  function Probe() {
    const [search, setSearch] = useState({ ...emptySearch, ...first });
    shown.list = useMatchList(search);
    shown.search = (part) => setSearch({ ...search, ...part });
    return null;
  }
  renderScreen(<Probe />, '/dashboard');
  /** In the end it has these matches, and this of the rest. */
  const expectList = (
    ids: readonly string[] | null,
    part: Partial<ReturnType<typeof useMatchList>>,
  ) =>
    waitFor(() => {
      expect(shown.list?.items?.map(({ id }) => id) ?? null).toEqual(ids);
      expect(shown.list).toMatchObject(part);
    });
  return {
    asked,
    expectList,
    loadMore: () => act(() => shown.list?.loadMore()),
    search: (part: Partial<MatchSearch>) => act(() => shown.search(part)),
  };
}

it('asks for what is searched and nothing else, and loads it', async () => {
  const { asked, expectList, loadMore } = show({ 'sort=kickoff': page('a') }, { q: '  ' });
  await expectList(null, { isLoading: true, total: null });
  const rest = { isOutdated: false, hasMore: false, loadingMore: false, moreFailed: false };
  await expectList(['a'], { isLoading: false, total: 1, error: null, ...rest });
  loadMore();
  expect(asked).toEqual(['sort=kickoff']);
});

it('loads later pages, also after one that failed, and knows how many there are with the last', async () => {
  const second = Promise.withResolvers<unknown>();
  const answers: Record<string, unknown> = { 'sort=kickoff': page('a', 'next') };
  const { expectList, loadMore } = show(answers);
  await expectList(['a'], { total: null, hasMore: true });
  loadMore();
  await expectList(['a'], { moreFailed: true, error: null });
  answers['sort=kickoff&cursor=next'] = second.promise;
  loadMore();
  await expectList(['a'], { loadingMore: true });
  second.resolve(page('b'));
  await expectList(['a', 'b'], { total: 2, hasMore: false, loadingMore: false, moreFailed: false });
});

it('keeps the rows of the last search until those of this one arrive, but not when they cannot be read', async () => {
  const second = Promise.withResolvers<unknown>();
  const { expectList, search } = show({
    'sort=kickoff': page('a'),
    'sort=kickoff&q=rey': second.promise,
  });
  await expectList(['a'], { isOutdated: false });
  search({ q: 'rey' });
  await expectList(['a'], { isOutdated: true, isLoading: false });
  second.resolve(page('b'));
  await expectList(['b'], { isOutdated: false });
  search({ q: 'otra' });
  await expectList(null, { error: 'Ahora no.', isOutdated: false });
});
