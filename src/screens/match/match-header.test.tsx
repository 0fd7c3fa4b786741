/** The head of a match: its teams, hour and place as far as they are known, and the button that watches it. */

import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { matchCopy } from '#src/copy/match.ts';
import type { Match } from '#store/api/api-types.ts';
import {
  button,
  mockBackend,
  plainText,
  press,
  renderScreen,
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
const board = () => screen.getByRole('region', { name: matchCopy.board });

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
  expect(words).toContain('Sede La Cartuja, Sevilla');
  expect(words).toMatch(/Hora .*03:00 en Sevilla/);
  expect(words).toContain('En venta 1.234');
});

it('says nothing of an hour, teams or a venue that are not known', () => {
  show();
  expect(plainText(board())).not.toContain(matchCopy.hour);
  expect(plainText(board())).toContain('Sede Sevilla');
  expect(plainText(board())).not.toMatch(/en \d|·/);
});

it('watches the match and stops, at once', async () => {
  const backend = show();
  await waitFor(() => expect(screen.getByRole('button')).toBeEnabled());
  await press(matchCopy.watch);
  await press(matchCopy.unwatch);
  expect(await button(matchCopy.watch)).toBeVisible();
  await waitFor(() => expect(backend.sent).toEqual(['watch m1', 'unwatch m1']));
});
