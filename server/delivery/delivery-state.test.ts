/** What follows from an outcome, and that the SQL statements and the delivery machine agree on every sequence of events. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { type DeliveryEvent, deliveryMachine } from '#machines/delivery.machine.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { claimDeliveries } from '../db/deliveries/claim-deliveries.ts';
import { cancelDeliveries } from '../db/deliveries/deliveries.ts';
import {
  markAccepted,
  recordFailures,
  releaseDeliveries,
} from '../db/deliveries/record-outcomes.ts';
import { requeueFailedDeliveries } from '../db/deliveries/requeue-deliveries.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';

const reason = 'no';

describe('a row', async () => {
  const { pool } = await openTestDatabase();
  beforeAll(async () => {
    await insertSamples(pool, { users: [{ uid: 'ana' }] });
  });

  const maxAttempts = 3;
  const attempt = fc.integer({ min: 1, max: 4 });
  const failed = (by: number, isOutlived = false): DeliveryEvent => ({
    type: 'ATTEMPT.FAILED',
    attempt: by,
    retryAfterSeconds: 0,
    isOutlived,
    jitter: 1,
  });
  const anyEvent = fc.oneof(
    { arbitrary: fc.constant<DeliveryEvent>({ type: 'DELIVERY.CLAIMED' }), weight: 5 },
    {
      arbitrary: fc.constantFrom<DeliveryEvent[]>(
        { type: 'RECEIVER.ACCEPTED' },
        { type: 'DELIVERY.CANCELLED' },
      ),
      weight: 1,
    },
    { arbitrary: fc.tuple(attempt, fc.boolean()).map((args) => failed(...args)), weight: 4 },
    {
      arbitrary: attempt.map((by): DeliveryEvent => ({ type: 'RECEIVER.REFUSED', attempt: by })),
      weight: 1,
    },
    {
      arbitrary: attempt.map((by): DeliveryEvent => ({ type: 'SENDER.REFUSED', attempt: by })),
      weight: 2,
    },
    { arbitrary: fc.constant<DeliveryEvent>({ type: 'DELIVERY.REQUEUED' }), weight: 1 },
  );

  const newMail = () =>
    enqueueMail(pool, {
      uid: 'ana',
      cause: 'alert',
      to: 'ana@example.test',
      subject: 'Asunto',
      text: 'Texto',
      html: '<p>Texto</p>',
      headers: {},
    });

  /** Runs the server's statement for an event, as a worker that knows only its own attempt number. */
  async function applyToRow(id: string, event: DeliveryEvent): Promise<void> {
    if (event.type === 'DELIVERY.CANCELLED') return cancelDeliveries(pool, 'ana');
    if (event.type === 'RECEIVER.ACCEPTED')
      return markAccepted(pool, [{ id, channelId: null, attempts: 0 }]);
    if (event.type === 'DELIVERY.CLAIMED') {
      await pool.query('update deliveries set next_attempt_at = now() where id = $1', [id]);
      const limits = { limit: 1, suspects: 1, leaseSeconds: 30 };
      await claimDeliveries(pool, { kind: 'mail', accepting: true }, limits);
      return;
    }
    if (event.type === 'DELIVERY.REQUEUED') {
      // Cancelled ones are left out; that rule has its own test.
      await pool.query('update deliveries set last_error = null where id = $1', [id]);
      await requeueFailedDeliveries(pool, ['ana']);
      return;
    }
    const claimed = { id, channelId: null, attempts: event.attempt };
    if (event.type === 'SENDER.REFUSED') return releaseDeliveries(pool, [claimed], reason);
    const isLast =
      event.type === 'RECEIVER.REFUSED' || event.isOutlived || event.attempt >= maxAttempts;
    const retryAfterSeconds = isLast ? null : 1;
    await recordFailures(pool, [{ ...claimed, reason, retryAfterSeconds, counts: 'failure' }]);
  }

  it('has the machine’s state after any sequence of events, late workers included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 1, maxLength: 10 }), async (events) => {
        await pool.query('delete from deliveries');
        const id = await newMail();
        let [snapshot] = initialTransition(deliveryMachine, { maxAttempts });
        for (const event of events) {
          [snapshot] = transition(deliveryMachine, snapshot, event);
          await applyToRow(id, event);
          const { rows } = await pool.query(
            'select state, attempts, expired_claims as "expiredClaims" from deliveries where id = $1',
            [id],
          );
          const { attempts, expiredClaims } = snapshot.context;
          expect(rows).toEqual([{ state: snapshot.value, attempts, expiredClaims }]);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('deleted with its account is not written again', async () => {
    const id = randomUUID();
    for (const event of [failed(1), failed(1, true), { type: 'RECEIVER.ACCEPTED' } as const])
      await applyToRow(id, event);
    expect((await pool.query('select 1 from deliveries where id = $1', [id])).rowCount).toBe(0);
  });
});
