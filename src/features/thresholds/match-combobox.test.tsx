/** The match of a threshold, chosen by typing: by keys and by pointer, without saving or closing the form around it. */

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Match } from '#contract/monitoring.ts';
import { thresholdFormCopy } from '#src/copy/threshold-form-texts.ts';
import { mockBackend, mockRoute, renderScreen } from '#tests/support/screen-harness.tsx';
import { collectibleSample, matchSample } from '#tests/support/threshold-samples.ts';
import { MatchCombobox } from './match-combobox.tsx';

const kickoffAt = new Date(2026, 10, 20, 21).toISOString();
const all: Match[] = [
  matchSample(),
  matchSample({ id: 'm2', name: 'Chile – Perú', city: 'Ávila', kickoffAt }),
  matchSample({ id: 'm3', name: 'Chile – Mali', status: 'finished' }),
  matchSample({ id: 'm4', name: 'Mali – Chile' }),
];

function show() {
  mockRoute('GET monitoring/matches', ({ url }: Request) => {
    const q = new URL(url).searchParams.get('q') ?? '';
    return { items: all.filter(({ name }) => name.includes(q)), nextCursor: null };
  });
  const onMatch = vi.fn();
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  const onEscape = vi.fn();
  renderScreen(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the dialog around the form
    <div onKeyDown={({ key }) => key === 'Escape' && onEscape()}>
      <form onSubmit={onSubmit}>
        <MatchCombobox matchId="m1" matchName="España – Uruguay" onMatch={onMatch} />
      </form>
    </div>,
    '/dashboard',
  );
  return { onMatch, onSubmit, onEscape };
}

const input = () => screen.getByRole('combobox', { name: thresholdFormCopy.match });
const options = () => screen.findAllByRole('option');
const active = () => screen.getByRole('option', { selected: true }).textContent;

it('shows the match it has, and opens with those still to be played', async () => {
  show();
  expect(input()).toHaveValue('España – Uruguay');
  expect(input()).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('option')).toBeNull();
  await userEvent.click(input());
  expect((await options()).map(({ textContent }) => textContent)).toEqual([
    'España – UruguaySevilla',
    'Chile – Perúvie 20 nov · Ávila',
    'Mali – ChileSevilla',
  ]);
  expect(input()).toHaveAttribute('aria-expanded', 'true');
  expect(input()).toHaveValue('');
  await userEvent.keyboard('xyz');
  expect(await screen.findByText(thresholdFormCopy.noMatch)).toBeVisible();
});

it('is searched by typing and chosen by Enter, which saves nothing', async () => {
  const { onMatch, onSubmit } = show();
  await userEvent.click(input());
  await userEvent.keyboard('Chile');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  expect(active()).toContain('Chile – Perú');
  const { id } = screen.getByRole('option', { selected: true });
  expect(input()).toHaveAttribute('aria-activedescendant', id);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toContain('Mali – Chile');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(active()).toContain('Chile – Perú');
  await userEvent.keyboard('{Enter}');
  expect(onMatch).toHaveBeenCalledExactlyOnceWith('m2', undefined);
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.queryByRole('option')).toBeNull();
});

it('an address is that of a collectible, also of the match it has', async () => {
  const { onMatch } = show();
  const collectible = collectibleSample({ id: 'c9' });
  mockBackend({
    'GET monitoring/matches': [{ items: [matchSample()], nextCursor: null }],
    'GET monitoring/raw': [{ items: [collectible], nextCursor: null }],
  });
  await userEvent.click(input());
  await userEvent.paste('https://mercado.example/9');
  await waitFor(async () => expect(await options()).toHaveLength(1));
  await userEvent.keyboard('{Enter}');
  expect(onMatch).toHaveBeenCalledExactlyOnceWith('m1', 'c9');
});

it.each(['{ArrowDown}', '{Enter}'])(
  'opens by %s alone; Escape closes it, and only then what is around it',
  async (key) => {
    const { onEscape, onSubmit } = show();
    const isOpen = () => input().getAttribute('aria-expanded') === 'true';
    input().focus();
    for (const [pressed, opened, escapes] of [
      ['{ArrowUp}', false, 0],
      [key, true, 0],
      ['{Escape}', false, 0],
      ['{Escape}', false, 1],
    ] as const) {
      await userEvent.keyboard(pressed);
      expect([isOpen(), onEscape.mock.calls.length]).toEqual([opened, escapes]);
    }
    expect(onSubmit).not.toHaveBeenCalled();
  },
);
