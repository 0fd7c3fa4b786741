/** Announcement of alerts that have just come. */
import { type CrossingToSay, crossingWords } from '#domain/crossing-words.ts';
import { listed } from '#domain/intl-formats.ts';
import { counted, money, shortPercent, thresholdMoney } from './format.ts';
import { collectibleName } from './thresholds.ts';

export const whyReceived = '¿Por qué me llegó?';

export const saidCrossing = (crossing: CrossingToSay): string =>
  crossingWords(crossing, { price: thresholdMoney, percent: shortPercent });

interface ArrivedAlert extends CrossingToSay {
  readonly matchName: string;
  readonly category: string;
  readonly collectibleName: string;
}

/** Announcement of new alerts: “España – Uruguay, Categoría 2 ha quedado por debajo de 180 €: 172,00 €”. */
export function arrivalSentence(alerts: readonly ArrivedAlert[]): string {
  const [first] = alerts;
  if (first === undefined) return '';
  if (alerts.length === 1)
    return `${first.matchName}, ${collectibleName(first.category, first.collectibleName)} ${saidCrossing(first)}: ${money(first.valueCents, first.currency)}`;
  const names = [...new Set(alerts.map(({ matchName }) => matchName))];
  const prices = new Set(
    alerts.map(({ matchName, category, collectibleName: name }) =>
      [matchName, category, name].join('\n'),
    ),
  );
  return `${counted(prices.size, 'precio ha cruzado', 'precios han cruzado')} tu línea: ${listed(names)}`;
}
