/** The alerts by day, and one row: what is new, what became of its mail and channels, and its details when open. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { AlertItem } from '#contract/alerts.ts';
import { unreachableSentence } from '#src/copy/alerts.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import {
  mockBackend,
  plainText,
  profile,
  renderScreen,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { AlertList } from './alert-list.tsx';

setupScreenTests();

function show(alerts: readonly AlertItem[], open: string | null = null) {
  mockBackend({
    'GET users/profile': [profile()],
    'GET users/notifications': [{ silencio: null, correo: 'activo', navegador: false }],
  });
  mockSettingsBackend(settingsSample());
  const onToggle = vi.fn();
  renderScreen(<AlertList {...{ alerts, open, onToggle }} />, '/dashboard/alertas');
  return onToggle;
}
const rows = () => screen.getAllByRole('listitem');
const row = () => rows()[0] as HTMLElement;
const why = (of: HTMLElement | undefined = row()) =>
  within(of as HTMLElement).getByRole('button', { name: /^¿Por qué me llegó\?/ });
const delivered = (part: Partial<AlertItem['delivery']>) =>
  alertSample({ delivery: { state: 'sent', attempts: 0, sentAt: null, ...part } });

it('puts those of a day under its name, in their order', () => {
  const at = (id: string, day: number) =>
    alertSample({ id, matchName: `Partido ${id}`, createdAt: `2020-11-${day}T12:00:00.000Z` });
  show([at('4', 22), at('3', 21), at('2', 21), at('1', 20)]);
  const days = screen.getAllByRole('heading', { level: 2 }).map((heading) => [
    heading.textContent,
    ...within(heading.parentElement as HTMLElement)
      .getAllByRole('link')
      .map(({ textContent }) => textContent?.split(',')[0]),
  ]);
  expect(days).toEqual([
    ['22 de noviembre de 2020', 'Partido 4'],
    ['21 de noviembre de 2020', 'Partido 3', 'Partido 2'],
    ['20 de noviembre de 2020', 'Partido 1'],
  ]);
});

it('says what crossed, at which price, and leads to its chart', () => {
  show([alertSample()]);
  expect(plainText(row())).toMatch(
    /España – Uruguay, sin leerCategoría 2Ha quedado por debajo de 180 €172,00 €Correo enviado¿Por qué me llegó\?$/,
  );
  expect(screen.getByRole('link')).toHaveAttribute('href', '/dashboard/partidos/m1?c=m1-cat2');
});

it.each([
  [false, 'al is-new'],
  [true, 'al'],
])('one that is new looks and reads so: read %s', (read, className) => {
  show([alertSample({ read })]);
  expect(row().className).toBe(className);
  expect(screen.queryAllByText(', sin leer')).toHaveLength(read ? 0 : 1);
});

it('opens one alone, by its button', async () => {
  const alerts = [alertSample({ id: '2', read: true }), alertSample({ id: '1', read: true })];
  const onToggle = show(alerts, '1');
  expect(rows().map(({ className }) => className)).toEqual(['al', 'al is-open']);
  const buttons = rows().map(why);
  expect(buttons.map((button) => button.getAttribute('aria-expanded'))).toEqual(['false', 'true']);
  const details = screen.getByTestId('alert-details');
  expect(rows()[1]).toContainElement(details);
  expect(buttons.map((button) => button.getAttribute('aria-controls'))).toEqual([null, details.id]);
  await userEvent.click(buttons[0] as HTMLElement);
  expect(onToggle).toHaveBeenCalledExactlyOnceWith(alerts[0]);
});

it('shows the colours of both teams, where they are known', () => {
  const team = (name: string): AlertItem['home'] => ({
    name,
    colors: ['#000000', '#ffffff', '#ff0000'],
    vertical: false,
  });
  show([
    alertSample({ id: '3', home: team('España'), away: team('Uruguay') }),
    alertSample({ id: '2', home: team('España') }),
    alertSample({ id: '1' }),
  ]);
  expect(rows().map((each) => each.querySelectorAll('.chip').length)).toEqual([2, 0, 0]);
});

it.each<[Partial<AlertItem['delivery']>, string, string]>([
  [{ state: 'sent' }, 'Correo enviado', 'deliv deliv--enviado'],
  [{ state: 'failed', attempts: 9 }, 'El correo no ha llegado9 intentos', 'deliv deliv--fallido'],
  [{ state: 'failed' }, 'El correo no ha llegado', 'deliv deliv--fallido'],
  [{ state: 'none' }, 'Sin correo: va por otros canales', 'deliv'],
  [{ state: 'waiting' }, 'Espera tu próxima comprobación', 'deliv'],
  [{ state: 'pending', attempts: 1 }, 'Reintentando el correo1 intento', 'deliv'],
  [{ state: 'sending' }, 'Enviando el correo', 'deliv'],
])('says what became of its mail: %o', (delivery, words, className) => {
  show([delivered(delivery)]);
  const cell = row().querySelector('.al__d');
  expect(plainText(cell)).toBe(words);
  expect(cell?.firstElementChild?.className).toBe(className);
  expect(cell?.querySelector(':empty:not(path)')).toBeNull();
});

it('says that one without any way left waits for one, beside what became of each', () => {
  show([{ ...delivered({ state: 'failed' }), unreachable: true }]);
  expect(plainText(row().querySelector('.al__d'))).toBe(
    `El correo no ha llegado${unreachableSentence}`,
  );
});

it('marks a mail that arrived, one that did not, one not wanted and one on its way each in its way', () => {
  show(
    (['sent', 'failed', 'none', 'pending', 'sending'] as const).map((state, index) => ({
      ...delivered({ state }),
      id: String(index),
    })),
  );
  const marks = rows().map((each) => each.querySelector('.deliv svg')?.innerHTML);
  expect(new Set(marks.slice(0, 4)).size).toBe(4);
  expect(marks[4]).toBe(marks[3]);
});

it('says what the other channels got, as far as there are any', () => {
  const to = (name: string, state: 'sent' | 'failed') =>
    ({ channelId: name, kind: 'ntfy', name, state, attempts: 1, sentAt: null }) as const;
  const { channels: _none, ...without } = alertSample({ id: '3' });
  show([
    without,
    alertSample({ id: '2', channels: [to('ntfy', 'sent')] }),
    alertSample({ id: '1', channels: [to('Mi robot', 'failed')] }),
  ]);
  const texts = rows().map((each) => plainText(each.querySelector('.al__d')));
  expect(texts).toEqual([
    'Correo enviado',
    'Correo enviadoEntregada en ntfy',
    'Correo enviadoNo ha llegado a Mi robot',
  ]);
  expect(rows().map((each) => each.querySelectorAll('.deliv--fallido').length)).toEqual([0, 0, 1]);
});
