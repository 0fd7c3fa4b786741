/** Sentences that depend on an amount, a date or a plan: none, one, several, and no limit. */

import { describe, expect, it } from 'vitest';
import { type Plan, plans } from '#domain/plans.ts';
import { plain } from '#tests/support/plain.ts';
import { signInErrors, textForCode } from './auth-texts.ts';
import { contactProblemSentence } from './contact.ts';
import { shortWeekdayDate } from './format.ts';
import * as howItWorks from './how-it-works.ts';
import { importExportCopy } from './import-export.ts';
import { keysCopy } from './keys.ts';
import { lastPricesCopy } from './last-prices.ts';
import { matchesCopy } from './matches.ts';
import { inWords } from './number-words.ts';
import { onboardingCopy } from './onboarding.ts';
import { overviewCopy, overviewHeadline } from './overview.ts';
import { planRows } from './plan.ts';
import { priceChartCopy } from './price-chart-texts.ts';
import { durationText, everyText } from './settings.ts';
import { reauthenticationError } from './settings-account.ts';
import { registrationErrors, signInCopy } from './sign-in.ts';
import { questionCountText } from './support.ts';
import { articleCategories } from './support-articles.ts';
import { previewCopy, thresholdFormCopy } from './threshold-form-texts.ts';
import { thresholdListCopy } from './threshold-list.ts';
import { templateCopy } from './threshold-template.ts';
import {
  categoryName,
  cheapestOfMatch,
  collectibleName,
  crossedText,
  targetLabel,
} from './thresholds.ts';

const { basico, premium, elite } = plans;
const c1 = { kind: 'collectible', id: 'c1' } as const;
const m1 = { kind: 'match', id: 'm1', category: null } as const;
const headline = (crossed: number, near: number, thresholds = 60) =>
  overviewHeadline({ thresholds, crossed, near });
const already = 'ya se cumple. Te avisaremos una vez al guardarlo.';
const rowOf = (name: string, plan: Plan) => planRows.find((row) => row.name === name)?.of(plan);
const historyOf = (visibleHistoryDays: number | null) =>
  rowOf('Historial visible', { ...basico, visibleHistoryDays }) ?? '';
const exportOf = (canExport: boolean) =>
  rowOf('Exportar CSV y JSON', { ...basico, canExport }) ?? '';

/** What is said, and what it has to read. */
const sentences: readonly (readonly [said: string, read: string])[] = [
  [matchesCopy.watched(1, null), '1 vigilado'],
  [matchesCopy.watched(2, 5), '2 de 5 vigilados'],
  [matchesCopy.showing('40', true), 'Mostrando los primeros 40'],
  [matchesCopy.showing('3', false), 'Mostrando 3'],
  [overviewCopy.matchesOf(1, null), '1 partido'],
  [overviewCopy.matchesOf(1, 5), '1 de 5 partidos'],
  [overviewCopy.thresholdsOf(2, 60), '2 de 60'],
  [overviewCopy.outOf(60), 'de 60'],
  [overviewCopy.allThresholds(1), 'Ver tu umbral'],
  [overviewCopy.allThresholds(3), 'Ver los 3 umbrales'],
  [overviewCopy.startsIn(1, 2, 1), 'Empieza en 1 día, 2 horas y 1 minuto'],
  [overviewCopy.cameNear(['a']), 'Uno más, a punto: a.'],
  [overviewCopy.cameNear(['a', 'b', 'c']), 'Tres más, a punto: a; b; c.'],
  [overviewCopy.cameNear(['a', 'b', 'c', 'd']), 'Cuatro más, a punto.'],
  [overviewCopy.breadth(1, 1, 0, 0), 'De tu coleccionable: baja 1, suben 0, sin cambios 0'],
  [headline(0, 0, 0), 'Aún no has marcado tu línea.'],
  [headline(0, 0), 'Todo lejos de tu línea.'],
  [headline(1, 0), 'Un precio ha cruzado.'],
  [headline(3, 0), 'Tres precios han cruzado.'],
  [headline(0, 1), 'Un precio, a punto.'],
  [headline(0, 2), 'Dos precios, a punto.'],
  [headline(1, 1), 'Un precio ha cruzado. Otro, a punto.'],
  [headline(3, 16), 'Tres precios han cruzado. Dieciséis, a punto.'],
  [headline(4, 21), '4 precios han cruzado. 21, a punto.'],
  [onboardingCopy.daysLeft(0), 'Empieza hoy'],
  [onboardingCopy.daysLeft(1), 'Falta 1 día'],
  [onboardingCopy.daysLeft(2), 'Faltan 2 días'],
  [priceChartCopy.wouldHaveFired(0), 'no habría saltado en 30 días'],
  [priceChartCopy.wouldHaveFired(1), 'habría saltado 1 vez'],
  [thresholdFormCopy.times(0), 'nunca en 30 días'],
  [thresholdFormCopy.times(2), '2 veces'],
  [thresholdFormCopy.share(true, 5), '+5 %'],
  [thresholdFormCopy.share(false, 5), '−5 %'],
  [previewCopy.firings(1, 30, null), 'Habría saltado 1 vez en 30 días'],
  [previewCopy.firings(2, 30, 'ayer'), 'Habría saltado 2 veces en 30 días; última: ayer'],
  [previewCopy.mails(1), 'Habría sido 1 correo.'],
  [previewCopy.mails(2), 'Habrían sido 2 correos.'],
  [
    previewCopy.farAlready('9 €', true, '2 €'),
    `9 € está muy por encima del precio actual (2 €): ${already}`,
  ],
  [
    previewCopy.farAlready('1 €', false, '2 €'),
    `1 € está muy por debajo del precio actual (2 €): ${already}`,
  ],
  [templateCopy.made(0), 'Marca al menos uno'],
  [templateCopy.made(1), 'Se crearán 1 umbral'],
  [templateCopy.room(0, 'Básico'), 'Tu plan Básico no admite más umbrales.'],
  [templateCopy.room(1, 'Básico'), 'En tu plan Básico cabe 1 más.'],
  [templateCopy.room(2, 'Básico'), 'En tu plan Básico caben 2 más.'],
  [importExportCopy.import(1, 0), 'Importar 1 umbral'],
  [importExportCopy.import(2, 3), 'Importar 2 y omitir 3'],
  [importExportCopy.more(1), 'Y 1 línea más.'],
  [keysCopy.used(1, 5), '1 de 5 claves'],
  [lastPricesCopy.more(1), 'Y uno más que no se ha guardado.'],
  [lastPricesCopy.more(2), 'Y 2 más que no se han guardado.'],
  [questionCountText(1, false), '1 pregunta'],
  [questionCountText(1, true), 'Queda 1 pregunta'],
  [questionCountText(2, true), 'Quedan 2 preguntas'],
  [everyText(60), 'cada minuto'],
  [everyText(3_600), 'cada hora'],
  [everyText(86_400), 'cada día'],
  [everyText(15), 'cada 15 s'],
  [everyText(900), 'cada 15 min'],
  [durationText(7_200), '2 h'],
  [durationText(86_400), '1 día'],
  [durationText(172_800), '2 días'],
  [inWords(20), 'Veinte'],
  [inWords(21), '21'],
  [contactProblemSentence('name', 'missing', 0), 'Escribe tu nombre'],
  [contactProblemSentence('email', 'malformed', 3), registrationErrors.emailInvalid],
  [textForCode(signInErrors, 'auth/of-tomorrow'), signInErrors.other],
  [categoryName('2'), 'Categoría 2'],
  [categoryName('Palco'), 'Palco'],
  [collectibleName('2', '2'), 'Categoría 2'],
  [collectibleName('2', 'Categoría 2'), 'Categoría 2'],
  [collectibleName('2', 'Fila 7'), 'Categoría 2 · Fila 7'],
  [crossedText(0, 'EUR'), 'Justo en la línea'],
  [crossedText(800, 'EUR'), 'Cruzado por 8 €'],
  [targetLabel(c1, null), 'c1'],
  [targetLabel(c1, { category: '2', name: 'Fila 7' }), 'Categoría 2 · Fila 7'],
  [targetLabel(m1, null), cheapestOfMatch],
  [targetLabel({ ...m1, category: '2' }, null), 'El más barato de Categoría 2'],
  [rowOf('Partidos vigilados', { ...basico, maxMatches: 3 }) ?? '', '3'],
  [rowOf('Partidos vigilados', { ...elite, maxMatches: null }) ?? '', 'Sin límite'],
  [historyOf(30), '30 días'],
  [historyOf(365), '1 año'],
  [historyOf(null), 'Todo'],
  [exportOf(true), 'Sí'],
  [exportOf(false), 'No'],
  // The first page does not load the plans themselves, for the sake of its size.
  [
    signInCopy.startsInBasic,
    `Empiezas en ${basico.label}: ${basico.maxMatches} partidos y ${basico.maxThresholds} umbrales, sin tarjeta.`,
  ],
];

it.each(sentences.map(([said, read]) => [read, said] as const))('“%s”', (read, said) => {
  expect(plain(said)).toBe(read);
});

it('the help centre says what the plans include', () => {
  const texts = JSON.stringify(articleCategories);
  for (const { maxMatches } of [basico, premium, elite])
    expect(texts).toContain(
      maxMatches === null ? 'partidos sin límite' : `${maxMatches} partidos y`,
    );
});

it('the examples of how it works re-arm three per cent above their line', () => {
  expect(plain(JSON.stringify(howItWorks))).toContain('185,40 €');
});

const unrecognised = 'No se ha podido comprobar quién eres.';
const wrong = 'auth/wrong-password';
it.each([
  [{ code: wrong }, wrong, textForCode(signInErrors, wrong)],
  [{ code: 'auth/of-tomorrow' }, 'auth/of-tomorrow', unrecognised],
  ['broken', 'unknown', unrecognised],
  [null, 'unknown', unrecognised],
  [new Error('broken'), 'unknown', unrecognised],
])('the reason why a person could not be recognised: %j', (error, code, text) => {
  expect(reauthenticationError(error)).toEqual({ code, text });
});

describe('dates', () => {
  const now = new Date(2026, 10, 21, 18, 42);
  const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);

  it.each([
    [at(21, 18, 42), 'Guardados hoy a las 18:42, hace un momento.'],
    [at(21, 16, 42), 'Guardados hoy a las 16:42, hace 2 h.'],
    [at(20, 18, 42), 'Guardados el 20 nov 2026 a las 18:42.'],
  ])('prices stored at %s', (instant, sentence) => {
    expect(plain(lastPricesCopy.age(instant, now))).toBe(sentence);
  });

  it('are those of the place that is asked for', () => {
    const instant = '2026-11-24T23:30:00Z';
    const days = ['America/Lima', 'Asia/Tokyo'].map((zone) => shortWeekdayDate(instant, zone));
    expect(days).toEqual(['mar 24 nov', 'mié 25 nov']);
  });

  it('of an expiry are a day, and a time only where a program has chosen one', () => {
    const year = new Date().getFullYear();
    const expiry = (hour: number, minute: number) =>
      thresholdListCopy.expires(new Date(year, 10, 21, hour, minute).toISOString());
    expect(plain(expiry(23, 59))).toBe('Hasta el 21 nov');
    expect(plain(expiry(8, 30))).toBe('Hasta el 21 nov, 08:30');
  });
});
