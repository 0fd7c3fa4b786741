/** Other matches below a match: which ones are near enough, in which order, and what each says. */

import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { matchCopy } from '#src/copy/match.ts';
import type { Match } from '#store/api/api-types.ts';
import {
  plainText,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { matchSample } from '#tests/support/threshold-samples.ts';
import { RelatedMatches } from './related-matches.tsx';

setupScreenTests();

const team = (name: string): Match['home'] => ({
  name,
  colors: ['#000000', '#ffffff', '#ff0000'],
  vertical: false,
});
/** Of no team, city or stage of the match shown. */
const other = (id: string, part: Partial<Match> = {}): Match =>
  matchSample({ id, name: `Partido ${id}`, city: `Ciudad ${id}`, stage: null, ...part });
const shown = other('m1', {
  home: team('España'),
  away: team('Uruguay'),
  city: 'Sevilla',
  stage: 'Grupo H',
});

async function show(match: Match, all: readonly Match[]) {
  let isAnswered = false;
  server.use(
    http.get('https://vigia.example/api/monitoring/matches', () => {
      isAnswered = true;
      return HttpResponse.json({ items: [match, ...all], nextCursor: null });
    }),
  );
  const { store } = renderScreen(<RelatedMatches match={match} />, '/dashboard/partidos/m1');
  await waitFor(() => expect(isAnswered).toBe(true));
  await waitFor(() =>
    expect(Object.values(store.getState().api.queries)).toContainEqual(
      expect.objectContaining({ status: 'fulfilled' }),
    ),
  );
}
const names = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);

it('the same teams come first, then the same city, then the same stage; the rest do not', async () => {
  await show(shown, [
    other('fase', { stage: 'Grupo H' }),
    other('lejos', { stage: 'Grupo A' }),
    other('ciudad', { city: 'Sevilla' }),
    other('fuera', { home: team('Brasil'), away: team('España') }),
    other('casa', { home: team('Uruguay'), away: team('Chile') }),
  ]);
  expect(await screen.findByRole('region', { name: matchCopy.related })).toBeVisible();
  expect(names()).toEqual(['Partido fuera', 'Partido casa', 'Partido ciudad', 'Partido fase']);
  expect(screen.getByRole('link', { name: 'Partido casa' })).toHaveAttribute(
    'href',
    '/dashboard/partidos/casa',
  );
});

it('says of each when it is and from what price', async () => {
  await show(shown, [
    other('a', { city: 'Sevilla', kickoffAt: '2026-11-24T18:00:00.000Z', floorCents: 12_000 }),
    other('b', { city: 'Sevilla' }),
  ]);
  const [first, second] = (await screen.findAllByRole('listitem')).map(plainText);
  expect(first).toMatch(/24 nov.*Mínimo 120,00 €$/);
  expect(second).toMatch(/Sevilla.*Nada en venta$/);
});

it('leaves out what is over, and shows four at most', async () => {
  await show(shown, [
    other('ayer', { city: 'Sevilla', status: 'finished' }),
    ...['1', '2', '3', '4', '5'].map((id) => other(id, { city: 'Sevilla' })),
  ]);
  await screen.findByRole('list');
  expect(names()).toEqual(['1', '2', '3', '4'].map((id) => `Partido ${id}`));
});
