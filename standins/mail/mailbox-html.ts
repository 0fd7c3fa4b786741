/** HTML of the mailbox page: the list on the left, the open mail on the right. */
import { type Html, html } from '#domain/html.ts';
import { toolHeader } from '../pages/tool-header.ts';
import type { StoredMail } from './mailbox.ts';

export const mailParts = ['html', 'texto', 'original'] as const;
export type MailPart = (typeof mailParts)[number];
const partNames: Readonly<Record<MailPart, string>> = {
  html: 'HTML',
  texto: 'Texto',
  original: 'Original',
};

/** In the zone of the mails themselves, wherever this process runs. */
const clock = new Intl.DateTimeFormat('es-ES', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Madrid',
});
const moment = new Intl.DateTimeFormat('es-ES', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Europe/Madrid',
});
/** Rows per page: a replay may send thousands of mails. The filter searches all. */
const maxRows = 200;

interface MailboxView {
  readonly mails: readonly StoredMail[];
  readonly query: string;
  readonly open: { readonly mail: StoredMail; readonly part: MailPart } | null;
}

export function mailboxBody({ mails, query, open }: MailboxView): Html {
  return html`${toolHeader('/__local/buzon')}
<main id="contenido" class="mbx"><h1 class="vh">Buzón local</h1>
<section class="mbx__list" aria-label="Correos">
<form class="mbx__f" action="/__local/buzon" role="search">
<label class="vh" for="q">Filtrar por destinatario o asunto</label>
<input class="input" id="q" name="q" type="search" placeholder="Destinatario o asunto" value="${query}">
<button class="btn" form="vaciar">Vaciar</button>
</form>
<form id="vaciar" method="post" action="/__local/buzon/vaciar"></form>
${mailList(mails, open?.mail.id ?? null)}
</section>
${open ? openMail(open.mail, open.part) : nothingOpen(mails.length)}
</main>`;
}

/** The list, which the page's script refreshes. */
export function mailList(mails: readonly StoredMail[], openId: string | null): Html {
  const count = mails.length === 1 ? '1 correo' : `${mails.length} correos`;
  const shown = mails.slice(0, maxRows);
  const rest = mails.length > maxRows ? ` · se muestran los ${maxRows} últimos` : '';
  return html`<div id="lista"><p class="meta mbx__c" role="status">${count}${rest} · se actualiza solo</p>
<ul>${shown.map((mail) => mailRow(mail, mail.id === openId))}</ul></div>`;
}

function mailRow(mail: StoredMail, isOpen: boolean): Html {
  return html`<li><a href="/__local/buzon/${mail.id}"${isOpen ? html` aria-current="true"` : null}>
<span class="mbx__m"><span class="mono">${clock.format(new Date(mail.receivedAt))}</span>
<span class="meta">${mail.recipients.join(', ')}</span></span>
<b>${mail.subject || '(sin asunto)'}</b></a></li>`;
}

function nothingOpen(count: number): Html {
  return html`<section class="mbx__read" aria-label="Correo abierto"><p class="mbx__none">${
    count > 0
      ? 'Elige un correo de la lista para leerlo.'
      : 'Aquí llega todo lo que la aplicación envía desde este equipo: alertas, avisos de cuenta y mensajes de soporte. Nada sale a internet.'
  }</p></section>`;
}

function openMail(mail: StoredMail, part: MailPart): Html {
  const header = (name: string): string | null =>
    mail.headers.find((one) => one.name.toLowerCase() === name.toLowerCase())?.value ?? null;
  const shown: ReadonlyArray<readonly [string, string | null]> = [
    ['De', mail.from],
    ['Para', mail.recipients.join(', ')],
    ['Message-ID', mail.messageId || null],
    ['Reply-To', header('Reply-To')],
    ['List-Unsubscribe', header('List-Unsubscribe')],
    ['List-Unsubscribe-Post', header('List-Unsubscribe-Post')],
    ['Recibido', `${moment.format(new Date(mail.receivedAt))} (Madrid)`],
  ];
  return html`<section class="mbx__read mbx__open" aria-label="Correo abierto">
<a class="mbx__back" href="/__local/buzon">Todos los correos</a>
<h2 class="title">${mail.subject || '(sin asunto)'}</h2>
<dl class="hdr mono">${shown.map(([name, value]) => (value ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : null))}</dl>
<nav class="parts" aria-label="Partes">${mailParts.map(
    (one) =>
      html`<a href="/__local/buzon/${mail.id}?parte=${one}"${one === part ? html` aria-current="page"` : null}>${partNames[one]}</a>`,
  )}</nav>
${partBody(mail, part)}
</section>`;
}

function partBody(mail: StoredMail, part: MailPart): Html {
  if (part === 'original') return html`<pre class="mbx__text mono">${mail.raw}</pre>`;
  if (part === 'texto')
    return html`<pre class="mbx__text mono">${mail.text || 'Este correo no tiene parte de texto.'}</pre>`;
  // Sandboxed without scripts and without this origin: a mail's content is untrusted.
  return html`<iframe class="mbx__frame" title="Contenido del correo" src="/__local/buzon/${mail.id}/html"
 sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
}
