/** HTML page of `/__local/mercado`: plain forms, refreshed by a meta tag; look and theme switch of the local tools. */

import type { MarketState } from '#contract/market-control.ts';
import { brand } from '#domain/brand.ts';
import { html } from '#domain/html.ts';

const stateNames = { playing: 'En marcha', paused: 'En pausa', ended: 'Terminado' } as const;
const speeds = ['1', '10', '60', '600', '3600', 'max'] as const;

const observed = new Intl.DateTimeFormat('es-ES', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Europe/Madrid',
});

/** Content security policy of the page: files and forms of the same origin, nothing else. */
export const marketControlPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export function marketControlPage(state: MarketState): string {
  const speed = String(state.speed);
  const options = speeds.includes(speed as (typeof speeds)[number]) ? speeds : [speed, ...speeds];
  return html`<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5"><title>Mercado local · Vigía</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/__local/local.css"><script src="/__local/tema.js"></script></head>
<body><aside class="toolband" aria-label="Aviso"><span>Herramienta local. No forma parte del producto.</span>
<button class="toolband__theme" type="button" id="tema" hidden><svg viewBox="0 0 20 20" aria-hidden="true"><path/></svg></button></aside>
<header class="tooltop"><a class="brand" href="/"><img src="/__local/marca.svg" alt="" width="26" height="26">${brand.name}</a>
<span class="mono tooltop__path">/__local/mercado</span></header>
<main id="contenido" class="control control--market"><h1 class="title">Mercado</h1>
<dl>
<dt>Estado</dt><dd>${stateNames[state.state]}</dd>
<dt>Fuente</dt><dd>${state.source}</dd>
<dt>Velocidad</dt><dd>${speedName(speed)}</dd>
<dt>Hora del mercado</dt><dd>${state.observedAt === null ? 'Aún sin lecturas' : observed.format(new Date(state.observedAt))}</dd>
<dt>Lecturas</dt><dd>${state.readings}</dd>
<dt>Alertas sin revisar</dt><dd>${state.pending.alerts}</dd>
<dt>Correos por enviar</dt><dd>${state.pending.mails}</dd>
</dl>
<form method="post"><button class="btn" name="action" value="play">Reanudar</button>
<button class="btn" name="action" value="pause">Pausar</button>
<button class="btn" name="action" value="step">Una lectura más</button></form>
<form method="post"><input type="hidden" name="action" value="speed">
<div class="field"><label for="factor">Velocidad</label><select class="input" id="factor" name="factor">${options.map(
    (value) =>
      html`<option value="${value}"${value === speed ? html` selected` : null}>${speedName(value)}</option>`,
  )}</select></div><button class="btn">Cambiar</button></form>
</main></body></html>`.text;
}

const speedName = (speed: string) => (speed === 'max' ? 'Sin esperas' : `× ${speed}`);
