/** Mail by the delivery worker, on a real database and SMTP relay: retries, leases, shutdown, DKIM, injection. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { quietNow } from '#tests/support/quiet-now.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { type Relay, startRelay } from '#tests/support/smtp-relay.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createMetrics } from '../../base/metrics.ts';
import { claimDeliveries } from '../../db/deliveries/claim-deliveries.ts';
import { recordFailures } from '../../db/deliveries/record-outcomes.ts';
import { updateEmail, updateNotifications } from '../../db/users/users.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { type DeliveryWorker, startDeliveryWorker } from '../../workers/delivery-worker.ts';
import type { DeliveryWorkerOptions } from '../start-kinds.ts';

const log = pino({ level: 'silent' });
const { pool, url } = await openTestDatabase();
let relay: Relay;
let senders: DeliveryWorker[] = [];

beforeEach(async () => {
  await pool.query('delete from users; delete from channel_holds');
  relay = await startRelay();
  await insertSamples(pool, { users: [{ uid: 'ana' }] });
});
afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.close()));
  senders = [];
  await relay.close();
});

type Dkim = { domain: string; selector: string; privateKey: string };

function start(
  timings: NonNullable<DeliveryWorkerOptions['timings']> = {},
  dkim: Dkim | null = null,
  ownPool = pool,
  connections?: number,
) {
  const mail = {
    smtpUrl: relay.url,
    requireTls: false,
    ehloName: null,
    from: 'Vigía <avisos@vigia.example>',
    dkim,
    ...(connections === undefined ? {} : { connections }),
  };
  const appOrigin = 'https://vigia.example';
  const config = { appOrigin, mail, messages: null, databaseSessionUrl: url };
  const metrics = createMetrics();
  const sender = startDeliveryWorker({ pool: ownPool, config, log, metrics, timings: timings });
  senders.push(sender);
  return { sender, metrics };
}

const enqueue = (mail: Partial<Parameters<typeof enqueueMail>[1]> = {}) =>
  enqueueMail(pool, {
    uid: 'ana',
    cause: 'alert',
    to: 'ana@example.test',
    subject: 'Asunto',
    text: 'Texto',
    html: '<p>Texto</p>',
    headers: {},
    ...mail,
  });

async function row(id: string) {
  const { rows } = await pool.query<{ state: string; attempts: number; last_error: string | null }>(
    'select state, attempts, last_error from deliveries where id = $1',
    [id],
  );
  return rows[0];
}

const untilState = (id: string, state: string) =>
  waitFor(async () => expect((await row(id))?.state).toBe(state));

it('as many mails are sent at once as the configuration says, and no more', async () => {
  const replies = relay.pauseReplies();
  // Alerts of one user would be sent one after the other.
  const ids = await Promise.all(Array.from({ length: 30 }, () => enqueue({ cause: 'test' })));
  start({}, null, pool, 12);
  await waitFor(() => expect(relay.connectionCount()).toBe(12));
  replies.release();
  await relay.waitForMails(ids.length);
  expect(relay.connectionCount()).toBe(12);
});

describe('the worker', () => {
  it('sends a mail once, with its id as Message-ID, and marks it sent', async () => {
    const id = await enqueue();
    start();
    await untilState(id, 'sent');
    expect(relay.received.map(({ mail }) => mail.messageId)).toEqual([`<${id}@vigia.example>`]);
    expect(relay.received[0]?.to).toEqual(['ana@example.test']);
    const headers = relay.received[0]?.mail.headers.map(({ key, value }) => [key, value]);
    expect(headers).toContainEqual(['auto-submitted', 'auto-generated']);
    expect(headers).toContainEqual(['x-auto-response-suppress', 'All']);
    expect(await row(id)).toEqual({ state: 'sent', attempts: 1, last_error: null });
  });

  it('sends the alerts of one person in their order, however many processes send', async () => {
    const people = ['ana', 'berta', 'carla'];
    await insertSamples(pool, { users: people.slice(1).map((uid) => ({ uid })) });
    const total = 45;
    for (let nth = 0; nth < total; nth += 1) {
      const uid = people[nth % people.length] ?? '';
      await enqueue({ uid, to: `${uid}@example.test`, text: String(nth).padStart(3, '0') });
    }
    for (let process = 0; process < 3; process += 1) start();
    await waitFor(() => expect(relay.received).toHaveLength(total));
    for (const uid of people) {
      const texts = relay.received
        .filter(({ to }) => to[0] === `${uid}@example.test`)
        .map(({ mail }) => mail.text?.trim());
      expect(texts).toEqual(texts.toSorted());
    }
  });

  it('does not hold back a person’s alerts behind one that the relay has put off', async () => {
    relay.answerTo('ana@example.test', 451);
    const first = await enqueue({ text: 'primera' });
    start();
    await waitFor(async () => expect((await row(first))?.attempts).toBeGreaterThan(1));
    // Of the same person, whose address has changed.
    const second = await enqueue({ text: 'segunda', to: 'otra@example.test' });
    await untilState(second, 'sent');
    expect(relay.received.map(({ to }) => to[0])).toEqual(['otra@example.test']);
    relay.answerTo('ana@example.test', 250);
    await untilState(first, 'sent');
  });

  it('renews its lease while a relay is slow, so that no other worker claims the mail', async () => {
    const latch = relay.pauseReplies();
    const id = await enqueue();
    start({ leaseSeconds: 3 });
    start({ leaseSeconds: 3 });
    await latch.reached;
    const leaseEnd = async () => {
      const { rows } = await pool.query<{ at: Date }>(
        'select next_attempt_at as at from deliveries where id = $1',
        [id],
      );
      return rows[0]?.at.getTime() ?? 0;
    };
    const before = await leaseEnd();
    await waitFor(async () => expect(await leaseEnd()).toBeGreaterThan(before));
    expect(await row(id)).toMatchObject({ state: 'sending', attempts: 1 });
    latch.release();
    await untilState(id, 'sent');
    expect(relay.received).toHaveLength(1);
  });
});

describe('after a relay has refused us', () => {
  const refusing = async () => {
    relay.answerTo('ana@example.test', 421);
    const id = await enqueue();
    const { sender } = start({ drainMs: 0, silenceMs: 2 ** 31 - 1 });
    await waitFor(async () => expect((await row(id))?.last_error).toContain('421'));
    return { id, sender };
  };

  it('the database is left alone while nothing is due', async () => {
    const { id } = await refusing();
    relay.answerTo('ana@example.test', 250);
    await untilState(id, 'sent');
    const asked = vi.spyOn(pool, 'query');
    for (let n = 0; n < 200; n += 1) await pool.query('select 1');
    const claims = asked.mock.calls.filter(([sql]) => String(sql).includes('with due as'));
    asked.mockRestore();
    expect(claims.length).toBeLessThan(3);
  });

  it('the worker closes although its probe is not answered', async () => {
    const { sender } = await refusing();
    const latch = relay.pauseReplies();
    relay.answerTo('ana@example.test', 250);
    await latch.reached;
    await sender.close();
    latch.release();
  });
});

describe('what waited obeys what is true when it leaves', () => {
  beforeEach(() => pool.query('update users set weekly_summary_due_at = now()'));

  it.each([
    ['alert', `mail = 'off'`],
    ['alert', `estado = 'suspendido'`],
    ['alert', 'email_confirmed_at = null'],
    ['summary', 'weekly_summary_due_at = null'],
    ['summary', `estado = 'suspendido'`],
  ] as const)('%s, %s: it is taken back, and other mails go out', async (cause, change) => {
    await enqueue({ cause });
    const account = await enqueue({ cause: 'account' });
    await pool.query(`update users set ${change}`);
    start();
    await untilState(account, 'sent');
    const kept = () => pool.query('select from deliveries where cause = $1', [cause]);
    await waitFor(async () => expect((await kept()).rowCount).toBe(0));
    expect(relay.received).toHaveLength(1);
  });

  it.each([
    ['alert', 'weekly_summary_due_at = null'],
    ['summary', `mail = 'off'`],
  ] as const)('%s, %s: it goes out, as that is about the other', async (cause, change) => {
    const id = await enqueue({ cause });
    await pool.query(`update users set ${change}`);
    start();
    await untilState(id, 'sent');
  });

  it.each(['alert', 'summary'] as const)(
    'quiet hours hold it, uncounted, until they end or are changed: %s',
    async (cause) => {
      const id = await enqueue({ cause });
      await pool.query('update users set quiet_hours = $1', [JSON.stringify(quietNow())]);
      start();
      await waitFor(async () =>
        expect(await row(id)).toEqual({ state: 'pending', attempts: 0, last_error: 'quiet hours' }),
      );
      const notifications = { quietHours: null, mail: 'on', browser: false } as const;
      await updateNotifications(pool, 'ana', notifications);
      await untilState(id, 'sent');
    },
  );

  it('an address that has changed gets what the former one refuses at that moment', async () => {
    const id = await enqueue();
    const lane = { kind: 'mail', accepting: true } as const;
    const claims = await claimDeliveries(pool, lane, { limit: 1, suspects: 0, leaseSeconds: 30 });
    await updateEmail(pool, 'ana', 'nueva@example.test', { confirmed: true });
    const refusal = { reason: '550 5.1.1', retryAfterSeconds: null, counts: 'failure' } as const;
    await recordFailures(
      pool,
      claims.deliveries.map((delivery) => ({ ...delivery, ...refusal })),
    );
    start();
    await untilState(id, 'sent');
    expect(relay.received.flatMap(({ to }) => to)).toEqual(['nueva@example.test']);
  });

  it('an address that has changed gets it, and what was written to the former one alone does not follow', async () => {
    const ids = [await enqueue(), await enqueue({ cause: 'account' })];
    await updateEmail(pool, 'ana', 'nueva@example.test', { confirmed: true });
    start();
    for (const id of ids) await untilState(id, 'sent');
    expect(relay.received.flatMap(({ to }) => to).toSorted()).toEqual([
      'ana@example.test',
      'nueva@example.test',
    ]);
  });
});

it('signs what it sends with the configured key, both unsubscribe headers with it (RFC 6376)', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const id = await enqueue({
    headers: {
      'List-Unsubscribe': '<https://vigia.example/api/alerts/actions?token=a.b>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
  start({}, { domain: 'vigia.example', selector: 'uno', privateKey });
  await untilState(id, 'sent');
  const headers = new Map(relay.received[0]?.mail.headers.map(({ key, value }) => [key, value]));
  const tags = (headers.get('dkim-signature') ?? '').replaceAll(/\s/g, '').split(';');
  expect(tags).toEqual(expect.arrayContaining(['a=rsa-sha256', 'd=vigia.example', 's=uno']));
  const signed = tags.find((tag) => tag.startsWith('h='))?.toLowerCase();
  expect(signed).toMatch(/\bfrom:.*message-id.*list-unsubscribe-post/);
});

describe('header and recipient injection', () => {
  it.each([
    'ana@example.test\r\nRCPT TO:<eva@example.test>',
    'ana@example.test, eva@example.test',
    'ana',
  ])('sends nothing to %j', async (to) => {
    const id = await enqueue({ to });
    start();
    await untilState(id, 'failed');
    expect(relay.received).toHaveLength(0);
  });

  it('a line break in a subject or header does not start another header', async () => {
    const id = randomUUID();
    await pool.query(
      `insert into deliveries (id, uid, cause, to_address, subject, body_text, body_html, headers)
       values ($1, 'ana', 'alert', 'ana@example.test', $2, 't', 'h', $3)`,
      [id, 'Uno\r\nBcc: eva@example.test', { 'X-Vigia-Alerts': 'a/1/1\r\nBcc: eva@example.test' }],
    );
    start();
    await untilState(id, 'sent');
    const [mail] = relay.received;
    expect(mail?.to).toEqual(['ana@example.test']);
    expect(mail?.mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail?.mail.subject).toBe('Uno Bcc: eva@example.test');
  });
});
