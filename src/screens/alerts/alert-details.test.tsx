/** Why an alert came: the rule, the prices around the reading, what became of its mail and channels, and what re-arms it. */

import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AlertItem } from '#contract/alerts.ts';
import { alertDetailsCopy } from '#src/copy/alerts.ts';
import { mediumDateTime } from '#src/copy/format.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import {
  definitions,
  mockBackend,
  profile,
  renderScreen,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { AlertDetails } from './alert-details.tsx';

setupScreenTests();

interface Account {
  readonly emailConfirmed?: boolean;
  readonly correo?: 'activo' | 'baja';
  /** The threshold has been deleted since. */
  readonly isGone?: boolean;
}

function show(part: Partial<AlertItem> = {}, account: Account = {}) {
  const { emailConfirmed = true, correo = 'activo', isGone = false } = account;
  mockBackend({
    'GET users/profile': [{ ...profile(), emailConfirmed }],
    'GET users/notifications': [{ silencio: null, correo, navegador: false }],
  });
  mockSettingsBackend(settingsSample(isGone ? {} : { uno: umbralSample() }));
  renderScreen(
    <AlertDetails
      id="details"
      alert={alertSample({ collectibleUrl: 'https://mercado.example/1', ...part })}
      chartUrl="/dashboard/partidos/m1?c=m1-cat2"
    />,
    '/dashboard/alertas',
  );
}
/** Once the settings are known. */
const facts = async (term = alertDetailsCopy.facts.created) => {
  await screen.findByText(term);
  return definitions();
};
const plainTime = (instant: string) => mediumDateTime(instant).replaceAll('\u00A0', ' ');

it('says what happened, fact by fact, and leads to the chart and the market', async () => {
  show();
  await screen.findByText(alertDetailsCopy.facts.to);
  expect(await facts()).toEqual({
    'Tu umbral': 'Baja de 180 € · versión 1',
    'Umbral creado': plainTime('2026-01-01T00:00:00.000Z'),
    'Antes de la lectura': '187,40 €',
    'En la lectura': '172,00 €',
    Observado: plainTime('2026-11-21T17:40:02.000Z'),
    Registrado: plainTime('2026-11-21T17:40:03.000Z'),
    Correo: `${plainTime('2026-11-21T17:40:11.000Z')} · 1 intento`,
    'Enviado a': 'ana@correo.example',
    'Cuándo vuelve a avisar': 'Si sube a 185,40 € y cruza otra vez',
  });
  expect(screen.queryByText(/^Ya se cumplía/)).toBeNull();
  expect(screen.getByRole('link', { name: alertDetailsCopy.chart })).toHaveAttribute(
    'href',
    '/dashboard/partidos/m1?c=m1-cat2',
  );
  expect(screen.getByRole('link', { name: /España – Uruguay, Categoría 2/ })).toHaveAttribute(
    'href',
    'https://mercado.example/1',
  );
});

it('of one that held from the start there is no price before', async () => {
  show({ already: true });
  expect(await facts()).not.toHaveProperty(alertDetailsCopy.facts.before);
  expect(screen.getByText(alertDetailsCopy.already)).toBeVisible();
});

it.each<[string, AlertItem['delivery'], Account, string]>([
  [
    'waits for the next check',
    { state: 'waiting', attempts: 0, sentAt: null },
    {},
    'Espera tu próxima comprobación',
  ],
  [
    'waits for the address to be confirmed',
    { state: 'waiting', attempts: 0, sentAt: null },
    { emailConfirmed: false, correo: 'baja' },
    'Espera a que confirmes tu correo',
  ],
  [
    'is not wanted',
    { state: 'waiting', attempts: 0, sentAt: null },
    { correo: 'baja' },
    'Sin correo: los tienes desactivados',
  ],
  [
    'has failed',
    { state: 'failed', attempts: 9, sentAt: null },
    {},
    'El correo no ha llegado · 9 intentos',
  ],
])(
  'says of a mail that it %s, and not to whom it went',
  async (_what, delivery, account, words) => {
    show({ delivery }, account);
    await facts();
    await waitFor(() => expect(definitions()).toMatchObject({ Correo: words }));
    expect(definitions()).not.toHaveProperty(alertDetailsCopy.facts.to);
  },
);

it('says what became of each channel', async () => {
  const channel = (name: string, part: Partial<NonNullable<AlertItem['channels']>[number]>) =>
    ({
      ...{ channelId: name, kind: 'ntfy', name, state: 'sent', attempts: 1, sentAt: null },
      ...part,
    }) as NonNullable<AlertItem['channels']>[number];
  const sentAt = '2026-11-21T17:41:00.000Z';
  show({
    channels: [
      channel('Telegram', { sentAt }),
      channel('ntfy', { state: 'pending' }),
      channel('Mi robot', { state: 'failed' }),
    ],
  });
  expect(await facts()).toMatchObject({
    Telegram: plainTime(sentAt),
    ntfy: 'Reintentándose',
    'Mi robot': 'No ha llegado',
  });
});
