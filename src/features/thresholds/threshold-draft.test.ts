/** What the threshold form proposes, what it takes for valid, and what it makes of a stored threshold. */
import { expect, it, vi } from 'vitest';
import { expiryPassed, valueRefusal } from '#domain/threshold-refusals.ts';
import { draftErrors } from '#src/copy/threshold-form-texts.ts';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import {
  defaultValueFor,
  type FormValues,
  newDraft,
  priceFieldText,
  toFormValues,
  toThresholdDraft,
} from './threshold-draft.ts';

const draft = (part: Partial<FormValues> = {}): FormValues => ({
  ...newDraft('m1', collectibleSample()),
  text: '180',
  ...part,
});
const converted = (part: Partial<FormValues>) => toThresholdDraft(draft(part), 'EUR');

it('proposes five per cent below the price, as nobody has typed anything', () => {
  const ofMatch = { kind: 'match', id: 'm1', category: null };
  expect(newDraft('m1', undefined)).toMatchObject({ target: ofMatch, text: '' });
  expect(newDraft('m1', collectibleSample())).toEqual({
    target: { kind: 'collectible', id: 'c1' },
    condition: 'below',
    text: '190',
    isTyped: false,
    bandText: '3',
    channels: null,
    note: '',
    expiresAt: null,
    isExpiryChosen: false,
  });
});

it.each([
  ['above the price now', 20_000, 20_001, 'above', '200,01'],
  ['of now', 20_000, 20_000, 'below', '200'],
  ['below it', 20_000, 15_050, 'below', '150,50'],
  ['of something that is not on sale', null, 15_000, 'below', '150'],
])('takes a price %s that was pressed on a chart', (_which, floorCents, cents, condition, text) => {
  expect(newDraft('m1', collectibleSample({ floorCents }), cents)).toEqual({
    ...newDraft('m1', collectibleSample()),
    condition,
    text,
    isTyped: true,
  });
});

it('keeps on another match what had been written, though a price was pressed before', () => {
  const written = draft({
    target: { kind: 'collectible', id: 'other' },
    condition: 'above',
    text: '250',
    isTyped: true,
    bandText: '7',
    channels: ['mail'],
    note: 'Para Lucía',
    expiresAt: '2099-12-03T22:59:59.999Z',
    isExpiryChosen: true,
  });
  const expected = { ...written, target: { kind: 'collectible', id: 'c1' } };
  expect(newDraft('m1', collectibleSample(), 15_000, written)).toEqual(expected);
  const proposed = newDraft('m1', collectibleSample(), undefined, { ...written, isTyped: false });
  expect(proposed).toEqual({ ...expected, isTyped: false, text: '210' });
});

it.each([
  ['below', 20_000, '190'],
  ['above', 20_000, '210'],
  ['below', 40, '1'],
  ['below', 10_170, '97'],
  ['above', null, ''],
  ['change', null, '5'],
  ['low', null, '7'],
] as const)('proposes for “%s” at a price of %j cents “%s”', (condition, floorCents, text) => {
  expect(defaultValueFor(condition, floorCents)).toBe(text);
});

it.each([
  ['below', 9_000, '90'],
  ['above', 9_050, '90,50'],
  ['change', 550, '5,5'],
  ['low', 30, '30'],
] as const)('writes the stored rule %s %i as it would be typed: %s', (condition, value, text) => {
  const written = { condition, text, isTyped: true };
  expect(toFormValues(umbralSample({ condition, value }))).toMatchObject(written);
});

it('writes the rest of a stored threshold, and the usual where it says nothing', () => {
  const usual = newDraft('m1', collectibleSample());
  expect(toFormValues(umbralSample())).toEqual({ ...usual, text: '90', isTyped: true });
  const expiresAt = '2020-05-05T10:00:00.000Z';
  const all = umbralSample({ bandBp: 250, channels: ['casa'], note: 'Para Lucía', expiresAt });
  expect(toFormValues(all)).toMatchObject({
    bandText: '2,5',
    channels: ['casa'],
    note: 'Para Lucía',
    expiresAt,
    isExpiryChosen: false,
  });
});

it('saves no channels, note or expiry where none was chosen', () => {
  expect(converted({ note: '  ' })).toEqual({
    target: { kind: 'collectible', id: 'c1' },
    condition: 'below',
    value: 18_000,
    currency: 'EUR',
    bandBp: 300,
    pause: null,
    snoozedUntil: null,
    channels: null,
    note: null,
    expiresAt: null,
  });
  const expiresAt = '2020-05-05T10:00:00.000Z';
  expect(converted({ note: ' Para Lucía ', channels: ['casa'], expiresAt })).toMatchObject({
    note: 'Para Lucía',
    channels: ['casa'],
    expiresAt,
  });
});

const outcome = (written: Partial<FormValues>) => {
  const threshold = converted(written);
  return 'field' in threshold ? threshold.message : threshold;
};

it.each([
  ['below', { '0,01': 1, ' 180.5 ': 18_050 }, ['mucho', ''], ['0']],
  ['above', { 10000000: 1_000_000_000 }, ['x'], ['10000000,01']],
  ['change', { '0,01': 1, 1000: 100_000 }, [''], ['0', '1000,01']],
  ['low', { 1: 1, ' 365 ': 365 }, ['1,5', ''], ['0', '366']],
] as const)(
  'reads the value of “%s”, or says what is wrong with it',
  (condition, values, unread, refused) => {
    for (const [text, value] of Object.entries(values))
      expect(outcome({ condition, text })).toMatchObject({ value });
    for (const text of unread) expect(outcome({ condition, text })).toBe(draftErrors[condition]);
    for (const text of refused)
      expect(outcome({ condition, text })).toBe(
        valueRefusal({ condition, value: -1, currency: 'EUR' }),
      );
  },
);

it.each<[string, object | string]>([
  ['0', { bandBp: 0 }],
  ['50', { bandBp: 5_000 }],
  ['2,5', { bandBp: 250 }],
  ['50,01', draftErrors.band],
  ['', draftErrors.band],
  ['x', draftErrors.band],
])('of the band “%s” it makes %j', (bandText, made) => {
  const expected = typeof made === 'string' ? made : expect.objectContaining(made);
  expect(outcome({ bandText })).toEqual(expected);
});

it('an expiry chosen here is to come', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  vi.useFakeTimers({ now });
  const choose = (atMs: number, isExpiryChosen = true) =>
    outcome({ expiresAt: new Date(atMs).toISOString(), isExpiryChosen });
  expect(choose(now)).toBe(expiryPassed);
  expect(choose(now, false)).toMatchObject({ expiresAt: new Date(now).toISOString() });
  expect(choose(now + 1)).toMatchObject({ expiresAt: new Date(now + 1).toISOString() });
  expect(outcome({ expiresAt: null, isExpiryChosen: true })).toMatchObject({ expiresAt: null });
});

it('writes a price without cents it does not have', () => {
  expect([18_000, 18_050, 18_005, 5].map(priceFieldText)).toEqual([
    '180',
    '180,50',
    '180,05',
    '0,05',
  ]);
});
