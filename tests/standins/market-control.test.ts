/** `/__local/mercado`: JSON for programs, a page and a form for people, and nothing for pages of other origins. */
import Fastify from 'fastify';
import { beforeEach, expect, it } from 'vitest';
import type { MarketCommand, MarketState } from '#contract/market-control.ts';
import { marketControlPage } from '#standins/market/control-page.ts';

const state: MarketState = {
  state: 'playing',
  source: 'replay',
  speed: 'max',
  observedAt: null,
  readings: 3,
  pending: { alerts: 1, mails: 0 },
};
const url = '/__local/mercado';
let commands: MarketCommand[];
beforeEach(() => {
  commands = [];
});

async function open(isHere = true) {
  const market = {
    state: async () => state,
    control: async (command: MarketCommand) => {
      commands.push(command);
      return state;
    },
  };
  const app = Fastify();
  await app.register(marketControlPage(isHere ? market : null));
  return app;
}

it('shows the state as JSON, or as a page without inline scripts', async () => {
  const app = await open();
  expect((await app.inject({ url })).json()).toEqual(state);
  const page = await app.inject({ url, headers: { accept: 'text/html,*/*' } });
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).toContain('Herramienta local');
  expect(page.body).not.toMatch(/<script(?! src=)/);
  expect(page.headers['content-security-policy']).toContain("style-src 'self'");
});

it('takes commands as JSON and as a form', async () => {
  const app = await open();
  const json = await app.inject({ method: 'POST', url, payload: { action: 'speed', factor: 60 } });
  expect(json.json()).toEqual(state);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  const payload = 'action=speed&factor=10';
  const form = await app.inject({ method: 'POST', url, headers, payload });
  expect([form.statusCode, form.headers.location]).toEqual([303, url]);
  expect(commands.map((command) => 'factor' in command && command.factor)).toEqual([60, 10]);
});

it.each([
  [400, { action: 'fly' }, {}],
  [400, { action: 'speed', factor: 0 }, {}],
  [400, { action: 'speed' }, {}],
  [403, { action: 'play' }, { origin: 'https://otro.example' }],
])('answers %i to %j with %j', async (status, payload, headers) => {
  const app = await open();
  expect((await app.inject({ method: 'POST', url, payload, headers })).statusCode).toBe(status);
  expect(commands).toEqual([]);
});

it.each(['GET', 'POST'] as const)('%s answers 503 where no market is read', async (method) => {
  const { statusCode, body } = await (await open(false)).inject({ method, url });
  expect([statusCode, body]).toEqual([503, expect.stringContaining('no lee ningún mercado')]);
});
