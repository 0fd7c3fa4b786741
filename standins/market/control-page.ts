/** `/__local/mercado`: pauses, steps and speeds up the demo or replayed market. A page and forms for people, JSON for tests. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { type MarketCommand, type MarketState, marketCommand } from '#contract/market-control.ts';
import { type Html, html } from '#domain/html.ts';
import { sendPage, servePageFiles } from '../pages/local-page.ts';
import { toolHeader } from '../pages/tool-header.ts';

/** The market that this process works on or follows. */
export interface MarketControl {
  state(): Promise<MarketState>;
  /** Resolves once executed. */
  control(command: MarketCommand): Promise<MarketState>;
}

const path = '/__local/mercado';
const refreshSeconds = '5';

/** @param market null where this process has none */
export const marketControlPage =
  (market: MarketControl | null): FastifyPluginAsync =>
  async (app) => {
    servePageFiles(app);
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string | Buffer) =>
        Object.fromEntries(new URLSearchParams(String(body))),
    );
    const noMarket = { error: 'Este proceso no lee ningún mercado.' };

    app.get(path, async (request, reply) => {
      if (market === null) return reply.code(503).send(noMarket);
      const state = await market.state();
      reply.header('vary', 'accept');
      if (!wantsPage(request)) return reply.header('cache-control', 'no-store').send(state);
      return sendPage(reply.header('refresh', refreshSeconds), {
        title: 'Mercado',
        notice: 'Herramienta local. No forma parte del producto.',
        body: controlBody(state),
      });
    });

    app.post(path, async (request, reply) => {
      if (market === null) return reply.code(503).send(noMarket);
      // CSRF: a page of another origin must not control the market.
      if (!isSameOrigin(request))
        return reply.code(403).send({ error: 'Solo para su propia página.' });
      const command = marketCommand.safeParse(withNumber(request.body));
      if (!command.success)
        return reply.code(400).send({ error: 'play, pause, step, o speed con un factor.' });
      const state = await market.control(command.data);
      return wantsPage(request) ? reply.redirect(path, 303) : reply.send(state);
    });
  };

/** Forms send text only. */
function withNumber(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('factor' in body)) return body;
  return body.factor === 'max' ? body : { ...body, factor: Number(body.factor) };
}

const wantsPage = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/html') === true;

function isSameOrigin({ headers: { origin, host } }: FastifyRequest): boolean {
  return origin === undefined || URL.parse(origin)?.host === host;
}

const stateNames = { playing: 'En marcha', paused: 'En pausa', ended: 'Terminado' } as const;
const speeds = ['1', '10', '60', '600', '3600', 'max'] as const;
const speedName = (speed: string) => (speed === 'max' ? 'Sin esperas' : `× ${speed}`);

const observed = new Intl.DateTimeFormat('es-ES', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Europe/Madrid',
});

function controlBody(state: MarketState): Html {
  const speed = String(state.speed);
  const offered = new Set<string>([...speeds, speed]);
  return html`${toolHeader(path)}
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
<div class="field"><label for="factor">Velocidad</label><select class="input" id="factor" name="factor">${[
    ...offered,
  ].map(
    (value) =>
      html`<option value="${value}"${value === speed ? html` selected` : null}>${speedName(value)}</option>`,
  )}</select></div><button class="btn">Cambiar</button></form></main>`;
}
