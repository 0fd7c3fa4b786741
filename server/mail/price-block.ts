/** The price now of a mail of one alert, large, and under it the threshold as a line with a ball left of it once crossed. */
import { type Html, html } from '#domain/html.ts';
import { lightColors } from '#domain/palette.ts';
import type { AlertSection } from './alert-section.ts';
import { formatPrice, formatThreshold } from './format.ts';
import type { Block } from './mail-blocks.ts';

/** @param isTest of an alert that was not fired */
export const priceBlock = (section: AlertSection, isTest: boolean): Block => ({
  html: html`<p class="f s" style="margin:0;font-size:14px;color:${lightColors.textSoft}">Precio mínimo ahora</p>
${currentPrice(section)}${thresholdLine(section, isTest)}`,
  text: null,
});

function currentPrice({ now }: AlertSection): Html {
  if (now === null)
    return html`<p class="n t" style="margin:6px 0 0;font-size:44px;line-height:1.05;font-weight:800;color:${lightColors.text}">Nada en venta</p>`;
  // The longer the price, the smaller its font, so that it is never cut off.
  const [size, px] = now.length <= 8 ? ['big', 88] : now.length <= 11 ? ['mid', 68] : ['long', 44];
  const [, digits = now, currency = ''] = /^([\d.,]+)(.*)$/s.exec(now) ?? [];
  return html`<p class="n t ${size}" style="margin:2px 0 0;font-size:${px}px;line-height:1;font-weight:800;color:${lightColors.text};white-space:nowrap">${digits}<span style="font-size:50%;font-weight:500">${currency}</span></p>`;
}

/** Text only for other rules. */
function thresholdLine({ alert, rule, isBack }: AlertSection, isTest: boolean): Html {
  const { condition, ruleValue, nowCents, currency } = alert;
  const draws = condition === 'below' || condition === 'above';
  if (!draws || nowCents === null)
    return html`<p class="f sig" style="margin:18px 0 4px;font-size:15px;font-weight:600;color:${lightColors.signal}">Tu umbral: ${rule.toLowerCase()}</p>`;
  const distance = formatPrice(Math.abs(nowCents - ruleValue), currency);
  const crossed = !isBack;
  const limit = formatThreshold(ruleValue, currency);
  const text =
    nowCents === ruleValue
      ? `Tu umbral: ${limit}. Justo en la línea`
      : crossed
        ? `Tu umbral: ${limit}. Cruzado por ${distance}`
        : `Tu umbral: ${limit}. ${isTest ? 'Faltan' : 'Ha vuelto, y faltan'} ${distance}`;
  const ball = html`<td class="dot" width="14" style="width:14px;height:14px;border-radius:14px;background:${lightColors.signal};font-size:0">&nbsp;</td>`;
  const stroke = html`<td width="22" style="width:22px;font-size:0;line-height:0"><div class="siglin" style="border-top:3px solid ${lightColors.signal}"></div></td>`;
  const rail = html`<td style="font-size:0;line-height:0"><div class="line" style="border-top:1px solid ${lightColors.rule}"></div></td>`;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:22px 0 4px"><tr>
<td class="siglin" width="14%" align="right" style="width:14%;height:16px;border-right:3px solid ${lightColors.signal}">${
    crossed
      ? html`<table role="presentation" cellpadding="0" cellspacing="0"><tr>${ball}${stroke}</tr></table>`
      : null
  }</td>
<td style="height:16px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${crossed ? rail : html`${stroke}${ball}${rail}`}</tr></table></td></tr>
<tr><td class="siglin" style="height:22px;border-right:3px solid ${lightColors.signal}"></td><td class="f sig" style="padding:4px 0 0 10px;font-size:15px;line-height:1.4;font-weight:600;color:${lightColors.signal}">${text}</td></tr></table>`;
}
