/** Formats threshold rules: “baja de 180 €”, “cambia un 5 %”, “es el mínimo de 7 días”. */
import type { Condition, Target, ThresholdRule } from '#domain/threshold.ts';
import { clockTime, plural, shortPercent, shortWeekdayDate, thresholdMoney } from './format.ts';

export type RuleToFormat = Pick<ThresholdRule, 'condition' | 'value' | 'currency'>;

export const conditionVerbs: Record<Condition, string> = {
  below: 'baja de',
  above: 'sube de',
  change: 'cambia un',
  low: 'es el mínimo de',
};

export function ruleSentence({ condition, value, currency }: RuleToFormat): string {
  return `${conditionVerbs[condition]} ${ruleValue({ condition, value, currency })}`;
}

export function ruleValue({ condition, value, currency }: RuleToFormat): string {
  switch (condition) {
    case 'below':
    case 'above':
      return thresholdMoney(value, currency);
    case 'change':
      return shortPercent(value);
    case 'low':
      return `${value}\u00A0${plural(value, 'día', 'días')}`;
  }
}

/** Before the distance still to go. */
export const missing = 'falta';

export const crossed = 'Cruzado';

/** By how much a price is past its threshold. */
export const crossedText = (cents: number, currency: string): string =>
  cents === 0 ? 'Justo en la línea' : `Cruzado por ${thresholdMoney(cents, currency)}`;

export const untilText = (until: string): string =>
  `${shortWeekdayDate(until)}, ${clockTime(until)}`;

/** Of a snoozed threshold, wherever its state is shown. */
export const silentUntilText = (until: string): string => `En silencio hasta ${untilText(until)}`;

export const categoryName = (category: string): string =>
  /^\d+$/.test(category) ? `Categoría ${category}` : category;

/** The category, and the collectible's own name where that says more: several of a match may share a category. */
export function collectibleName(category: string, name: string): string {
  const shown = categoryName(category);
  return name === category || name === shown ? shown : `${shown} · ${name}`;
}

export const cheapestOfMatch = 'El más barato del partido';

export const cheapestOfCategory = (category: string): string =>
  `El más barato de ${categoryName(category)}`;

/** Name of a threshold's target within its match. @param names null while they are unknown */
export function targetLabel(
  target: Target,
  names: { readonly category: string; readonly name: string } | null,
): string {
  if (target.kind === 'collectible')
    return names === null ? target.id : collectibleName(names.category, names.name);
  return target.category === null ? cheapestOfMatch : cheapestOfCategory(target.category);
}
