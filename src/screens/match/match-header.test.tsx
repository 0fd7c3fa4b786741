/** The head of a match: its teams, hour and place as far as they are known, and the button that watches it. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { Match } from '#store/api/api-types.ts';
import {
  button,
  errorResponse,
  mockBackend,
  plainText,
  press,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { matchSample } from '#tests/support/threshold-samples.ts';
import { MatchHeader } from './match-header.tsx';

setupScreenTests();

const team = (name: string): Match['home'] => ({
  name,
  colors: ['#000000', '#ffffff', '#ff0000'],
  vertical: false,
});

function show(part: Partial<Match> = {}, watched: string[] = []) {
  mockBackend({});
  const backend = mockSettingsBackend(settingsSample({}, watched));
  renderScreen(<MatchHeader match={matchSample(part)} />, '/dashboard/partidos/m1');
  return backend;
}
const board = () => screen.getByRole('region', { name: 'Partido' });
const line = (term: string) =>
  plainText(
    [...board().querySelectorAll('p > span')].find((each) => each.textContent?.startsWith(term)),
  );

it('says the teams, when and where it is, and how much is for sale', () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-22T08:30:00.000Z'));
  const kickoffAt = '2026-11-24T18:00:00.000Z';
  show({
    home: team('España'),
    away: team('Uruguay'),
    stage: 'Grupo H',
    kickoffAt,
    timeZone: 'Asia/Tokyo',
    venue: 'La Cartuja',
    listings: 1_234,
  });
  const words = plainText(board()) ?? '';
  for (const part of ['España', 'Uruguay', 'Grupo H', '24 de noviembre', 'en 2 días y 9 h'])
    expect(words).toContain(part);
  const here = new Date(kickoffAt).toLocaleTimeString('es-ES', {
    hour: '2-digit',
    minute: '2-digit',
  });
  expect(screen.getByText(here)).toBeInTheDocument();
  expect(line('Sede')).toBe('Sede La Cartuja, Sevilla');
  expect(line('Hora')).toMatch(/^Hora .*03:00 en Sevilla$/);
  expect(line('En venta')).toBe('En venta 1.234');
});

it('says nothing of an hour, teams or a venue that are not known', () => {
  show();
  expect(board().querySelector('.flaps')).toBeNull();
  expect(line('Hora')).toBeUndefined();
  expect(line('Sede')).toBe('Sede Sevilla');
  expect([...board().querySelectorAll('.score__team')].map(plainText)).toEqual([
    'España – Uruguay',
    '',
  ]);
  expect(plainText(board())).not.toMatch(/en \d|·/);
});

it('a match that has begun is not counted down to', () => {
  show({ kickoffAt: '2026-01-01T18:00:00.000Z' });
  expect(plainText(board())).toContain('1 de enero');
  expect(plainText(board())).not.toMatch(/en \d+ |·/);
});

it.each([
  ['the longer name', { home: team('Perú'), away: team('Uruguay') }, '7'],
  ['the name of the match without teams', { name: 'Final' }, '5'],
])('both names are set in one size, by %s', (_by, part, length) => {
  show(part);
  for (const side of board().querySelectorAll<HTMLElement>('.score__team'))
    expect(side.style.getPropertyValue('--name-length')).toBe(length);
});

it('watches the match and stops, at once', async () => {
  const backend = show();
  await waitFor(() => expect(screen.getByRole('button')).toBeEnabled());
  await press('Vigilar');
  await press('Dejar de vigilar');
  expect(await button('Vigilar')).toBeVisible();
  await waitFor(() => expect(backend.sent).toEqual(['watch m1', 'unwatch m1']));
});

it('before the settings are there, the button says what the match says, and waits', async () => {
  const settings = Promise.withResolvers<void>();
  mockBackend({});
  server.use(
    http.get('https://vigia.example/api/users/config', async () => {
      await settings.promise;
      return HttpResponse.json(settingsSample({}, []));
    }),
  );
  renderScreen(<MatchHeader match={matchSample({ watched: true })} />, '/dashboard/partidos/m1');
  expect(await button('Dejar de vigilar')).toBeDisabled();
  settings.resolve();
  expect(await button('Vigilar')).toBeEnabled();
});

it('says why it could not be watched', async () => {
  show();
  server.use(
    http.put('https://vigia.example/api/users/watched/:id', () =>
      errorResponse(503, 'unavailable', 'Ahora no.'),
    ),
  );
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(screen.getByRole('button')).toBeEnabled());
  await press('Vigilar');
  expect(await screen.findByRole('alert')).toHaveTextContent('Ahora no.');
  expect(await button('Vigilar')).toBeEnabled();
});
