/** What an alert says happened, in every place that says it: rows, toasts, mails, messages of channels. */
import type { Condition } from './threshold.ts';

export interface CrossingToSay {
  readonly condition: Condition;
  /** Cents, basis points or days. */
  readonly ruleValue: number;
  readonly valueCents: number;
  readonly currency: string;
  /** The condition already held when the threshold was created: nothing has crossed. */
  readonly already: boolean;
}

interface Format {
  readonly price: (cents: number, currency: string) => string;
  readonly percent: (basisPoints: number) => string;
}

/**
 * To follow the target's name: “ha quedado por debajo de 180 €”. Says nothing of the price before, which “ha bajado de” could be
 * taken to name, and nothing of the price now: it is read later too.
 */
export function crossingWords(
  { condition, ruleValue, valueCents, currency, already }: CrossingToSay,
  format: Format,
): string {
  switch (condition) {
    case 'below':
    case 'above': {
      const line = format.price(ruleValue, currency);
      if (valueCents === ruleValue) return `${already ? 'ya estaba en' : 'ha llegado a'} ${line}`;
      if (already) return `ya estaba por ${condition === 'below' ? 'debajo' : 'encima'} de ${line}`;
      return condition === 'below' ? `ha quedado por debajo de ${line}` : `ha superado los ${line}`;
    }
    case 'change':
      return `ha cambiado un ${format.percent(ruleValue)} o más`;
    case 'low':
      return `${already ? 'ya estaba en' : 'ha marcado'} su precio más bajo en ${ruleValue === 1 ? 'un día' : `${ruleValue}\u00a0días`}`;
  }
}

/** Whether the price has gone back over the line. False for conditions without one, and while nothing is listed. */
export function isBack(
  { condition, ruleValue }: Pick<CrossingToSay, 'condition' | 'ruleValue'>,
  nowCents: number | null,
): boolean {
  if (nowCents === null) return false;
  if (condition === 'below') return nowCents > ruleValue;
  return condition === 'above' && nowCents < ruleValue;
}

/** To follow a crossing where it is read later: “ahora 240,50 €: ha vuelto”. @param nowCents null when nothing is on sale */
export function nowWords(
  crossing: Omit<CrossingToSay, 'valueCents' | 'already'>,
  nowCents: number | null,
  { price }: Pick<Format, 'price'>,
): string {
  if (nowCents === null) return 'ahora no hay nada en venta';
  const now = `ahora ${price(nowCents, crossing.currency)}`;
  return isBack(crossing, nowCents) ? `${now}: ha vuelto` : now;
}
