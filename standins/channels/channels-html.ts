/** HTML of `/__local/canales`: what each channel received, and how the doubles answer. */

import { channelKinds } from '#domain/channels.ts';
import { type Html, html } from '#domain/html.ts';
import { toolHeader } from '../pages/tool-header.ts';
import type { ReceivedMessage, ReceivedMessages } from './received-messages.ts';

export const channelsPath = '/__local/canales';
const maxRows = 100;
const clock = new Intl.DateTimeFormat('es-ES', { timeStyle: 'medium' });

/** @param origin of this page, without a final slash */
export function channelsBody(messages: ReceivedMessages, origin: string): Html {
  const all = messages.list();
  const shown = all.toReversed().slice(0, maxRows);
  return html`${toolHeader(channelsPath)}
<main id="contenido" class="control"><h1 class="title">Canales de prueba</h1>
${addresses(origin)}
${answers(messages)}
<section><h2>Recibidos (${all.length})</h2>
${
  shown.length === 0
    ? html`<p class="meta">Todavía no hay.</p>`
    : html`<div class="rows" tabindex="0" role="region" aria-label="Recibidos"><table><thead><tr>
<th scope="col">Hora</th><th scope="col">Canal</th><th scope="col">Contenido</th><th scope="col">Respuesta</th>
</tr></thead><tbody>${shown.map(messageRow)}</tbody></table></div>`
}</section></main>`;
}

const addresses = (origin: string): Html => html`<section aria-labelledby="direcciones">
<h2 id="direcciones">Direcciones</h2><ul>
<li>ntfy, servidor: <span class="mono">${origin}${channelsPath}/ntfy</span></li>
<li>Gotify, servidor: <span class="mono">${origin}${channelsPath}/gotify</span></li>
<li>Discord: <span class="mono">${origin}${channelsPath}/discord/api/webhooks/1/local</span></li>
<li>Webhook: <span class="mono">${origin}${channelsPath}/webhook/uno</span></li>
</ul></section>`;

function answers(messages: ReceivedMessages): Html {
  const faults = messages.faults.map(
    ({ kind, status, delayMs, times }) =>
      html`<li>${kind}: ${status ?? 'bien'}${delayMs === undefined ? null : html`, tras ${delayMs} ms`}, ${times} veces más</li>`,
  );
  return html`<section aria-labelledby="respuestas"><h2 id="respuestas">Cómo responden</h2>
${faults.length === 0 ? html`<p>Todo se acepta.</p>` : html`<ul>${faults}</ul>`}
<form method="post" action="${channelsPath}/fallo">
<div class="field"><label for="tipo">Canal</label><select class="input" id="tipo" name="kind">${channelKinds.map((kind) => html`<option>${kind}</option>`)}</select></div>
<div class="field"><label for="status">Estado</label><input class="input" id="status" name="status" type="number" min="200" max="599" value="503"></div>
<div class="field"><label for="delayMs">Retraso, en milisegundos</label><input class="input" id="delayMs" name="delayMs" type="number" min="0" max="60000" value="0"></div>
<div class="field"><label for="times">Veces</label><input class="input" id="times" name="times" type="number" min="0" max="1000" value="3"></div>
<button class="btn btn--primary">Responder así</button></form>
<form method="post" action="${channelsPath}/vaciar"><button class="btn">Vaciar</button></form></section>`;
}

function messageRow({ kind, to, receivedAt, content, status }: ReceivedMessage): Html {
  return html`<tr><td>${clock.format(new Date(receivedAt))}</td><td>${kind}<br><span class="mono">${to}</span></td>
<td><pre>${JSON.stringify(content, null, 1)}</pre></td><td>${status}</td></tr>`;
}

/** What Telegram shows of a deep link: the bot, and the button that sends it the code. */
export const telegramLinkBody = (bot: string, code: string, answer: string | null): Html =>
  html`${toolHeader(channelsPath)}
<main id="contenido" class="control"><h1 class="title">Telegram: @${bot}</h1>
${
  answer === null
    ? html`<form method="post" action="${channelsPath}/telegram/${bot}"><input type="hidden" name="start" value="${code}">
<button class="btn btn--primary">Iniciar</button></form>`
    : html`<p role="status">${answer}</p>`
}</main>`;
