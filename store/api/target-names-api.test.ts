/** Names of the targets of thresholds: a threshold without its name is a number that says nothing. */
import { expect, it } from 'vitest';
import { mockRoute, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { createAppStore } from '../app-store.ts';
import { targetKey, targetNamesApi } from './target-names-api.ts';

setupScreenTests();

const itemOf = (id: string, matchId: string) => ({
  id,
  matchId,
  matchName: `Partido ${matchId}`,
  category: 'Categoría 1',
  name: `Coleccionable ${id}`,
});
const pages = [
  { items: [itemOf('a', 'm1')], nextCursor: 'second' },
  { items: [itemOf('b', 'm1'), itemOf('c', 'm2')], nextCursor: 'third' },
  { items: [itemOf('d', 'm3')], nextCursor: null },
];

/** A catalogue of three pages. @returns the requests made */
const setup = () =>
  mockRoute('GET monitoring/raw', ({ url }: Request) => {
    const cursor = new URL(url).searchParams.get('cursor');
    return pages[[null, 'second', 'third'].indexOf(cursor)];
  });

function find(keys: readonly string[]) {
  const store = createAppStore({ session: storeSession() });
  return store.dispatch(targetNamesApi.endpoints.getTargetNames.initiate(keys));
}

it('are found on whichever page of the catalogue they are, of matches and collectibles', async () => {
  const cursors = setup();
  const match = targetKey({ kind: 'match', id: 'm3' });
  const collectible = targetKey({ kind: 'collectible', id: 'b' });
  const { data } = await find([match, collectible]);
  expect(data).toEqual({
    [match]: { matchName: 'Partido m3', collectible: null },
    [collectible]: {
      matchName: 'Partido m1',
      collectible: { category: 'Categoría 1', name: 'Coleccionable b' },
    },
  });
  expect(cursors).toHaveLength(3);
});

it('are no longer searched for once all are found, nor is a target that left the catalogue', async () => {
  const cursors = setup();
  const key = targetKey({ kind: 'collectible', id: 'a' });
  expect(Object.keys((await find([key])).data ?? {})).toEqual([key]);
  expect(cursors).toHaveLength(1);
  const gone = targetKey({ kind: 'collectible', id: 'gone' });
  expect((await find([gone])).data).toEqual({});
  expect(cursors).toHaveLength(4);
});
