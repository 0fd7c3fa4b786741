/** Trace context over HTTP: ids that come in, ids that are made, and what a call within a request carries. */
import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { traceHeaders, traceIdOf, traceRequests } from './trace-context.ts';

const id = '4bf92f3577b34da6a3ce929d0e0e4736';
const valid = `00-${id}-00f067aa0ba902b7-01`;

it('keeps the caller’s trace id', () => {
  expect(traceIdOf({ traceparent: valid })).toBe(id);
  expect(traceIdOf({ traceparent: `01-${id}-00f067aa0ba902b7-00-more` })).toBe(id);
});

it.each([
  undefined,
  '',
  'x',
  valid.toUpperCase(),
  `ff-${id}-00f067aa0ba902b7-01`,
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-${id}-${'0'.repeat(16)}-01`,
  `00-${id}-00f067aa0ba902b7`,
  `${valid}\nreq-1`,
])('makes a new one for %j', (traceparent) => {
  const made = traceIdOf(traceparent === undefined ? {} : { traceparent });
  expect(made).toMatch(/^[\da-f]{32}$/);
  expect(made).not.toBe(id);
  expect(traceIdOf({})).not.toBe(made);
});

it('passes it on within the request, also of two at once, and nowhere else', async () => {
  const app = Fastify({ genReqId: ({ headers }) => traceIdOf(headers) });
  traceRequests(app);
  app.post('/', async (request) => {
    // The body has been read, and others have run meanwhile.
    await delay(1);
    return { ...traceHeaders(), id: request.id };
  });
  const ask = (headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/', headers, payload: {} });
  const [known, unknown] = await Promise.all([
    ask({ traceparent: valid.replace(/01$/, '00') }),
    ask({}),
  ]);
  expect(known.json()).toEqual({
    id,
    traceparent: expect.stringMatching(new RegExp(`^00-${id}-[\\da-f]{16}-00$`)),
  });
  expect(known.headers['x-request-id']).toBe(id);
  expect(known.json().traceparent).not.toContain('00f067aa0ba902b7');
  expect(unknown.json().traceparent).toContain(unknown.headers['x-request-id']);
  expect(traceHeaders()).toEqual({});
  await app.close();
});
