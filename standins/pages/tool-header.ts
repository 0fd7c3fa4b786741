/** Page header of the local tools, with links to the mailbox, payments and channels; null: none of them is shown. */

import { brand } from '#domain/brand.ts';
import { type Html, html } from '#domain/html.ts';

const tools = [
  { path: '/__local/buzon', name: 'Buzón' },
  { path: '/__local/pagos', name: 'Pagos' },
  { path: '/__local/canales', name: 'Canales' },
] as const;

export function toolHeader(currentPath: string | null): Html {
  return html`<header class="tooltop"><a class="brand" href="/"><img src="/__local/marca.svg" alt="" width="26" height="26">${brand.name}</a>
<span class="mono tooltop__path">${currentPath ?? '/__local'}</span>
<nav aria-label="Herramientas">${tools.map(({ path, name }) => html`<a class="tooltop__tool" href="${path}"${path === currentPath ? html` aria-current="page"` : null}>${name}</a>`)}</nav></header>`;
}
