/** State of the threshold form (texts), and its conversion to and from a draft. */
import {
  type Condition,
  isPast,
  maxBandBp,
  type Target,
  type ThresholdDraft,
} from '#domain/threshold.ts';
import { expiryPassed, valueRefusal } from '#domain/threshold-refusals.ts';
import { parsePrice, plainDigits } from '#src/copy/format.ts';
import { draftErrors } from '#src/copy/threshold-form-texts.ts';
import type { Collectible } from '#store/api/api-types.ts';

export interface FormValues {
  readonly target: Target;
  readonly condition: Condition;
  readonly text: string;
  /** Whether the value was typed: then nothing else is suggested. */
  readonly isTyped: boolean;
  readonly bandText: string;
  /** Ids of the channels chosen; null = all. */
  readonly channels: readonly string[] | null;
  readonly note: string;
  /** Instant; null = never. */
  readonly expiresAt: string | null;
  /** Whether the expiry was chosen here: then it must be to come. */
  readonly isExpiryChosen: boolean;
}

/** Nobody has written anything yet. */
const untouched: Omit<FormValues, 'target' | 'text'> = {
  condition: 'below',
  isTyped: false,
  bandText: '3',
  channels: null,
  note: '',
  expiresAt: null,
  isExpiryChosen: false,
};

/**
 * Default draft: an alert at five per cent under the current price.
 * @param priceCents price to propose instead, which the current one has to fall or rise to
 * @param written for another match: all but the target stays, and a value that was typed
 */
export function newDraft(
  matchId: string,
  collectible: Collectible | undefined,
  priceCents?: number,
  written?: FormValues,
): FormValues {
  const floorCents = collectible?.floorCents ?? null;
  const target: Target = collectible
    ? { kind: 'collectible', id: collectible.id }
    : { kind: 'match', id: matchId, category: null };
  if (priceCents !== undefined && written === undefined) {
    const isAbove = floorCents !== null && priceCents > floorCents;
    const condition = isAbove ? 'above' : 'below';
    return { ...untouched, target, condition, text: priceFieldText(priceCents), isTyped: true };
  }
  const { condition } = written ?? untouched;
  const text = defaultValueFor(condition, floorCents);
  return { ...untouched, ...written, target, text: written?.isTyped ? written.text : text };
}

/** Default text of the value for a condition that was just chosen. @param floorCents null when nothing is on sale */
export function defaultValueFor(condition: Condition, floorCents: number | null): string {
  if (condition === 'change') return '5';
  if (condition === 'low') return '7';
  if (floorCents === null) return '';
  const factor = condition === 'below' ? 0.95 : 1.05;
  return String(Math.max(1, Math.round((floorCents * factor) / 100)));
}

export function toFormValues(threshold: ThresholdDraft): FormValues {
  const { target, condition, value, bandBp, channels, note, expiresAt } = threshold;
  return {
    ...untouched,
    target,
    condition,
    text: formatValue(condition, value),
    isTyped: true,
    bandText: formatDecimal(bandBp / 100),
    channels,
    note: note ?? '',
    expiresAt,
  };
}

export interface DraftError {
  readonly field: 'value' | 'band' | 'expiry';
  readonly message: string;
}

/** @returns what is to be saved, or the first invalid field */
export function toThresholdDraft(draft: FormValues, currency: string): ThresholdDraft | DraftError {
  const { condition, expiresAt } = draft;
  const value = parseValue(condition, draft.text);
  if (value === null) return { field: 'value', message: draftErrors[condition] };
  const refusal = valueRefusal({ condition, value, currency });
  if (refusal !== null) return { field: 'value', message: refusal };
  const bandBp = parsePrice(draft.bandText);
  if (bandBp === null || bandBp > maxBandBp) return { field: 'band', message: draftErrors.band };
  if (draft.isExpiryChosen && isPast(expiresAt, new Date()))
    return { field: 'expiry', message: expiryPassed };
  const note = draft.note.trim();
  return {
    target: draft.target,
    condition,
    value,
    currency,
    bandBp,
    pause: null,
    snoozedUntil: null,
    channels: draft.channels,
    note: note === '' ? null : note,
    expiresAt,
  };
}

/** The end of a day (`2026-12-03`), by the clock of this device. @returns null for what is no day */
export function endOfDay(day: string): string | null {
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

/** A percentage has basis points as a price has cents. */
function parseValue(condition: Condition, text: string): number | null {
  if (condition === 'low') {
    const days = plainDigits(text).replace(/\s*d(?:ías?)?$/i, '');
    return /^\d{1,3}$/.test(days) ? Number(days) : null;
  }
  return parsePrice(text);
}

function formatValue(condition: Condition, value: number): string {
  if (condition === 'low') return String(value);
  if (condition === 'change' || value % 100 === 0) return formatDecimal(value / 100);
  return (value / 100).toFixed(2).replace('.', ',');
}

/** A price as the form writes it: `180` or `180,50`. */
export const priceFieldText = (cents: number): string => formatValue('below', cents);

const formatDecimal = (value: number): string => String(value).replace('.', ',');
