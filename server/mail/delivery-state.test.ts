/** The outbox's SQL statements and the mailDelivery machine agree on every sequence of events. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { type MailDeliveryEvent, mailDeliveryMachine } from '#machines/mail-delivery.machine.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import {
  type ClaimedMail,
  claimMails,
  failMail,
  markSent,
  releaseMails,
  retryMail,
} from '../db/alerts/outbox.ts';
import { requeueFailedMails } from '../db/alerts/requeue-mails.ts';
import { cancelPendingMails } from '../db/users/account-lifecycle.ts';
import { nextDeliveryState, toFailureEvent } from './delivery-state.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { RelayRefusedError } from './relay-errors.ts';
import { InvalidRecipientError } from './smtp-transport.ts';

const about = (command: string, responseCode: number, words = 'no') =>
  withCode({ command, responseCode, response: `${responseCode} ${words}` });

/** A claimed mail at its third attempt. */
const thirdAttempt = { attempts: 3 };
const withCode = (parts: object) => Object.assign(new Error('no'), parts);

describe('an error of the transport', () => {
  it.each([
    ['a 550 to RCPT TO', about('RCPT TO', 550, '5.1.1 no such user'), 'failed'],
    ['a 554 to DATA', about('DATA', 554, '5.6.0 not accepted'), 'failed'],
    ['a 554 without a reason', about('DATA', 554), 'pending'],
    ['a 552 to its size', about('MAIL FROM', 552, '5.3.4 too large'), 'failed'],
    ['an unusable address', new InvalidRecipientError('two'), 'failed'],
    ['a 451', about('DATA', 451), 'pending'],
    ['a 554 5.7.1 to RCPT TO', about('RCPT TO', 554, '5.7.1 relay access denied'), 'pending'],
    ['a connection lost in the message', withCode({ code: 'ESOCKET', command: 'CONN' }), 'pending'],
    ['a value that is no Error', 'no', 'pending'],
  ] as const)('after %s the state is right', (_, error, state) => {
    expect(nextDeliveryState(thirdAttempt, toFailureEvent(thirdAttempt, error), 60).state).toBe(
      state,
    );
    expect(nextDeliveryState(thirdAttempt, toFailureEvent(thirdAttempt, error), 3).state).toBe(
      'failed',
    );
  });

  it('is no attempt of the mail when the relay refused us, however often it did', () => {
    const event = toFailureEvent(thirdAttempt, new RelayRefusedError('535'));
    expect(event).toEqual({ type: 'RELAY.REFUSED', attempt: 3 });
    expect(nextDeliveryState(thirdAttempt, event, 3)).toEqual({
      state: 'pending',
      retryAfterSeconds: null,
    });
  });

  it('retries after between half and the whole of the backoff, with jitter', () => {
    const waits = Array.from(
      { length: 50 },
      () =>
        nextDeliveryState(thirdAttempt, toFailureEvent(thirdAttempt, new Error('no')), 60)
          .retryAfterSeconds ?? 0,
    );
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...waits)).toBeLessThanOrEqual(4);
    expect(new Set(waits).size).toBeGreaterThan(1);
  });
});

describe('a row', async () => {
  const { pool } = await openTestDatabase();
  beforeAll(async () => {
    await insertSamples(pool, { users: [{ uid: 'ana' }] });
  });

  const maxAttempts = 3;
  const failed = (attempt: number, replyCode: number | null): MailDeliveryEvent => ({
    type: 'ATTEMPT.FAILED',
    attempt,
    replyCode,
    jitter: 1,
  });
  const attempt = fc.integer({ min: 1, max: 4 });
  const anyEvent = fc.oneof(
    { arbitrary: fc.constant<MailDeliveryEvent>({ type: 'MAIL.CLAIMED' }), weight: 5 },
    {
      arbitrary: fc.constantFrom<MailDeliveryEvent[]>(
        { type: 'RELAY.ACCEPTED' },
        { type: 'MAIL.CANCELLED' },
      ),
      weight: 1,
    },
    {
      arbitrary: fc.tuple(attempt, fc.constantFrom(null, 451, 550)).map((args) => failed(...args)),
      weight: 4,
    },
    {
      arbitrary: attempt.map(
        (by): MailDeliveryEvent => ({ type: 'ADDRESS.REJECTED', attempt: by }),
      ),
      weight: 1,
    },
    {
      arbitrary: attempt.map((by): MailDeliveryEvent => ({ type: 'RELAY.REFUSED', attempt: by })),
      weight: 2,
    },
    { arbitrary: fc.constant<MailDeliveryEvent>({ type: 'MAIL.REQUEUED' }), weight: 1 },
  );

  const newMail = () =>
    enqueueMail(pool, {
      uid: 'ana',
      kind: 'alert',
      to: 'ana@example.test',
      subject: 'Asunto',
      text: 'Texto',
      html: '<p>Texto</p>',
      headers: {},
    });

  /** Runs the server's statement for an event, as a worker that knows only its own attempt number. */
  async function applyToRow(id: string, event: MailDeliveryEvent): Promise<void> {
    if (event.type === 'MAIL.CANCELLED') return cancelPendingMails(pool, 'ana');
    if (event.type === 'RELAY.ACCEPTED') return markSent(pool, [id]);
    if (event.type === 'MAIL.CLAIMED') {
      await pool.query('update outbox set next_attempt_at = now() where id = $1', [id]);
      await claimMails(pool, { limit: 1, suspects: 1, leaseSeconds: 30 });
      return;
    }
    if (event.type === 'MAIL.REQUEUED') {
      // Cancelled mails are left out; that rule has its own test.
      await pool.query('update outbox set last_error = null where id = $1', [id]);
      await requeueFailedMails(pool, ['ana']);
      return;
    }
    const claimed = { id, attempts: event.attempt } as ClaimedMail;
    if (event.type === 'RELAY.REFUSED') return releaseMails(pool, [claimed], 'no');
    const { state, retryAfterSeconds } = nextDeliveryState(claimed, event, maxAttempts);
    if (state === 'failed') return failMail(pool, claimed, 'no');
    await retryMail(pool, claimed, { afterSeconds: retryAfterSeconds ?? 0, error: 'no' });
  }

  it('has the machine’s state after any sequence of events, late workers included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 1, maxLength: 10 }), async (events) => {
        const id = await newMail();
        let [snapshot] = initialTransition(mailDeliveryMachine, { maxAttempts });
        for (const event of events) {
          [snapshot] = transition(mailDeliveryMachine, snapshot, event);
          await applyToRow(id, event);
          const { rows } = await pool.query(
            'select state, attempts, expired_claims as "expiredClaims" from outbox where id = $1',
            [id],
          );
          const { attempts, expiredClaims } = snapshot.context;
          expect(rows).toEqual([{ state: snapshot.value, attempts, expiredClaims }]);
        }
        await pool.query('delete from outbox where id = $1', [id]);
      }),
      { numRuns: 50 },
    );
  });

  it('deleted with its account is not written again', async () => {
    const id = randomUUID();
    for (const event of [failed(1, 451), failed(1, 550), { type: 'RELAY.ACCEPTED' } as const])
      await applyToRow(id, event);
    expect((await pool.query('select 1 from outbox where id = $1', [id])).rowCount).toBe(0);
  });
});
