/** `/__local/mercado`: commands of programs and people, and none of pages of other origins. */
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

async function open() {
  const market = {
    state: async () => state,
    control: async (command: MarketCommand) => {
      commands.push(command);
      return state;
    },
  };
  const app = Fastify();
  await app.register(marketControlPage(market));
  return app;
}

it('shows the state and takes commands, as JSON and as a form', async () => {
  const app = await open();
  expect((await app.inject({ url })).json()).toEqual(state);
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
