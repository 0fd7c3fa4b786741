/** Which channels get an alert: the active ones of the plan, and of those the ones its threshold chose. */
import { describe, expect, it } from 'vitest';
import { setupDeliveries } from '#tests/support/delivery-backend.ts';
import { quietNow } from '#tests/support/quiet-now.ts';
import { insertAlert } from '#tests/support/samples.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { listAlerts } from '../db/alerts/alerts.ts';
import {
  deleteChannel,
  pauseChannel,
  resumeChannel,
  setIgnoresQuietHours,
} from '../db/alerts/channels.ts';
import { setThresholdChannels } from '../db/users/threshold-channels.ts';

const backend = await setupDeliveries();
const { fire, check, addChannel, addWebhook, start, deliveries, states } = backend;

describe('at a check', () => {
  it('every active channel gets one delivery, also of a user without mail', async () => {
    await backend.pool.query(`update users set mail = 'off', email_confirmed_at = null`);
    await addWebhook('/a');
    await addWebhook('/b');
    await pauseChannel(backend.pool, 'ana', await addWebhook('/paused'));
    await fire();
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent', 'sent', 'sent']));
    expect(backend.receiver.received.map(({ path }) => path).toSorted()).toEqual([
      '/a',
      '/a',
      '/b',
      '/b',
    ]);
    const mailed = await backend.pool.query(`select from deliveries where kind = 'mail'`);
    expect(mailed.rowCount).toBe(0);
    // Mail comes back: what channels have accepted is settled.
    await backend.pool.query(`update users set mail = 'on', email_confirmed_at = now()`);
    await check();
    expect((await backend.pool.query('select from deliveries')).rowCount).toBe(4);
  });

  it('quiet hours, suspension and the plan hold for channels too', async () => {
    await addWebhook();
    await backend.pool.query(`update users set estado = 'suspendido'`);
    await fire();
    expect(await deliveries()).toEqual([]);
    await backend.pool.query(
      `update users set estado = 'activo', quiet_hours = '{"from":"00:00","to":"23:59","zone":"UTC"}'`,
    );
    await check('ana', '2026-11-21T12:00:00Z');
    expect(await deliveries()).toEqual([]);
    await backend.pool.query(
      `update users set quiet_hours = null; update plan_grants set plan = 'premium'`,
    );
    await check();
    // The plan has no webhooks.
    expect(await deliveries()).toEqual([]);
    expect((await backend.pool.query('select from alerts where channel_pending')).rowCount).toBe(0);
  });
});

describe('in quiet hours', () => {
  const night = '2026-11-21T12:00:00Z';
  const inTwoHours = new Date(Date.now() + 7_200_000);
  const kindsOf = async () =>
    (
      await backend.pool.query<{ kind: string }>('select kind from deliveries order by kind')
    ).rows.map(({ kind }) => kind);
  /** A webhook that they do not hold for, and an ntfy that they do. */
  async function addExcepted(): Promise<string> {
    const webhook = await addWebhook();
    await addChannel('ntfy', { server: backend.receiver.origin, topic: 'precios' });
    await setIgnoresQuietHours(backend.pool, 'ana', { id: webhook, ignores: true });
    await backend.pool.query(
      `update users set quiet_hours = '{"from":"00:00","to":"23:59","zone":"UTC"}'`,
    );
    return webhook;
  }

  it('an excepted channel gets the alert, which the others do not get afterwards', async () => {
    await addExcepted();
    await insertAlert(backend.pool, { uid: 'ana' });
    await check('ana', night);
    expect(await kindsOf()).toEqual(['webhook']);
    await backend.pool.query('update users set quiet_hours = null');
    await check();
    expect(await kindsOf()).toEqual(['webhook']);
  });

  it.each<[string, (webhook: string) => Promise<void>]>([
    [
      'a channel is excepted',
      (id) => setIgnoresQuietHours(backend.pool, 'ana', { id, ignores: true }),
    ],
    [
      'an excepted channel works again',
      async (id) => {
        await pauseChannel(backend.pool, 'ana', id);
        await setIgnoresQuietHours(backend.pool, 'ana', { id, ignores: true });
        await backend.pool.query('update pending_checks set due_at = $1', [inTwoHours]);
        await resumeChannel(backend.pool, 'ana', id);
      },
    ],
  ])('what they hold is looked at at the next check once %s', async (_what, change) => {
    const webhook = await addWebhook();
    await backend.pool.query('update users set quiet_hours = $1', [JSON.stringify(quietNow())]);
    await fire();
    expect(await kindsOf()).toEqual([]);
    await change(webhook);
    const { rows } = await backend.pool.query<{ seconds: number }>(
      'select extract(epoch from due_at - now())::float8 as seconds from pending_checks',
    );
    expect(rows[0]?.seconds).toBeLessThanOrEqual(60);
    await check();
    expect(await kindsOf()).toEqual(['webhook']);
  });

  it('what its threshold sends by others alone waits for their end', async () => {
    await addExcepted();
    await setThresholdChannels(backend.pool, 'ana', [{ id: 'uno', channels: ['mail'] }]);
    await insertAlert(backend.pool, { uid: 'ana' });
    await check('ana', night);
    expect(await kindsOf()).toEqual([]);
    const due = await backend.pool.query('select due_at from pending_checks');
    expect(due.rows).toEqual([{ due_at: new Date('2026-11-21T23:59:00Z') }]);
    await check('ana', '2026-11-21T23:59:30Z');
    expect(await kindsOf()).toEqual(['mail']);
  });

  it('a delivery that waited leaves by an excepted channel, and by no other', async () => {
    const webhook = await addExcepted();
    await backend.pool.query('update users set quiet_hours = null');
    await fire();
    await backend.pool.query('update users set quiet_hours = $1', [JSON.stringify(quietNow())]);
    start();
    await waitFor(async () => {
      const { rows } = await backend.pool.query(
        `select channel_id = $1 as excepted, state, last_error from deliveries where kind <> 'mail' order by kind`,
        [webhook],
      );
      expect(rows).toEqual([
        { excepted: false, state: 'pending', last_error: 'quiet hours' },
        { excepted: true, state: 'sent', last_error: null },
      ]);
    });
  });
});

describe('the channels a threshold chose', () => {
  const choose = (...channels: string[]) =>
    setThresholdChannels(backend.pool, 'ana', [{ id: 'uno', channels }]);
  /** Kinds of what a firing was given to. */
  const firedTo = async (): Promise<string[]> => {
    await fire();
    const { rows } = await backend.pool.query<{ kind: string }>(
      `select d.kind from deliveries d join alert_deliveries l on l.delivery_id = d.id
        where l.alert_id = (select max(id) from alerts) order by d.kind`,
    );
    return rows.map(({ kind }) => kind);
  };

  it('get its alerts, and no other does; a mail that is left out is not sent later', async () => {
    const webhook = await addWebhook();
    await addChannel('ntfy', { server: backend.receiver.origin, topic: 'precios' });
    expect(await firedTo()).toEqual(['mail', 'ntfy', 'webhook']);
    await choose(webhook);
    expect(await firedTo()).toEqual(['webhook']);
    await check();
    expect((await backend.pool.query(`select from deliveries where kind = 'mail'`)).rowCount).toBe(
      1,
    );
    await choose('mail');
    expect(await firedTo()).toEqual(['mail']);
    await choose('mail', webhook);
    expect(await firedTo()).toEqual(['mail', 'webhook']);
  });

  it('stay silent never: without any that can be sent to, all get it', async () => {
    const webhook = await addWebhook();
    await addChannel('ntfy', { server: backend.receiver.origin, topic: 'precios' });
    await choose(webhook);
    await pauseChannel(backend.pool, 'ana', webhook);
    expect(await firedTo()).toEqual(['mail', 'ntfy']);
    await deleteChannel(backend.pool, { id: webhook, uid: 'ana' }, null);
    expect((await backend.pool.query('select from threshold_channels')).rowCount).toBe(0);
    expect(await firedTo()).toEqual(['mail', 'ntfy']);
    // Mail alone, which its user then unsubscribes.
    await choose('mail');
    await backend.pool.query(`update users set mail = 'off'`);
    expect(await firedTo()).toEqual(['ntfy']);
  });

  it('are named in the history, each with what it got', async () => {
    const webhook = await addWebhook();
    await addChannel('ntfy', { server: backend.receiver.origin, topic: 'precios' });
    await choose(webhook);
    await fire();
    const history = async () => {
      const window = { limit: 10, beforeId: null, visibleDays: null };
      const [alert] = await listAlerts(backend.pool, 'ana', {}, window);
      return [alert?.delivery.state, ...(alert?.channels ?? [])];
    };
    const delivery = { channelId: webhook, kind: 'webhook', name: 'webhook' };
    expect(await history()).toEqual([
      'none',
      { ...delivery, state: 'pending', attempts: 0, sentAt: null },
    ]);
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    expect(await history()).toEqual([
      'none',
      { ...delivery, state: 'sent', attempts: 1, sentAt: expect.stringMatching(/Z$/) },
    ]);
  });
});
