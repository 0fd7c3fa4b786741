/** Row 27 of the fault campaign: a relay whose policy refuses us at RCPT TO, or one recipient. */
import { beforeEach, expect, test } from 'vitest';
import { byCampaignSize, report } from './support/campaign-size.ts';
import { waitUntil } from './support/market-harness.ts';
import { messageIdsOf, type OutboxHarness, openOutbox } from './support/outbox-harness.ts';

const mails = byCampaignSize({ quick: 10, full: 100 });
let outbox: OutboxHarness;

beforeEach(async () => {
  outbox = await openOutbox();
});

const policies = [
  '550 5.7.1 relaying denied',
  '421 closing the channel',
  '554 5.7.1 service unavailable; client host blocked',
  '550 5.4.5 Daily user sending limit exceeded',
  '530 5.7.0 authentication required',
];
test.each(policies.slice(0, byCampaignSize({ quick: 2, full: policies.length })))(
  'row 27: “%s” to every recipient: all wait uncounted behind a probe, and leave once after it',
  async (reply) => {
    outbox.relay.refuse({ at: 'recipient', reply });
    const toAna = await outbox.enqueue(mails);
    const toEva = await outbox.enqueue(mails, 'eva@correo.example');
    outbox.start({ timings: { maxAttempts: 2 } });
    await outbox.waitForRefusals(3);
    await outbox.waitForCount(2 * mails, 'attempts = 0');
    expect(await outbox.mailHealth()).toEqual({
      ok: false,
      detail: expect.stringContaining(reply.slice(0, 9)),
    });
    // Five under way at first, then one at a time.
    expect(outbox.relay.connectionCount()).toBeLessThanOrEqual(10);
    outbox.relay.refuse(null);
    const repairedAtMs = performance.now();
    await outbox.waitForCount(2 * mails, `state = 'sent'`, 60_000);
    const tookMs = performance.now() - repairedAtMs;
    expect(await outbox.count('attempts = 1')).toBe(2 * mails);
    const arrivedTo = (address: string) =>
      outbox.relay.received.filter(({ to }) => to[0] === address).map(({ mail }) => mail.messageId);
    // Sent one at a time after a refusal; later five, whose order may differ by as many.
    expect(arrivedTo('ana@correo.example').slice(0, 10)).toEqual(messageIdsOf(toAna).slice(0, 10));
    expect(outbox.messageIds().sort()).toEqual(messageIdsOf([...toAna, ...toEva]).sort());
    await waitUntil(async () => (await outbox.mailHealth()).ok);
    report(
      `${2 * mails} mails, ${reply}`,
      `all wait uncounted; each sent once, ${Math.round(tookMs / 100) / 10} s after the repair`,
    );
  },
);

test('row 27: one recipient refused so holds up nobody, and is tried again by itself', async () => {
  outbox.relay.refuseRecipient('lista@correo.example', '550 5.7.1 not authorised to write here');
  const [blocked] = await outbox.enqueue(1, 'lista@correo.example');
  outbox.start();
  // Each probe is further away than the one before.
  await outbox.waitForRefusals(3);
  const thirdAtMs = performance.now();
  await outbox.waitForRefusals(4);
  const betweenProbesMs = performance.now() - thirdAtMs;
  // Alone, it might be us: it waits uncounted. The first one to another recipient tells, and is asked at once.
  expect(await outbox.count(`id = '${blocked}' and state = 'failed'`)).toBe(0);
  const askedAtMs = performance.now();
  await outbox.enqueue(mails);
  await waitUntil(async () => outbox.relay.received.length > 0);
  expect(performance.now() - askedAtMs).toBeLessThan(betweenProbesMs);
  await outbox.waitForCount(mails, `state = 'sent'`);
  await outbox.waitForCount(1, `id = '${blocked}' and attempts >= 2`);
  const before = outbox.refusals().length;
  await outbox.enqueue(mails);
  await outbox.waitForCount(2 * mails, `state = 'sent'`);
  expect(outbox.refusals().length).toBe(before);
  await waitUntil(async () => (await outbox.mailHealth()).ok);
  outbox.relay.refuseRecipient('lista@correo.example', null);
  await outbox.pool.query(`update deliveries set next_attempt_at = now() where id = $1`, [blocked]);
  await outbox.wake();
  await outbox.waitForCount(2 * mails + 1, `state = 'sent'`);
});

test('row 27: a moved mailbox or a closed list is that recipient’s: for good, once another one is accepted', async () => {
  outbox.relay.refuseRecipient('lista@correo.example', '550 5.7.2 list closed');
  outbox.relay.refuseRecipient('otra@correo.example', '550 5.7.17 mailbox owner has changed');
  await outbox.enqueue(1, 'lista@correo.example');
  await outbox.enqueue(1, 'otra@correo.example');
  outbox.start();
  await outbox.waitForRefusals(1);
  await outbox.enqueue(1);
  await outbox.waitForCount(2, `state = 'failed'`);
  expect(await outbox.count(`state = 'sent'`)).toBe(1);
});

test('row 40: a broken directory refuses everybody as unknown: none is given up, each leaves once after the repair', async () => {
  outbox.relay.refuse({ at: 'recipient', reply: '550 5.1.1 no such user' });
  const people = Array.from({ length: 6 }, (_, n) => `persona${n}@correo.example`);
  for (const to of people) await outbox.enqueue(1, to);
  outbox.start();
  await outbox.waitForRefusals(3);
  expect((await outbox.mailHealth()).detail).toContain('550 5.1.1');
  expect(await outbox.count(`state = 'failed'`)).toBe(0);
  outbox.relay.refuse(null);
  await outbox.waitForCount(people.length, `state = 'sent'`);
  expect(outbox.relay.received).toHaveLength(people.length);
});

test('row 40: greylisting at RCPT TO delays that mail alone', async () => {
  const reply = '450 4.2.0 greylisted';
  const people = Array.from({ length: 6 }, (_, n) => `persona${n}@correo.example`);
  for (const to of people) outbox.relay.refuseRecipient(to, reply);
  for (const to of people) await outbox.enqueue(1, to);
  outbox.start();
  await outbox.waitForCount(people.length, 'attempts >= 2');
  await outbox.enqueue(1);
  await outbox.waitForCount(1, `state = 'sent'`);
  expect(outbox.refusals().length).toBe(0);
  for (const to of people) outbox.relay.refuseRecipient(to, null);
  await outbox.waitForCount(people.length + 1, `state = 'sent'`);
});
