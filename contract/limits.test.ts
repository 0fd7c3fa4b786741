/** Limits of what clients may send: accepted exactly at the value, rejected just beyond it. */
import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { maxBandBp } from '#domain/threshold.ts';
import { channelPatch } from './channels.ts';
import { streamMatches, streamQuery } from './live-stream.ts';
import { collectiblesQuery, matchQuery, previewRequest } from './monitoring.ts';
import { identifier, instant, line, priceCents, searchText } from './primitives.ts';
import { category, thresholdDraft, thresholdPatch, thresholdRule } from './threshold.ts';

const draft = {
  target: { kind: 'collectible', id: 'c1' },
  condition: 'below',
  value: 1,
  currency: 'EUR',
};
const text = (length: number) => 'a'.repeat(length);
/** Nothing visible, or what reorders or breaks the text around it. */
const noLines = [
  ...['', ' ', '\u200B', '\u2060\u200D', '\u00AD', '\u3164', '\u2800', text(61), '<b>', 'a\nb'],
  ...['\u061C', '\u200E', '\u202E', '\u2066', '\u2028', '\u2029', '\uD800'].map(
    (one) => `a${one}b`,
  ),
];
const ids = (matches: number, pricesOf: number) => ({
  matches: Array(matches).fill('m1'),
  pricesOf: Array(pricesOf).fill('m1'),
});
const points = (value: number) => ({ id: 'm1', points: String(value) });

it.each<[string, z.ZodMiniType, readonly unknown[], readonly unknown[]]>([
  ['an id', identifier, [text(1), text(64)], ['', text(65), 'a b', '__proto__', '____', '__id__']],
  ['a line', line(60, '<>'), [text(60), ' Mi móvil 📱 ', '\u200Ba'], noLines],
  [
    'an instant',
    instant,
    ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.123+02:00'],
    ['2026-11-21T12:00:00', '2026-11-21', '2026-02-30T12:00:00Z'],
  ],
  ['a price', priceCents, [1, 1_000_000_000], [0, 1_000_000_001, 1.5]],
  ['a searched text', searchText, ['', text(2_048)], [text(2_049)]],
  ['a category', category, [text(1), text(40)], ['', text(41)]],
  [
    'a page',
    collectiblesQuery,
    [{ limit: '1' }, { limit: '500' }],
    [{ limit: '0' }, { limit: '501' }],
  ],
  ['a cursor', collectiblesQuery, [{ cursor: text(512) }], [{ cursor: text(513) }]],
  ['a history', matchQuery, [points(10), points(500)], [points(9), points(501)]],
  [
    'a preview',
    previewRequest,
    [1, 365].map((days) => ({ threshold: draft, days })),
    [0, 366].map((days) => ({ threshold: draft, days })),
  ],
  [
    'a band',
    thresholdRule,
    [0, maxBandBp].map((bandBp) => ({ ...draft, bandBp })),
    [-1, maxBandBp + 1].map((bandBp) => ({ ...draft, bandBp })),
  ],
  [
    'channels of a threshold',
    thresholdDraft,
    [['mail'], ['mail', 'a']].map((channels) => ({ ...draft, channels })),
    [[], ['a', 'a']].map((channels) => ({ ...draft, channels })),
  ],
  [
    // Answered in UTC, with a year of four digits.
    'an expiry in the year 9999',
    thresholdDraft,
    ['9999-12-31T23:59:59.999Z', '9999-12-31T22:59:59.999-01:00'].map((expiresAt) => ({
      ...draft,
      expiresAt,
    })),
    ['9999-12-31T23:00:00-01:00', '9999-12-31T23:59:59-00:01'].map((expiresAt) => ({
      ...draft,
      expiresAt,
    })),
  ],
  ['a change of a threshold', thresholdPatch, [{ value: 2 }, { note: null }], [{}]],
  ['a change of a channel', channelPatch, [{ name: 'Móvil' }, { state: 'paused' }], [{}]],
  [
    'a stream',
    streamQuery,
    // Empty: a stream of no match, for a screen that shows none.
    [{ matches: text(4_096) }, { matches: '' }],
    [{ matches: text(4_097) }],
  ],
  ['the matches of a stream', streamMatches, [ids(500, 100)], [ids(501, 0), ids(0, 101)]],
])('%s', (_name, schema, accepted, rejected) => {
  for (const value of accepted)
    expect([value, schema.safeParse(value).success]).toEqual([value, true]);
  for (const value of rejected)
    expect([value, schema.safeParse(value).success]).toEqual([value, false]);
});
