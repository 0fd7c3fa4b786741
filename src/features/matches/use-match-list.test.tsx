/** The list of matches: what is asked for, what is shown meanwhile, later pages, and what failed. */
import { act, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { expect, it } from 'vitest';
import {
  errorResponse,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { matchSample } from '#tests/support/threshold-samples.ts';
import { useMatchList } from './use-match-list.ts';
import { emptySearch, type MatchSearch } from './use-match-search-params.ts';

setupScreenTests();

type Answer = () => Response | Promise<Response>;
const page =
  (ids: readonly string[], nextCursor: string | null = null): Answer =>
  () =>
    HttpResponse.json({ items: ids.map((id) => matchSample({ id })), nextCursor });
const failure: Answer = () => errorResponse(503, 'unavailable', 'Ahora no.');

function show(answers: Record<string, Answer>, first: Partial<MatchSearch> = {}) {
  const asked: string[] = [];
  server.use(
    http.get('https://vigia.example/api/monitoring/matches', ({ request }) => {
      const { searchParams } = new URL(request.url);
      searchParams.delete('limit');
      asked.push(searchParams.toString());
      return (answers[searchParams.toString()] ?? failure)();
    }),
  );
  const shown: { list: ReturnType<typeof useMatchList> | null; search: (part: object) => void } = {
    list: null,
    search: () => {},
  };
  function Probe() {
    const [search, setSearch] = useState({ ...emptySearch, ...first });
    shown.list = useMatchList(search);
    shown.search = (part) => setSearch({ ...search, ...part });
    return null;
  }
  renderScreen(<Probe />, '/dashboard');
  const list = () => shown.list as ReturnType<typeof useMatchList>;
  return {
    asked,
    list,
    ids: () => list().items?.map(({ id }) => id) ?? null,
    search: (part: Partial<MatchSearch>) => act(() => shown.search(part)),
  };
}

it('asks for what is searched and nothing else, and loads it', async () => {
  const { asked, list, ids } = show({ 'sort=kickoff': page(['a', 'b']) }, { q: '  ' });
  expect([list().isLoading, list().total, ids()]).toEqual([true, null, null]);
  await waitFor(() => expect(ids()).toEqual(['a', 'b']));
  expect(list()).toMatchObject({
    isLoading: false,
    isOutdated: false,
    total: 2,
    hasMore: false,
    loadingMore: false,
    error: null,
    moreFailed: false,
  });
  list().loadMore();
  expect(asked).toEqual(['sort=kickoff']);
});

it('loads later pages, and knows how many there are with the last', async () => {
  const second = Promise.withResolvers<Response>();
  const { list, ids } = show({
    'sort=kickoff': page(['a'], 'next'),
    'sort=kickoff&cursor=next': () => second.promise,
  });
  await waitFor(() => expect(ids()).toEqual(['a']));
  expect(list()).toMatchObject({ total: null, hasMore: true });
  act(() => list().loadMore());
  await waitFor(() => expect(list().loadingMore).toBe(true));
  second.resolve(await page(['b'])());
  await waitFor(() => expect(ids()).toEqual(['a', 'b']));
  expect(list()).toMatchObject({ total: 2, hasMore: false, loadingMore: false });
});

it('a later page that failed leaves the first, and can be asked for again', async () => {
  const answers: Record<string, Answer> = {
    'sort=kickoff': page(['a'], 'next'),
    'sort=kickoff&cursor=next': failure,
  };
  const { list, ids } = show(answers);
  await waitFor(() => expect(ids()).toEqual(['a']));
  act(() => list().loadMore());
  await waitFor(() => expect(list().moreFailed).toBe(true));
  expect(ids()).toEqual(['a']);
  expect(list().error).toBeNull();
  answers['sort=kickoff&cursor=next'] = page(['b']);
  act(() => list().loadMore());
  await waitFor(() => expect(ids()).toEqual(['a', 'b']));
  expect(list().moreFailed).toBe(false);
});

it('keeps the rows of the last search until those of this one arrive, but not when they cannot be read', async () => {
  const second = Promise.withResolvers<Response>();
  const { list, ids, search } = show({
    'sort=kickoff': page(['a']),
    'sort=kickoff&q=rey': () => second.promise,
  });
  await waitFor(() => expect(ids()).toEqual(['a']));
  search({ q: 'rey' });
  await waitFor(() => expect(list().isOutdated).toBe(true));
  expect([ids(), list().isLoading]).toEqual([['a'], false]);
  second.resolve(await page(['b'])());
  await waitFor(() => expect(ids()).toEqual(['b']));
  expect(list().isOutdated).toBe(false);
  search({ q: 'otra' });
  await waitFor(() => expect(list().error).toBe('Ahora no.'));
  expect([ids(), list().isOutdated]).toEqual([null, false]);
});
