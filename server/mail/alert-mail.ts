/** What an alert mail says: what crossed, when, and the value now, in text and HTML. */
import { escapeHtml } from './escape.ts';
import { sheet } from './page.ts';

export interface AlertInMail {
  readonly id: number;
  readonly thresholdId: string;
  readonly key: number;
  readonly version: number;
  readonly episode: number;
  readonly condition: 'below' | 'above' | 'change' | 'low';
  readonly value: number;
  readonly valueCents: number;
  readonly nowCents: number | null;
  readonly currency: string;
  readonly already: boolean;
  readonly observedAt: Date;
  readonly matchId: string;
  readonly matchName: string;
  readonly targetName: string;
}

const money = (cents: number, currency: string) =>
  new Intl.NumberFormat('es-ES', { style: 'currency', currency }).format(cents / 100);
const when = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('es-ES', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    at,
  );

function reason({ condition, value, currency, already }: AlertInMail): string {
  const ya = already ? ' ya cuando creaste el umbral' : '';
  if (condition === 'below')
    return `${already ? 'estaba' : 'ha bajado'} a ${money(value, currency)} o menos${ya}`;
  if (condition === 'above')
    return `${already ? 'estaba' : 'ha subido'} a ${money(value, currency)} o más${ya}`;
  if (condition === 'change')
    return `ha variado ${new Intl.NumberFormat('es-ES').format(value / 100)}\u00a0% o más`;
  return `ha marcado su mínimo de ${value} días${ya}`;
}

export function alertMail(
  alerts: readonly [AlertInMail, ...AlertInMail[]],
  links: {
    chart(alert: AlertInMail): string;
    snooze(alert: AlertInMail): string;
    pause(alert: AlertInMail): string;
    unsubscribe: string;
  },
  timeZone: string,
) {
  const [first] = alerts;
  const others = new Set(alerts.map((alert) => alert.matchId)).size - 1;
  const subject =
    alerts.length === 1
      ? `${money(first.valueCents, first.currency)} · ${first.targetName} ha cruzado tu línea`
      : `${alerts.length} umbrales han cruzado tu línea · ${first.matchName}${others > 0 ? ` y ${others} más` : ''}`;
  const told = alerts.map((alert) => ({
    alert,
    line: `${alert.targetName} ${reason(alert)}: ${money(alert.valueCents, alert.currency)}, ${when(alert.observedAt, timeZone)} (${timeZone}).`,
    now:
      alert.nowCents === null
        ? 'Ahora no hay nada en venta.'
        : `Precio mínimo ahora: ${money(alert.nowCents, alert.currency)}.`,
  }));
  const text = told
    .map(
      ({ alert, line, now }) =>
        `${line}\n${now}\nGráfica: ${links.chart(alert)}\nSilenciar 24 h: ${links.snooze(alert)}\nPausar: ${links.pause(alert)}\n`,
    )
    .join('\n');
  const link = (url: string, words: string) =>
    `<a href="${escapeHtml(url)}" style="color:#10352a">${words}</a>`;
  const html = told
    .map(
      ({ alert, line, now }) =>
        `<p>${escapeHtml(line)}<br><strong>${escapeHtml(now)}</strong><br>${link(links.chart(alert), 'Ver la gráfica')} · ${link(links.snooze(alert), 'Silenciar 24&nbsp;h')} · ${link(links.pause(alert), 'Pausar este umbral')}</p>`,
    )
    .join('');
  return {
    subject,
    text: `${text}\nDejar de recibir alertas: ${links.unsubscribe}\n`,
    html: sheet(subject, `${html}<p>${link(links.unsubscribe, 'Dejar de recibir alertas')}</p>`),
  };
}
