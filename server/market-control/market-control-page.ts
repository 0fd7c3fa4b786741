/** HTML page of `/__local/mercado`: plain forms, no scripts, refreshed by a meta tag. */
import { createHash } from 'node:crypto';
import type { MarketState } from '#contract/market-control.ts';

const stateNames = { playing: 'En marcha', paused: 'En pausa', ended: 'Terminado' } as const;
const speeds = ['1', '10', '60', '600', '3600', 'max'] as const;

const style = `
:root{color-scheme:light dark}
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
.band{margin:0;padding:6px 16px;font-weight:600;color:#1b1b1b;
 background:repeating-linear-gradient(-45deg,#f2c94c 0 14px,#e0b63a 14px 28px)}
main{max-width:44rem;margin:0 auto;padding:24px 16px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:6px 20px;margin:0 0 24px}
dt{opacity:.75}dd{margin:0;font-variant-numeric:tabular-nums}
form{display:flex;flex-wrap:wrap;gap:8px;align-items:end;margin:0 0 16px}
button,select{font:inherit;min-height:44px;padding:0 16px}
label{display:grid;gap:4px}`;

/** Content security policy of the page: its style by digest, forms to the same origin, nothing else. */
export const marketControlPolicy =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; ` +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export function marketControlPage(state: MarketState): string {
  const speed = String(state.speed);
  const options = speeds.includes(speed as (typeof speeds)[number]) ? speeds : [speed, ...speeds];
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5"><title>Mercado local · Vigía</title><style>${style}</style></head>
<body><p class="band">Herramienta local. No forma parte del producto.</p>
<main><h1>Mercado</h1>
<dl>
<dt>Estado</dt><dd>${stateNames[state.state]}</dd>
<dt>Fuente</dt><dd>${escapeHtml(state.source)}</dd>
<dt>Velocidad</dt><dd>${speedName(speed)}</dd>
<dt>Hora del mercado</dt><dd>${escapeHtml(state.observedAt ?? 'Aún sin lecturas')}</dd>
<dt>Lecturas</dt><dd>${state.readings}</dd>
<dt>Alertas sin revisar</dt><dd>${state.pending.alerts}</dd>
<dt>Correos por enviar</dt><dd>${state.pending.mails}</dd>
</dl>
<form method="post"><button name="action" value="play">Reanudar</button>
<button name="action" value="pause">Pausar</button>
<button name="action" value="step">Una lectura más</button></form>
<form method="post"><input type="hidden" name="action" value="speed">
<label>Velocidad<select name="factor">${options
    .map(
      (value) =>
        `<option value="${escapeHtml(value)}"${value === speed ? ' selected' : ''}>${speedName(value)}</option>`,
    )
    .join('')}</select></label><button>Cambiar</button></form>
</main></body></html>`;
}

const speedName = (speed: string) => (speed === 'max' ? 'Sin esperas' : `× ${escapeHtml(speed)}`);

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (char) => `&#${char.codePointAt(0)};`);
