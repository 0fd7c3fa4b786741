/** One alert: its row by day, why it came, what became of its mail and channels, and what can be done with its threshold. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { AlertItem } from '#contract/alerts.ts';
import type { Threshold } from '#domain/threshold.ts';
import {
  attemptsText,
  channelsSentences,
  alertDetailsCopy as copy,
  deliverySentence,
  unreachableSentence,
} from '#src/copy/alerts.ts';
import { mediumDateTime } from '#src/copy/format.ts';
import { pausedBy } from '#src/copy/pause-reasons.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { plain } from '#tests/support/plain.ts';
import {
  breakEndpoint,
  definitions,
  mockBackend,
  mockRoute,
  plainText,
  press,
  profile,
  renderScreen,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { AlertDetails } from './alert-details.tsx';
import { AlertList } from './alert-list.tsx';
import { ThresholdActions } from './threshold-actions.tsx';

const chartUrl = '/dashboard/partidos/m1?c=m1-cat2';
const delivery = (state: AlertItem['delivery']['state'], attempts = 0) => ({
  delivery: { state, attempts, sentAt: null },
});
const channel = (
  name: string,
  state: 'pending' | 'sent' | 'failed',
  sentAt: string | null = null,
) => ({
  channelId: name,
  kind: 'ntfy' as const,
  name,
  state,
  attempts: 1,
  sentAt,
});

const mail = (
  state: AlertItem['delivery']['state'],
  attempts = 0,
  reach: Parameters<typeof deliverySentence>[1] = 'reachable',
) => deliverySentence({ state, attempts }, reach);

describe('the row', () => {
  function show(alerts: readonly AlertItem[], open: string | null = null) {
    mockBackend({});
    mockSettingsBackend(settingsSample());
    const onToggle = vi.fn();
    renderScreen(<AlertList {...{ alerts, open, onToggle }} />, '/dashboard/alertas');
    return onToggle;
  }
  const rows = () => screen.getAllByRole('listitem');

  it('is under its day, in the order of the list', () => {
    const at = (id: string, day: number) =>
      alertSample({ id, matchName: `Partido ${id}`, createdAt: `2020-11-${day}T12:00:00.000Z` });
    show([at('4', 22), at('3', 21), at('2', 21), at('1', 20)]);
    const days = screen.getAllByRole('heading', { level: 2 }).map((heading) => {
      const links = within(heading.parentElement as HTMLElement).getAllByRole('link');
      return [heading.textContent, ...links.map((link) => link.textContent?.split(',')[0])];
    });
    expect(days).toEqual([
      ['22 de noviembre de 2020', 'Partido 4'],
      ['21 de noviembre de 2020', 'Partido 3', 'Partido 2'],
      ['20 de noviembre de 2020', 'Partido 1'],
    ]);
  });

  it.each<[Partial<AlertItem>, string]>([
    [
      {},
      `España – Uruguay, sin leerCategoría 2Ha quedado por debajo de 180 € Ahora 172,00 €172,00 €${mail('sent')}¿`,
    ],
    [{ nowCents: 18_100 }, 'Ahora 181,00 €: ha vuelto'],
    [{ read: true }, 'España – UruguayCategoría 2'],
    [delivery('failed', 9), `${mail('failed')}${plain(attemptsText(9))}`],
    [delivery('failed'), `${mail('failed')}¿`],
    [delivery('none'), mail('none')],
    [delivery('waiting'), mail('waiting')],
    [{ ...delivery('waiting'), unreachable: true }, `172,00 €${plain(unreachableSentence)}`],
    [delivery('pending', 1), `${mail('pending', 1)}${plain(attemptsText(1))}`],
    [
      { channels: [channel('ntfy', 'sent'), channel('Bot', 'failed')] },
      `por ntfy${channelsSentences([channel('Bot', 'failed')]).failed}`,
    ],
  ])('of %j says what crossed and what became of its messages', (part, words) => {
    show([alertSample(part)]);
    expect(plainText(rows()[0])).toContain(words);
    expect(screen.getByRole('link')).toHaveAttribute('href', chartUrl);
  });

  it('opens alone, by its button', async () => {
    const alerts = [alertSample({ id: '2', read: true }), alertSample({ id: '1', read: true })];
    const onToggle = show(alerts, '1');
    const buttons = screen.getAllByRole('button', { name: /^¿Por qué me llegó\?/ });
    const expanded = buttons.map((button) => button.getAttribute('aria-expanded'));
    expect(expanded).toEqual(['false', 'true']);
    const details = screen.getByTestId('alert-details');
    expect(rows()[1]).toContainElement(details);
    expect(buttons[1]).toHaveAttribute('aria-controls', details.id);
    await userEvent.click(buttons[0] as HTMLElement);
    expect(onToggle).toHaveBeenCalledExactlyOnceWith(alerts[0]);
  });
});

describe('the details', () => {
  interface Account {
    readonly emailConfirmed?: boolean;
    readonly mail?: 'on' | 'off';
  }
  async function show(part: Partial<AlertItem> = {}, account: Account = {}) {
    const { emailConfirmed = true, mail = 'on' } = account;
    mockBackend({
      'GET users/profile': [{ ...profile(), emailConfirmed }],
      'GET users/notifications': [{ quietHours: null, mail, browser: false }],
    });
    mockSettingsBackend(settingsSample({ uno: umbralSample() }));
    const alert = alertSample({ collectibleUrl: 'https://mercado.example/1', ...part });
    renderScreen(<AlertDetails id="details" {...{ alert, chartUrl }} />, '/dashboard/alertas');
    await screen.findByText(copy.facts.created);
  }
  const plainTime = (instant: string) => mediumDateTime(instant).replaceAll('\u00A0', ' ');

  it('say what happened, fact by fact, and lead to the chart and the market', async () => {
    const sentAt = '2026-11-21T17:41:00.000Z';
    const channels = [
      channel('Telegram', 'sent', sentAt),
      channel('ntfy', 'pending'),
      channel('Mi robot', 'failed'),
    ];
    await show({ channels });
    await screen.findByText(copy.facts.to);
    expect(definitions()).toEqual({
      [copy.facts.rule]: 'Baja de 180 € · versión 1',
      [copy.facts.created]: plainTime('2026-01-01T00:00:00.000Z'),
      [copy.facts.before]: '187,40 €',
      [copy.facts.after]: '172,00 €',
      [copy.facts.observed]: plainTime('2026-11-21T17:40:02.000Z'),
      [copy.facts.noticed]: plainTime('2026-11-21T17:40:03.000Z'),
      [copy.facts.mail]: `${plainTime('2026-11-21T17:40:11.000Z')} · 1 intento`,
      Telegram: plainTime(sentAt),
      ntfy: 'Reintentándose',
      'Mi robot': 'No ha llegado',
      [copy.facts.to]: 'ana@correo.example',
      [copy.facts.again]: 'Si sube a 185,40 € y cruza otra vez',
    });
    expect(screen.getByText(copy.details).closest('details')).not.toHaveAttribute('open');
    expect(screen.getByRole('link', { name: copy.chart })).toHaveAttribute('href', chartUrl);
    const market = screen.getByRole('link', { name: /España – Uruguay, Categoría 2/ });
    expect(market).toHaveAttribute('href', 'https://mercado.example/1');
  });

  it('of one that held from the start name no price before', async () => {
    await show({ already: true });
    expect(definitions()).not.toHaveProperty(copy.facts.before);
  });

  it.each<[string, Partial<AlertItem>, Account]>([
    [mail('waiting'), delivery('waiting'), {}],
    [
      mail('waiting', 0, 'unconfirmed'),
      delivery('waiting'),
      { emailConfirmed: false, mail: 'off' },
    ],
    [mail('waiting', 0, 'unsubscribed'), delivery('waiting'), { mail: 'off' }],
    [`${mail('failed')} · ${plain(attemptsText(9))}`, delivery('failed', 9), {}],
  ])('say “%s” of a mail of %j to %j, and not to whom it went', async (words, part, account) => {
    await show(part, account);
    await waitFor(() => expect(definitions()).toMatchObject({ [copy.facts.mail]: words }));
    expect(definitions()).not.toHaveProperty(copy.facts.to);
  });
});

describe('its threshold', () => {
  const future = new Date(2099, 11, 3, 18, 30).toISOString();
  function show(threshold: Threshold | undefined) {
    mockBackend({});
    const backend = mockSettingsBackend(settingsSample(threshold && { uno: threshold }));
    renderScreen(
      <ThresholdActions alert={alertSample()} threshold={threshold} isKnown>
        {null}
      </ThresholdActions>,
      '/dashboard/alertas',
    );
    return () => backend.settings.configuracion.umbrales.uno;
  }

  it('is opened to be changed, and not before it is asked to', async () => {
    breakEndpoint('get', 'monitoring/match');
    show(umbralSample());
    expect(screen.queryByRole('dialog')).toBeNull();
    await press(copy.edit);
    const dialog = await screen.findByRole('dialog', { name: copy.edit });
    expect(await within(dialog).findByText('Ahora no.')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is paused and silenced', async () => {
    const stored = show(umbralSample());
    await press(copy.pause);
    await waitFor(() => expect(stored()?.pause).toBe('user'));
    await press(copy.snooze);
    await waitFor(() => expect(stored()?.snoozedUntil).not.toBeNull());
  });

  const { snooze, unsnooze, pause, resume, edit } = copy;
  const until = 'En silencio hasta el jueves 3 de diciembre a las 18:30.';
  it.each<[string, Partial<Threshold> | null, string[], string]>([
    ['watches', {}, [snooze, pause, edit], ''],
    ['is silent', { snoozedUntil: future }, [unsnooze, pause, edit], until],
    ['was silent', { snoozedUntil: '2026-01-01T00:00:00.000Z' }, [snooze, pause, edit], ''],
    ['is paused', { pause: 'user', snoozedUntil: future }, [resume, edit], copy.paused],
    ['the plan has paused', { pause: 'plan' }, [edit], `${pausedBy.plan}.`],
    ['the kick-off has closed', { pause: 'kickoff' }, [], copy.closed],
    ['has expired', { pause: 'expired' }, [], copy.expired],
    ['is deleted', null, [], copy.gone],
  ])('is offered and said what goes with one that %s', (_which, part, buttons, words) => {
    show(part === null ? undefined : umbralSample(part));
    const offered = screen.queryAllByRole('button').map(plainText);
    expect([offered, plainText(screen.getByRole('status'))]).toEqual([
      buttons.map((label) => label.replaceAll('\u00A0', ' ')),
      words,
    ]);
  });

  it.each([
    ['plan_limit', ['/dashboard/plan']],
    ['unavailable', []],
  ])('leads to the plans where these are why a change was refused: %s', async (code, links) => {
    show(umbralSample({ pause: 'user' }));
    const refusal = { error: 'No cabe.', code, requestId: 'r' };
    mockRoute('POST users/thresholds/batch', HttpResponse.json(refusal, { status: 403 }));
    expect(screen.queryByRole('alert')).toBeNull();
    await press(resume);
    expect(await screen.findByRole('alert')).toBeVisible();
    const found = screen.queryAllByRole('link', { name: settingsCopy.seePlans });
    expect(found.map((link) => link.getAttribute('href'))).toEqual(links);
  });
});
