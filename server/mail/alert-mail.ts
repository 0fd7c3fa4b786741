/** Composes one mail from a user's alerts: what crossed and why, when, the value now, action links. */
import { capitalizeFirst } from '#domain/capitalize-first.ts';
import { nowWords } from '#domain/crossing-words.ts';
import { numberFormat } from '#domain/intl-formats.ts';
import type { UnsentAlert } from '../db/alerts/unsent-alerts.ts';
import type { AlertSection, SectionOptions } from './alert-section.ts';
import { formatDay, formatKickoff, formatMoment, formatPrice, labelOf } from './format.ts';
import {
  actionsBlock,
  type Block,
  buttonBlock,
  entryBlock,
  type Fact,
  factsBlock,
  paragraphBlock,
  type Words,
} from './mail-blocks.ts';
import { composeMail, type MailBody } from './mail-layout.ts';
import { priceBlock } from './price-block.ts';

interface ComposeOptions extends SectionOptions {
  readonly now: Date;
  /** A mail that the user asked for, about an alert that was not fired: says so. */
  readonly isTest?: boolean;
}

/** The alerts listed in full, and those only counted. */
interface AlertMailContent {
  readonly sections: readonly [AlertSection, ...AlertSection[]];
  readonly more: readonly UnsentAlert[];
}

/** What one threshold said. */
interface AlertEntry {
  /** Its last. */
  readonly section: AlertSection;
  readonly times: number;
}

export function composeAlertMail(
  content: AlertMailContent,
  { links, timeZone, now, isTest = false }: ComposeOptions,
): ReturnType<typeof composeMail> {
  const { sections, more } = content;
  const [first] = sections;
  const subject = isTest ? `Prueba · ${subjectOf(content)}` : subjectOf(content);
  const entries = entriesOf(content);
  const [top = { section: first, times: 1 }] = entries;
  const isSingle = sections.length + more.length === 1;
  const [headline = subject, subtitle = ''] = subject.split(' · ', 2);
  const rest =
    more.length === 0
      ? []
      : [
          paragraphBlock(digestOf(content)),
          buttonBlock({ words: 'Ver todas las alertas', url: links.all }),
        ];
  return composeMail({
    subject,
    ...(more.length === 0 && {
      lead: `${isTest ? `${testNote} ` : ''}${sentenceOf(top)} ${nowOf(top.section)}`,
    }),
    corner: capitalizeFirst(formatMoment(now, timeZone)),
    header: isSingle
      ? ticketHeader(first, { timeZone, isTest })
      : { title: headline, below: [subtitle] },
    blocks: isSingle ? ticketBlocks(first, isTest) : [...rest, ...entries.map(thresholdEntry)],
    foot: isTest
      ? [testNote, 'Recibes este correo porque pediste una prueba.']
      : [
          `El precio puede haber cambiado desde que te escribimos.${isSingle ? ` ${first.rearmText}` : ''}`,
          isSingle
            ? `Recibes este correo porque creaste este umbral el ${formatDay(first.alert.thresholdCreatedAt, timeZone)}.`
            : 'Recibes este correo porque creaste estos umbrales.',
        ],
    unsubscribe: { words: 'Dejar de recibir alertas', url: links.unsubscribe },
  });
}

const testNote = 'Es una prueba, con tu umbral: ningún precio lo ha cruzado. Así será tu aviso.';

function ticketHeader(
  { alert, observedClock, reason }: AlertSection,
  { timeZone, isTest }: { readonly timeZone: string; readonly isTest: boolean },
): MailBody['header'] {
  const where = [
    alert.kickoffAt && capitalizeFirst(formatKickoff(alert.kickoffAt, timeZone)),
    [alert.venue, alert.city].filter((place) => place !== null).join(', '),
  ].filter(Boolean);
  const what = [alert.part, alert.stage].filter(
    (part) => part !== null && part !== alert.matchName,
  );
  return {
    above: isTest ? testNote : `A las ${observedClock} ${reason}`,
    title: alert.matchName,
    below: [what.join(' · '), where.join(' · ')].filter((line) => line !== ''),
  };
}

const noteOf = ({ note }: AlertSection): string[] => (note === null ? [] : [note]);

const ticketBlocks = (section: AlertSection, isTest: boolean): Block[] => [
  priceBlock(section, isTest),
  ...noteOf(section).map(paragraphBlock),
  factsBlock(factsOf(section)),
  buttonBlock({ words: 'Ver la gráfica', url: section.chartUrl }),
  actionsBlock([...section.actions, { words: 'Cambiarlo', url: section.changeUrl }]),
];

function factsOf(section: AlertSection): Fact[] {
  const { alert, dayChange } = section;
  const rows: [string, string | null | undefined, (Words['tone'] | undefined)?][] = [
    ['¿Es buen precio?', section.standing],
    ['Cambio en 24\u00a0h', dayChange?.text, dayChange?.tone],
    ['Última venta', section.lastSale],
    ['En venta', String(alert.listings)],
    ['Umbral', section.rule],
    ['Al cruzar', section.value],
    ['Visto', section.observedAt],
    ['Antes de cruzar', section.previous],
    ['El más barato', alert.collectibleName === alert.part ? null : alert.collectibleName],
  ];
  return rows.flatMap(([name, text, tone = 'text']) =>
    text ? [{ name, values: [{ text, tone }] }] : [],
  );
}

function thresholdEntry({ section, times }: AlertEntry): Block {
  const { alert, value, now, observedAt, isBack } = section;
  const price = (name: string, text: string, detail: string): Fact => ({
    name,
    values: [
      { text, tone: 'text' },
      { text: detail, tone: 'soft' },
    ],
  });
  return entryBlock({
    title: section.label,
    lines: [
      { text: `${capitalizeFirst(section.reason)}${timesOf(times)}`, tone: 'signal' },
      ...noteOf(section).map((text) => ({ text, tone: 'text' as const })),
    ],
    parts: [
      factsBlock([
        price('Al cruzar', value, observedAt),
        price(
          'Ahora',
          now ?? 'Nada en venta',
          `${isBack ? 'Ha vuelto · ' : ''}En venta: ${alert.listings}`,
        ),
      ]),
      actionsBlock([{ words: 'Ver la gráfica', url: section.chartUrl }, ...section.actions]),
    ],
  });
}

/** “1.000 alertas desde el correo anterior. Aquí están las 50 más recientes.” */
function digestOf({ sections, more }: AlertMailContent): string {
  const count = numberFormat({ useGrouping: 'always' });
  return `${count.format(sections.length + more.length)} alertas desde el correo anterior. Aquí están las más recientes.`;
}

function subjectOf({ sections, more }: AlertMailContent): string {
  const [first] = sections;
  const alerts = [...more, ...sections.map(({ alert }) => alert)];
  const thresholds = new Set(alerts.map(({ thresholdId }) => thresholdId));
  const prices = new Set(alerts.map(labelOf));
  const verb =
    more.length === 0 && sections.every(({ alert }) => alert.already)
      ? ['ya había cruzado', 'ya habían cruzado']
      : ['ha cruzado', 'han cruzado'];
  if (prices.size > 1)
    return `${prices.size} precios ${verb[1]} tu línea · ${first.label} y ${prices.size - 1} más`;
  const last = sections.at(-1) ?? first;
  if (thresholds.size > 1)
    return `${last.shortValue} · ${last.label} ${verb[0]} ${thresholds.size} de tus líneas`;
  const times = alerts.length === 1 ? '' : ` ${alerts.length} veces`;
  if (alerts.length === 1 && last.alert.already)
    return `${last.shortValue} · ${last.label} ${last.reason}`;
  return `${last.shortValue} · ${last.label} ha cruzado tu línea${times}`;
}

/** One a threshold: what still holds first, thresholds of one price beside each other. */
function entriesOf({ sections, more }: AlertMailContent): AlertEntry[] {
  const unlisted = Map.groupBy(more, ({ thresholdId }) => thresholdId);
  const byThreshold = Map.groupBy(sections, ({ alert }) => alert.thresholdId);
  const entries = [...byThreshold].flatMap(([id, all]) => {
    const section = all.at(-1);
    const times = all.length + (unlisted.get(id)?.length ?? 0);
    return section === undefined ? [] : [{ section, times }];
  });
  const byPrice = [...Map.groupBy(entries, ({ section }) => section.label).values()].flat();
  return byPrice.toSorted((a, b) => Number(a.section.isBack) - Number(b.section.isBack));
}

const timesOf = (times: number): string => (times === 1 ? '' : `, ${times} veces`);

const sentenceOf = ({ section, times }: AlertEntry): string =>
  `${section.label} ${section.reason}${timesOf(times)}: ${section.value}, el ${section.observedAt}.`;

const nowOf = ({ alert }: AlertSection): string =>
  `${capitalizeFirst(nowWords(alert, alert.nowCents, { price: formatPrice }))}.`;
