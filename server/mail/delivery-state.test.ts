/** What is written of a mail is what its machine says: the senders' errors in its words, and the statements beside it. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { type MailDeliveryEvent, mailDeliveryMachine } from '#machines/mail-delivery.machine.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import {
  type ClaimedMail,
  claimMails,
  failMail,
  markSent,
  retryMail,
} from '../db/alerts/outbox.ts';
import { createPool } from '../db/pool.ts';
import { cancelPendingMails } from '../db/users/account-lifecycle.ts';
import { nextDeliveryState, toFailureEvent } from './delivery-state.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { InvalidRecipientError } from './smtp-transport.ts';

/** As a sender knows it: its attempt, the third. */
const inHand = { attempts: 3 };
const withCode = (parts: object) => Object.assign(new Error('no'), parts);

describe('why a delivery threw', () => {
  it.each([
    ['a 550', withCode({ responseCode: 550 }), 'failed'],
    ['a 500', withCode({ responseCode: 500 }), 'failed'],
    ['an unusable address', new InvalidRecipientError('two'), 'failed'],
    ['a 451', withCode({ responseCode: 451 }), 'pending'],
    ['no connection', withCode({ code: 'ECONNREFUSED' }), 'pending'],
    ['silence', withCode({ code: 'ETIMEDOUT' }), 'pending'],
    ['what is no error', 'no', 'pending'],
  ] as const)('%s leaves it as it should', (_, error, state) => {
    expect(nextDeliveryState(inHand, toFailureEvent(inHand, error), 60).state).toBe(state);
    expect(nextDeliveryState(inHand, toFailureEvent(inHand, error), 3).state).toBe('failed');
  });

  it('waits between half and the whole of its time, not always the same', () => {
    const waits = Array.from(
      { length: 50 },
      () =>
        nextDeliveryState(inHand, toFailureEvent(inHand, new Error('no')), 60).retryAfterSeconds ??
        0,
    );
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...waits)).toBeLessThanOrEqual(4);
    expect(new Set(waits).size).toBeGreaterThan(1);
  });
});

describe('a row', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = createPool(database.url);
    await pool.query(
      `insert into users (uid, email, username) values ('ana', 'ana@example.test', 'ana')`,
    );
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const maxAttempts = 3;
  const failed = (attempt: number, replyCode: number | null): MailDeliveryEvent => ({
    type: 'ATTEMPT.FAILED',
    attempt,
    replyCode,
    jitter: 1,
  });
  const attempt = fc.integer({ min: 1, max: 4 });
  const event = fc.oneof(
    { arbitrary: fc.constant<MailDeliveryEvent>({ type: 'CLAIMED' }), weight: 5 },
    {
      arbitrary: fc.constantFrom<MailDeliveryEvent[]>(
        { type: 'RELAY.ACCEPTED' },
        { type: 'WITHDRAWN' },
      ),
      weight: 1,
    },
    {
      arbitrary: fc.tuple(attempt, fc.constantFrom(null, 451, 550)).map((args) => failed(...args)),
      weight: 4,
    },
    {
      arbitrary: attempt.map(
        (by): MailDeliveryEvent => ({ type: 'ADDRESS.UNUSABLE', attempt: by }),
      ),
      weight: 1,
    },
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

  /** The statements the server has for an event; a sender knows its own attempt and no more. */
  async function happen(id: string, told: MailDeliveryEvent): Promise<void> {
    if (told.type === 'WITHDRAWN') return cancelPendingMails(pool, 'ana');
    if (told.type === 'RELAY.ACCEPTED') return markSent(pool, [id]);
    if (told.type === 'CLAIMED') {
      await pool.query('update outbox set next_attempt_at = now() where id = $1', [id]);
      await claimMails(pool, { limit: 1, leaseSeconds: 30 });
      return;
    }
    const held = { id, attempts: told.attempt } as ClaimedMail;
    const { state, retryAfterSeconds } = nextDeliveryState(held, told, maxAttempts);
    if (state === 'failed') return failMail(pool, held, 'no');
    await retryMail(pool, held, { afterSeconds: retryAfterSeconds ?? 0, error: 'no' });
  }

  it('goes where the machine goes, in any order of events, late senders included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 10 }), async (events) => {
        const id = await newMail();
        let [snapshot] = initialTransition(mailDeliveryMachine, { maxAttempts });
        for (const told of events) {
          [snapshot] = transition(mailDeliveryMachine, snapshot, told);
          await happen(id, told);
          const { rows } = await pool.query('select state, attempts from outbox where id = $1', [
            id,
          ]);
          const { attempts } = snapshot.context;
          expect(rows).toEqual([{ state: snapshot.value, attempts }]);
        }
        await pool.query('delete from outbox where id = $1', [id]);
      }),
      { numRuns: 60 },
    );
  });

  it('that is gone with its account is written by nobody', async () => {
    const id = randomUUID();
    for (const told of [failed(1, 451), failed(1, 550), { type: 'RELAY.ACCEPTED' } as const])
      await happen(id, told);
    expect((await pool.query('select 1 from outbox where id = $1', [id])).rowCount).toBe(0);
  });
});
