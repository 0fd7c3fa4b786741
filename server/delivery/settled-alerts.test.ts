/** An alert is settled once a receiver accepted it: whatever ends the way it went, it goes by what is left, or waits for one. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChannelKind } from '#domain/channels.ts';
import { maxExpiredClaims } from '#machines/delivery.machine.ts';
import { setupDeliveries } from '#tests/support/delivery-backend.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { listAlerts } from '../db/alerts/alerts.ts';
import {
  deleteChannel,
  fitChannelsToKinds,
  pauseChannel,
  pauseChannelsForAddress,
  resumeChannel,
} from '../db/alerts/channels.ts';
import { claimDeliveries } from '../db/deliveries/claim-deliveries.ts';
import { markAccepted, recordFailures } from '../db/deliveries/record-outcomes.ts';
import { requeueFailedDeliveries } from '../db/deliveries/requeue-deliveries.ts';
import { deleteExpiredPage } from '../db/retention.ts';
import { setThresholdChannels } from '../db/users/threshold-channels.ts';
import { updateEmail, updateNotifications } from '../db/users/users.ts';

const backend = await setupDeliveries();
const { fire, check, addChannel, addWebhook, pushSettings, start, channel } = backend;

/** The receiver of the chosen channel refuses with this; the other one accepts. */
let status: number;
beforeEach(() => {
  status = 500;
  backend.receiver.answer = (response, { path }) => {
    response.statusCode = path === '/chosen' ? status : 200;
    response.end();
  };
});

const query = (sql: string) => backend.pool.query(sql);
const choose = (...channels: string[]) =>
  setThresholdChannels(backend.pool, 'ana', [{ id: 'uno', channels }]);
const untilAnswered = () =>
  waitFor(async () =>
    expect(
      (await query(`select from deliveries where kind <> 'mail' and last_error is not null`))
        .rowCount,
    ).toBe(1),
  );
/** Its worker's last lease is over. */
const expireClaims = () =>
  query(`update deliveries set state = 'sending', expired_claims = ${maxExpiredClaims - 1},
           attempts = 1, next_attempt_at = now() - interval '1 second' where kind <> 'mail'`);

/** Something is done while the receiver is away. */
const outage = (act: (id: string) => Promise<unknown>) => async (id: string) => {
  start();
  await untilAnswered();
  await act(id);
};
/** The receiver answers so until its channel ends. */
const answer = (code: number) => async (id: string) => {
  status = code;
  start({ timings: { retryScale: 0.001 } });
  await waitFor(async () => expect((await channel(id))?.state).not.toBe('active'));
};

/** Each ends the delivery of the chosen channel without acceptance. */
const endings: readonly [string, ChannelKind, (id: string) => Promise<unknown>][] = [
  ['its subscription ended', 'push', answer(410)],
  ['it refused three times', 'webhook', answer(404)],
  [
    'it was removed',
    'webhook',
    outage((id) => deleteChannel(backend.pool, { id, uid: 'ana' }, null)),
  ],
  ['it was paused', 'webhook', outage((id) => pauseChannel(backend.pool, 'ana', id))],
  [
    'it was paused for another address',
    'webhook',
    outage(() => pauseChannelsForAddress(backend.pool, 'ana')),
  ],
  ['the plan lost it', 'webhook', outage(() => fitChannelsToKinds(backend.pool, 'ana', ['ntfy']))],
  [
    'it was unreachable for a day',
    'webhook',
    async () => {
      await query(
        `update deliveries set created_at = now() - interval '25 hours' where kind <> 'mail'`,
      );
      start();
      await waitFor(async () =>
        expect(
          (await query(`select from deliveries where kind <> 'mail' and state = 'failed'`))
            .rowCount,
        ).toBe(1),
      );
    },
  ],
  [
    'it could not be composed',
    'webhook',
    async (channelId) => {
      await query(`update deliveries set state = 'sending', attempts = 1 where kind <> 'mail'`);
      const { rows } = await backend.pool.query<{ id: string }>(
        `select id from deliveries where kind <> 'mail'`,
      );
      const attempt = { id: rows[0]?.id ?? '', channelId, attempts: 1 };
      await recordFailures(backend.pool, [{ ...attempt, ...failed }]);
    },
  ],
  [
    'it killed its workers',
    'webhook',
    async () => {
      await expireClaims();
      const limits = { limit: 20, suspects: 1, leaseSeconds: 30 };
      await claimDeliveries(backend.pool, { kind: 'webhook', accepting: false }, limits);
    },
  ],
  [
    'a process that died left it with a stopped channel',
    'webhook',
    async () => {
      await query(`update channels set state = 'stopped' where kind = 'webhook'`);
      await deleteExpiredPage(backend.pool, 'waitingDeliveries');
    },
  ],
];

/** Kinds of channels that accepted the alert, and mails that carry it. */
async function acceptedBy(): Promise<string[]> {
  const { rows } = await query(
    `select c.kind from deliveries d join channels c on c.id = d.channel_id where d.state = 'sent'
      union all select 'mail' from alert_deliveries l join deliveries d on d.id = l.delivery_id
       where d.kind = 'mail' and d.state <> 'failed'`,
  );
  return rows.map(({ kind }) => kind).toSorted();
}
async function shown() {
  const [alert] = await listAlerts(
    backend.pool,
    'ana',
    {},
    { limit: 1, beforeId: null, visibleDays: null },
  );
  return alert && { mail: alert.delivery.state, unreachable: alert.unreachable };
}
const addChosen = (kind: ChannelKind) =>
  kind === 'push' ? addChannel('push', pushSettings('/chosen')) : addWebhook('/chosen');
const addOther = () => addChannel('ntfy', { server: backend.receiver.origin, topic: 'precios' });
const isCheckDue = async () => (await query('select from pending_checks')).rowCount === 1;

async function chosenEnds([, kind, end]: (typeof endings)[number]): Promise<void> {
  const id = await addChosen(kind);
  await choose(id);
  await fire();
  expect(await acceptedBy()).toEqual([]);
  await end(id);
  expect(await isCheckDue()).toBe(true);
}
const countAlertMails = async () =>
  (await query(`select from deliveries where kind = 'mail' and cause = 'alert'`)).rowCount;

it.each(endings)(
  '%s: it waits, says so, and goes out by the first way that works',
  async (...ending) => {
    await query(`update users set mail = 'off'`);
    await chosenEnds(ending);
    await check();
    expect(await acceptedBy()).toEqual([]);
    expect(await shown()).toEqual({ mail: 'waiting', unreachable: true });
    await addOther();
    expect(await isCheckDue()).toBe(true);
    await check();
    start();
    await waitFor(async () => expect(await acceptedBy()).toEqual(['ntfy']));
    expect((await shown())?.unreachable).toBeUndefined();
  },
);

it('mail carries the alert of a channel that was removed, once', async () => {
  const ending = endings.find(([how]) => how === 'it was removed');
  if (ending !== undefined) await chosenEnds(ending);
  await check();
  expect(await acceptedBy()).toEqual(['mail']);
  await check();
  expect(await countAlertMails()).toBe(1);
});

const strand = async () => {
  await query(`update users set mail = 'off'`);
  const id = await addWebhook('/chosen');
  await fire();
  await answer(404)(id);
  await check();
  expect((await shown())?.unreachable).toBe(true);
  status = 200;
  return id;
};

it.each<[string, (id: string) => Promise<unknown>, string]>([
  ['its channel is started again', (id) => resumeChannel(backend.pool, 'ana', id), 'webhook'],
  [
    'mail is switched on',
    () =>
      updateNotifications(backend.pool, 'ana', {
        quietHours: null,
        mail: 'on',
        browser: false,
      }),
    'mail',
  ],
])('what had no way left goes out once when %s', async (_what, act, by) => {
  await act(await strand());
  await check();
  await waitFor(async () => expect(await acceptedBy()).toEqual([by]));
  await check();
  expect(await acceptedBy()).toEqual([by]);
});

it('a control: what one channel accepted is neither mailed nor sent again, though that channel is removed', async () => {
  const id = await addWebhook('/other');
  await choose(id);
  await fire();
  start();
  await waitFor(async () => expect(await acceptedBy()).toEqual(['webhook']));
  await addOther();
  await deleteChannel(backend.pool, { id, uid: 'ana' }, null);
  await check();
  expect(await acceptedBy()).toEqual([]);
  expect((await query(`select from deliveries where kind <> 'mail'`)).rowCount).toBe(0);
});

/** For good, and against no channel. */
const failed = { reason: '550 5.1.1', retryAfterSeconds: null, counts: 'nothing' } as const;

describe('a mail that is refused for good', () => {
  const refuse = async () => {
    const lane = { kind: 'mail', accepting: true } as const;
    const limits = { limit: 1, suspects: 0, leaseSeconds: 30 };
    for (const mail of (await claimDeliveries(backend.pool, lane, limits)).deliveries)
      await recordFailures(backend.pool, [{ ...mail, ...failed }]);
  };

  it('lets its alert go by another channel, though mail alone was chosen', async () => {
    await addOther();
    await choose('mail');
    await fire();
    await refuse();
    expect(await check()).toEqual({ again: 1, stranded: 0 });
    start();
    await waitFor(async () => expect(await acceptedBy()).toEqual(['ntfy']));
    expect(await countAlertMails()).toBe(1);
    // An operator who sends again what failed repeats nothing.
    expect(await requeueFailedDeliveries(backend.pool, null)).toBe(0);
  });

  it('waits where mail was the only way, and is mailed again to another address alone', async () => {
    await fire();
    await refuse();
    expect(await check()).toEqual({ again: 0, stranded: 1 });
    expect(await shown()).toEqual({ mail: 'failed', unreachable: true });
    await updateEmail(backend.pool, 'ana', 'nueva@example.test', { confirmed: true });
    await check();
    expect(await acceptedBy()).toEqual(['mail']);
    const { rows } = await query(
      `select id, null as "channelId", attempts from deliveries where kind = 'mail' and state = 'pending'`,
    );
    await markAccepted(backend.pool, rows);
    expect(await shown()).toEqual({ mail: 'sent', unreachable: undefined });
  });

  it('at the address it was redirected to is sent to the one it was written to, once that is back', async () => {
    const setEmail = (email: string) =>
      updateEmail(backend.pool, 'ana', email, { confirmed: true });
    await fire();
    await setEmail('nueva@example.test');
    await refuse();
    await check();
    await setEmail('ana@example.test');
    await check();
    const { rows } = await query(`select to_address, state from deliveries where kind = 'mail'`);
    expect(rows).toEqual([{ to_address: 'ana@example.test', state: 'pending' }]);
    await refuse();
    expect(await check()).toEqual({ again: 0, stranded: 1 });
  });
});

it('ends: two ways that fail are each asked once', async () => {
  backend.receiver.answer = (response) => {
    response.statusCode = 404;
    response.end();
  };
  await query(`update users set mail = 'off'`);
  const [first, second] = [await addWebhook('/first'), await addWebhook('/second')];
  await choose(first);
  await fire();
  start({ timings: { retryScale: 0.001 } });
  for (const id of [first, second]) {
    await waitFor(async () => expect((await channel(id))?.state).toBe('stopped'));
    await check();
  }
  await check();
  expect(backend.receiver.received.map(({ path }) => path)).toEqual([
    '/first',
    '/first',
    '/first',
    '/second',
    '/second',
    '/second',
  ]);
});

it('a channel that ends is said in a mail that names what it held', async () => {
  const id = await addChosen('push');
  await fire();
  await answer(410)(id);
  const { rows } = await query(`select subject, body_text from deliveries where cause = 'account'`);
  expect(rows.map(({ subject }) => subject)).toEqual(['Un canal ha terminado: push']);
  expect(rows[0]?.body_text).toContain('España – Uruguay, Categoría 2');
});
