/** Every endpoint of the description, mail links and webhooks with them, gets what its schemas allow and what they forbid: no 500, no secret of ours told. */
import fc from 'fast-check';
import type { HTTPMethods } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '#contract/errors.ts';
import { signLink } from '#server/mail/signed-links.ts';
import type { OpenApi } from '#server/openapi/build-document.ts';
import {
  type BillingHarness,
  createBillingHarness,
} from '#tests/faults/support/billing-harness.ts';
import { report, sized } from '../faults/support/campaign-size.ts';
import { linkSecret } from './api.harness.ts';
import { hostileValue, invalidValue, type Schema, validValue } from './arbitrary-from-schema.ts';

/** Twenty thousand in the campaign, every twentieth of them every day. */
const requests = sized({ quick: 1_000, whole: 20_000 });
const perPerson = 400;
/** Five milliseconds each on a quiet machine, half a second where an account is closed; the rest is for one that is not. */
const patienceMs = requests * 100;
/** Words that only a stack, a query or the database's own errors would say. */
const leaks =
  /\bat \S+ \(|node:internal|\.ts:\d+|node_modules|syntax error|violates|duplicate key|relation "|\bselect\b.*\bfrom\b|\binsert into\b|invalid input syntax|ECONN/i;

interface Endpoint {
  readonly method: HTTPMethods;
  readonly path: string;
  readonly statuses: readonly string[];
  readonly query: Readonly<Record<string, Schema>>;
  readonly body: Schema | null;
}

let rig: BillingHarness;
let endpoints: readonly Endpoint[];
let authorization = '';
let asked = 0;
let people = 0;
/** How many more requests this person makes. */
let turns = 0;
const answers = new Map<number, number>();

beforeAll(async () => {
  rig = await createBillingHarness();
  endpoints = read(rig.api.app.swagger() as unknown as OpenApi);
});
afterAll(async () => {
  await rig?.close();
  const figures = [...answers].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
  report(`${asked} requests made from the API's own schemas`, figures.join(', '));
});

/** What a description says of a route, as far as a sender needs it. */
interface Described {
  readonly parameters?: readonly { name: string; in: string; schema: Schema }[];
  readonly requestBody?: { content: Record<string, { schema?: Schema }> };
  readonly responses: Record<string, unknown>;
}

function read({ paths }: OpenApi): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { parameters = [], requestBody, responses } = described as unknown as Described;
      const asked = parameters.filter((parameter) => parameter.in === 'query');
      return {
        method: method.toUpperCase() as HTTPMethods,
        path,
        statuses: Object.keys(responses),
        query: Object.fromEntries(asked.map(({ name, schema }) => [name, schema])),
        body: requestBody?.content['application/json']?.schema ?? null,
      };
    }),
  );
}

const links = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.base64String({ maxLength: 80 }).map((text) => `${text}.${text}`),
  fc
    .record({
      purpose: fc.constantFrom('confirm', 'snooze', 'pause', 'unsubscribe' as const),
      uid: fc.oneof(fc.constant('fuzz-1'), fc.string({ unit: 'binary', maxLength: 20 })),
      subject: fc.string({ unit: 'binary', maxLength: 20 }),
      expiresAtMs: fc.integer({ min: 0, max: 4e12 }),
    })
    .map((link) => signLink(link, linkSecret)),
);

/** One request for an endpoint: right, wrong in a place, or nonsense. */
function requestTo({ path, query, body }: Endpoint) {
  const values = Object.fromEntries(
    Object.entries(query).map(([name, schema]) => [
      name,
      fc.oneof(validValue(schema), hostileValue),
    ]),
  );
  const asked = path.includes('confirmar') || path.includes('actions') ? { token: links } : values;
  return fc.record({
    query: fc.record(asked, { requiredKeys: [] }),
    body:
      body === null
        ? fc.option(hostileValue, { freq: 5 })
        : fc.oneof(
            { weight: 2, arbitrary: validValue(body) },
            { weight: 3, arbitrary: invalidValue(body) },
          ),
    accept: fc.constantFrom('application/json', 'text/csv', 'a/b;q=x', ''),
  });
}

/** An object of random members may have a `toString` that is no function. */
const inText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const inQuery = (query: object) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(inText(value).toWellFormed())}`)
    .join('&');

async function send(
  { method, path, statuses }: Endpoint,
  request: { query: object; body: unknown; accept: string },
): Promise<void> {
  // The limit of requests in a minute, or an account that is gone, would answer for everything behind it.
  if (turns === 0) {
    people += 1;
    turns = perPerson;
    authorization = `Bearer ${await rig.api.token({ uid: `fuzz-${people}` })}`;
  }
  turns -= 1;
  asked += 1;
  const withBody = method !== 'GET' && request.body !== null;
  const response = await rig.api.app.inject({
    method,
    url: `${path}?${inQuery(request.query)}`,
    headers: {
      authorization,
      accept: request.accept,
      ...(withBody && { 'content-type': 'application/json' }),
    },
    ...(withBody && { payload: JSON.stringify(request.body) }),
    payloadAsStream: true,
  });
  const { statusCode } = response;
  if (method === 'DELETE' && statusCode === 200) turns = 0;
  answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1);
  const what = `${method} ${path} ${statusCode}`;
  expect([what, statusCode === 503 || statusCode < 500]).toEqual([what, true]);
  expect([what, statuses]).toEqual([what, expect.arrayContaining([String(statusCode)])]);
  if (String(response.headers['content-type']).startsWith('text/event-stream')) {
    response.stream().destroy();
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of response.stream()) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  if (path === '/api/docs' || path === '/api/docs/openapi.json') return;
  expect([what, leaks.exec(text)?.[0]]).toEqual([what, undefined]);
  const secrets = [linkSecret, new URL(rig.api.databaseUrl).password];
  expect([what, secrets.filter((secret) => text.includes(secret))]).toEqual([what, []]);
  if (statusCode >= 400 && String(response.headers['content-type']).includes('json'))
    errorBody.parse(JSON.parse(text));
}

describe('the API', () => {
  it(
    `answers ${requests} requests made from its own schemas without breaking or telling`,
    async () => {
      // Built once for each endpoint: for every request anew it took a fifth of the whole.
      const anywhere = fc.oneof(
        ...endpoints.map((endpoint) =>
          requestTo(endpoint).map((request) => ({ endpoint, request })),
        ),
      );
      await fc.assert(
        fc.asyncProperty(anywhere, ({ endpoint, request }) => send(endpoint, request)),
        { numRuns: requests },
      );
    },
    patienceMs,
  );

  it(
    'takes any signed notice of the card provider for what it is',
    async () => {
      const event = fc.oneof(
        fc.record({
          id: fc.string({ maxLength: 30 }),
          object: fc.constant('event'),
          type: fc.constantFrom('invoice.paid', 'customer.subscription.updated', 'x.y'),
          data: fc.record({ object: hostileValue }),
        }),
        fc.jsonValue().filter((value) => typeof value === 'object' && value !== null),
      );
      await fc.assert(
        fc.asyncProperty(event, async (sent) => {
          asked += 1;
          const status = await rig.deliver(sent as object);
          expect([200, 400]).toContain(status);
        }),
        { numRuns: requests / 10 },
      );
    },
    patienceMs,
  );
});
