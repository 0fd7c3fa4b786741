/** How an alert is told. */
import { expect, it } from 'vitest';
import type { AlertItem } from '#contract/alerts.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { plain } from '#tests/support/plain.ts';
import { alertStory } from './alert-story.ts';
import { deliverySentence, unreachableSentence } from './alerts.ts';

const unsent = { state: 'waiting', attempts: 0, sentAt: null } as const;
const waits = deliverySentence(unsent, 'reachable');

it.each<[Partial<AlertItem>, string]>([
  [
    {},
    'Estaba a 187,40 €. El 21 nov, HH:40:02 lo vimos a 172,00 €, por debajo de tu línea de 180 €. Te avisamos 9 s después.',
  ],
  [
    { previousCents: null, valueCents: 18_000, delivery: unsent },
    `No había nada en venta. El 21 nov, HH:40:02 lo vimos a 180,00 €, justo en tu línea de 180 €. ${waits}.`,
  ],
  [
    { already: true, condition: 'above', ruleValue: 17_000 },
    'El 21 nov, HH:40:02 lo vimos a 172,00 €, por encima de tu línea de 170 €, cuando creaste el umbral. Te avisamos 9 s después.',
  ],
  [{ condition: 'low', ruleValue: 7 }, 'lo más bajo en 7 días'],
  [{ condition: 'change', ruleValue: 500 }, 'un cambio del 5 % o más'],
  [{ delivery: unsent, unreachable: true }, unreachableSentence],
  [{ delivery: { ...unsent, sentAt: '2026-11-21T17:45:02.000Z' } }, 'Te avisamos 5 min después'],
  [{ delivery: { ...unsent, sentAt: '2026-11-22T07:00:00.000Z' } }, 'Te avisamos 13 h después'],
])('of %j: %s', (part, story) => {
  // In whatever zone this runs.
  const told = plain(alertStory(alertSample(part), 'reachable')).replace(/\d\d(?=:40:02)/, 'HH');
  expect(told).toContain(story);
});
