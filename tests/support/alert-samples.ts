/** Sample alerts as the API returns them, for mocked answers. */
import type { AlertItem } from '#contract/alerts.ts';
import type { SentAlert } from '#contract/channels.ts';

export const alertSample = (part: Partial<AlertItem> = {}): AlertItem => ({
  id: '7',
  thresholdId: 'uno',
  version: 1,
  episode: 1,
  target: { kind: 'collectible', id: 'm1-cat2' },
  collectibleId: 'm1-cat2',
  collectibleName: 'Categoría 2',
  category: '2',
  matchId: 'm1',
  matchName: 'España – Uruguay',
  condition: 'below',
  ruleValue: 18_000,
  bandBp: 300,
  valueCents: 17_200,
  nowCents: 17_200,
  previousCents: 18_740,
  currency: 'EUR',
  observedAt: '2026-11-21T17:40:02.000Z',
  createdAt: '2026-11-21T17:40:03.000Z',
  already: false,
  read: false,
  delivery: { state: 'sent', attempts: 1, sentAt: '2026-11-21T17:40:11.000Z' },
  channels: [],
  ...part,
});

/** As a channel is sent it. */
export function sentAlertSample(part: Partial<SentAlert> = {}): SentAlert {
  const { read: _read, delivery: _delivery, channels: _channels, ...facts } = alertSample();
  return { ...facts, url: 'https://vigia.example/dashboard/partidos/m1?c=m1-cat2', ...part };
}
