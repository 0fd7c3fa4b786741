/** The alerts by day, and one row: what is new, what became of its mail and channels, and its details when open. */

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { AlertItem } from '#contract/alerts.ts';
import { priceChartCopy } from '#src/copy/price-chart-texts.ts';
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

it.each([false, true])('one that is new reads so: read %s', (read) => {
  show([alertSample({ read })]);
  expect(screen.queryAllByText(', sin leer')).toHaveLength(read ? 0 : 1);
});

it('opens one alone, by its button', async () => {
  const alerts = [alertSample({ id: '2', read: true }), alertSample({ id: '1', read: true })];
  const onToggle = show(alerts, '1');
  const buttons = rows().map(why);
  expect(buttons.map((button) => button.getAttribute('aria-expanded'))).toEqual(['false', 'true']);
  const details = screen.getByTestId('alert-details');
  expect(rows()[1]).toContainElement(details);
  expect(buttons.map((button) => button.getAttribute('aria-controls'))).toEqual([null, details.id]);
  await userEvent.click(buttons[0] as HTMLElement);
  expect(onToggle).toHaveBeenCalledExactlyOnceWith(alerts[0]);
});

it.each<[Partial<AlertItem['delivery']>, string]>([
  [{ state: 'sent' }, priceChartCopy.mailSent],
  [{ state: 'failed', attempts: 9 }, 'El correo no ha llegado9 intentos'],
  [{ state: 'failed' }, 'El correo no ha llegado'],
  [{ state: 'none' }, 'Sin correo: va por otros canales'],
  [{ state: 'waiting' }, 'Espera tu próxima comprobación'],
  [{ state: 'pending', attempts: 1 }, 'Reintentando el correo1 intento'],
  [{ state: 'sending' }, 'Enviando el correo'],
])('says what became of its mail: %o', (delivery, words) => {
  show([delivered(delivery)]);
  expect(plainText(row())).toContain(words);
});
