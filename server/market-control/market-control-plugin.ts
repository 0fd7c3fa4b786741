/** `/__local/mercado`: pauses, steps and speeds up the demo or replayed market; a local tool, never in production. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { type MarketCommand, type MarketState, marketCommand } from '#contract/market-control.ts';
import type { MarketService } from '../market-worker/market-options.ts';
import { marketControlPage, marketControlPolicy } from './market-control-page.ts';

const marketControlPath = '/__local/mercado';

/** @param market returns null while this process has no market */
export const marketControlPlugin =
  (market: () => Pick<MarketService, 'state' | 'control'> | null): FastifyPluginAsync =>
  async (app) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1_024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    app.get(marketControlPath, async (request, reply) => {
      const service = market();
      if (service === null) return reply.code(503).send(unavailableBody(request));
      const state = await service.state();
      reply.header('cache-control', 'no-store').header('vary', 'accept');
      if (!wantsPage(request)) return state;
      return reply
        .header('content-security-policy', marketControlPolicy)
        .type('text/html; charset=utf-8')
        .send(marketControlPage(state));
    });

    app.post(marketControlPath, async (request, reply) => {
      const service = market();
      if (service === null) return reply.code(503).send(unavailableBody(request));
      // CSRF: a page of another origin must not control the market.
      if (!isSameOrigin(request)) return reply.code(403).send(toErrorBody(request, 'forbidden'));
      const command = commandOf(request.body);
      if (command === null) return reply.code(400).send(toErrorBody(request, 'invalid_request'));
      const state: MarketState = await service.control(command);
      if (wantsPage(request)) return reply.redirect(marketControlPath, 303);
      return reply.header('cache-control', 'no-store').send(state);
    });
  };

/** Forms send text only, so their `factor` is converted to a number. */
function commandOf(body: unknown): MarketCommand | null {
  const direct = marketCommand.safeParse(body);
  if (direct.success) return direct.data;
  if (typeof body !== 'object' || body === null || !('factor' in body)) return null;
  const { factor } = body;
  const typed = marketCommand.safeParse({ ...body, factor: Number(factor) });
  return typed.success ? typed.data : null;
}

function wantsPage(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  const html = accept.indexOf('text/html');
  const json = accept.indexOf('application/json');
  return html !== -1 && (json === -1 || html < json);
}

function isSameOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}

const unavailableBody = (request: FastifyRequest) => ({
  error: 'Este proceso no lee ningún mercado.',
  code: 'unavailable',
  requestId: request.id,
});

const errorMessages = {
  invalid_request: 'La orden debe ser play, pause, step o speed con un factor.',
  forbidden: 'Esta herramienta solo atiende a su propia página.',
} as const;

const toErrorBody = (request: FastifyRequest, code: keyof typeof errorMessages) => ({
  error: errorMessages[code],
  code,
  requestId: request.id,
});
