/** Rows 3, 4, 18, 22, 26 and 28 of the fault campaign: a relay that is down, silent or slow, rejects us or mails, or loses its reply. */
import { beforeEach, expect, test } from 'vitest';
import { maxExpiredClaims } from '#machines/delivery.machine.ts';
import { claimDeliveries, renewLeases } from '#server/db/deliveries/claim-deliveries.ts';
import { freePort } from '#tests/support/local-app.ts';
import { type Answer, type Refusal, startRelay } from '#tests/support/smtp-relay.ts';
import { byCampaignSize, report } from './support/campaign-size.ts';
import { waitUntil } from './support/market-harness.ts';
import { startMuteProxy } from './support/mute-proxy.ts';
import {
  messageIdsOf,
  type OutboxHarness,
  openOutbox,
  withUser,
} from './support/outbox-harness.ts';

/** The product's own ten seconds in the full campaign. */
const silenceMs = byCampaignSize({ quick: 1_500, full: 10_000 });
const silence = { silenceMs, drainMs: 0 };
const mailLane = { kind: 'mail', accepting: true } as const;
let outbox: OutboxHarness;
beforeEach(async () => {
  outbox = await openOutbox({ waitMs: byCampaignSize({ quick: 60_000, full: 600_000 }) });
});

/** Records retry delays from this attempt on, and postpones the retries until `passWaits`. */
const postponeRetries = (fromAttempt = 1) =>
  outbox.pool.query(`
    create table waits (attempt integer, seconds float8);
    create function hold_wait() returns trigger language plpgsql as $$
    begin
      insert into waits values (new.attempts, extract(epoch from new.next_attempt_at - now()));
      new.next_attempt_at := new.next_attempt_at + interval '1 day';
      return new;
    end $$;
    create trigger hold_wait before update on deliveries for each row
      when (old.state = 'sending' and new.state = 'pending' and new.attempts >= ${fromAttempt})
      execute function hold_wait()`);

async function runRetries(): Promise<void> {
  await outbox.pool.query(`update deliveries set next_attempt_at = now() where state = 'pending'`);
  await outbox.wake();
}

test('row 3: ten minutes of “not now”: retries back off exponentially, then every mail is sent once', async () => {
  const mails = byCampaignSize({ quick: 20, full: 200 });
  const outageSeconds = 600;
  outbox.relay.answerTo('ana@correo.example', 451);
  await postponeRetries();
  const ids = await outbox.enqueue(mails);
  outbox.start();
  let passed = 0;
  const waits = new Map<number, number[]>();
  for (let attempt = 1; passed < outageSeconds; attempt += 1) {
    await outbox.waitForCount(mails, `state = 'pending' and attempts = ${attempt}`);
    const { rows } = await outbox.pool.query<{ seconds: number }>(
      'select seconds from waits where attempt = $1',
      [attempt],
    );
    const delays = rows.map(({ seconds }) => seconds);
    waits.set(attempt, delays);
    passed += Math.max(...delays);
    if (passed >= outageSeconds) outbox.relay.answerTo('ana@correo.example', 250);
    await runRetries();
  }
  const attempts = waits.size;
  // Each delay is between half and the whole of 2^n seconds, with jitter.
  for (const [attempt, delays] of waits) {
    const fullSeconds = 2 ** (attempt - 1);
    expect(delays).toHaveLength(mails);
    expect(Math.max(...delays)).toBeLessThanOrEqual(fullSeconds);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(fullSeconds / 2);
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(fullSeconds / 20);
  }
  await outbox.waitForCount(mails, `state = 'sent'`);
  expect(outbox.messageIds().sort()).toEqual(messageIdsOf(ids).sort());
  report(
    `${mails} mails, relay busy for ${Math.round(passed)} simulated seconds`,
    `${attempts} tries each, the last waits ${rangeOf(waits.get(attempts))} s; all ${mails} delivered once`,
  );
});

const rangeOf = (delays: readonly number[] = []) =>
  `${Math.round(Math.min(...delays))}–${Math.round(Math.max(...delays))}`;

test('row 4: 4xx is retried, a lost 250 repeats that mail alone', async () => {
  const mails = byCampaignSize({ quick: 40, full: 400 });
  const kinds: readonly Answer[] = [421, 450, 451, 452, 'cut', 'keep and cut', 250, 250];
  const answers = Array.from({ length: mails }, (_, n) => kinds[n % kinds.length] ?? 250);
  const countAnswers = (...selected: Answer[]) =>
    answers.filter((it) => selected.includes(it)).length;
  outbox.relay.answerNext(...answers);
  const ids = await outbox.enqueue(mails);
  outbox.start();
  await outbox.waitForCount(0, `state in ('pending', 'sending')`);
  expect(await outbox.count(`state = 'sent'`)).toBe(mails);
  const repeats = outbox.relay.received.length - new Set(outbox.messageIds()).size;
  expect(new Set(outbox.messageIds()).size).toBe(mails);
  expect(repeats).toBe(countAnswers('keep and cut'));
  expect(new Set([...outbox.messageIds(), ...messageIdsOf(ids)]).size).toBe(mails);
  report(
    `${mails} mails, half refused for now, an eighth each cut before and after keeping`,
    `${mails} delivered, ${repeats} repeated (one for each lost 250, same Message-ID)`,
  );
});

test('row 18: a mail that is never accepted fails after its attempts, and others are sent meanwhile', async () => {
  const maxAttempts = 4;
  const others = byCampaignSize({ quick: 30, full: 1_000 });
  const poisoned = 5;
  outbox.relay.answerTo('veneno@correo.example', 451);
  // Its last attempt is postponed until the others are sent: they did not wait for it.
  await postponeRetries(maxAttempts - 1);
  await outbox.enqueue(poisoned, 'veneno@correo.example');
  const flowing = await outbox.enqueue(others);
  outbox.start({ timings: { maxAttempts } });
  await outbox.waitForCount(others, `state = 'sent'`);
  expect(await outbox.count(`state in ('pending', 'sending')`)).toBe(poisoned);
  await outbox.pool.query('drop trigger hold_wait on deliveries');
  await runRetries();
  await outbox.waitForCount(poisoned, `state = 'failed'`);
  expect(await outbox.count(`state = 'failed' and attempts = ${maxAttempts}`)).toBe(poisoned);
  expect(outbox.messageIds().sort()).toEqual(messageIdsOf(flowing).sort());
  report(
    `${poisoned} mails refused at every try among ${others} others`,
    `${others} delivered once before, ${poisoned} parked after ${maxAttempts} tries`,
  );
});

const silent = /does not answer|Greeting never received|[Tt]imeout/;
test.each<[number, string, Refusal, RegExp]>([
  [
    22,
    'at AUTH',
    { at: 'auth', reply: '535 5.7.8 authentication failed for vigia-user' },
    /535 5\.7\.8/,
  ],
  [
    22,
    'at MAIL FROM by 554',
    { at: 'sender', reply: '554 daily message quota exceeded' },
    /quota exceeded/,
  ],
  [22, 'by a self-signed certificate', { at: 'tls' }, /certificate/],
  [26, 'by silence before its greeting', { at: 'greeting', reply: null }, silent],
  [26, 'by silence at RCPT TO', { at: 'recipient', reply: null }, silent],
])(
  'row %i: a relay that refuses us %s: all wait uncounted, and are sent once after it',
  async (_row, how, refusal, words) => {
    outbox.relay.refuse(refusal);
    const ids = await outbox.enqueue(20);
    outbox.start({
      timings: { maxAttempts: 2, silenceMs, drainMs: 0 },
      smtpUrl: withUser(outbox.relay.url),
    });
    // Silence takes its time: one is enough.
    const refusals = words === silent ? 1 : 3;
    await outbox.waitForRefusals(refusals);
    // Five under way at first, then one probe at a time, at 1 and 3 seconds.
    expect(outbox.relay.connectionCount()).toBeLessThanOrEqual(5 + refusals);
    await outbox.waitForCount(20, `state = 'pending' and attempts = 0`);
    const { ok, detail } = await outbox.mailHealth();
    expect([ok, detail]).toEqual([false, expect.stringMatching(words)]);
    expect(detail).not.toMatch(/vigia|una-clave|203\.0|127\.0/);
    expect(outbox.refusals()[0]).toMatch(words);
    outbox.relay.refuse(null);
    const repairedAtMs = performance.now();
    await outbox.waitForCount(20, `state = 'sent'`, 60_000);
    const tookMs = performance.now() - repairedAtMs;
    expect(outbox.messageIds()).toEqual(messageIdsOf(ids));
    expect(await outbox.count('attempts = 1')).toBe(20);
    await waitUntil(async () => (await outbox.mailHealth()).ok);
    report(
      `20 mails, refused ${how}`,
      `all wait without an attempt; ${Math.round(tookMs / 100) / 10} s after the repair all 20 delivered once`,
    );
  },
);

test('row 22: a relay that is away: all wait, and leave oldest first once it is back', async () => {
  const port = await freePort();
  const ids = await outbox.enqueue(20);
  outbox.start({ smtpUrl: `smtp://127.0.0.1:${port}` });
  await outbox.waitForRefusals(2);
  await outbox.waitForCount(20, `state = 'pending' and attempts = 0`);
  await outbox.relay.close();
  outbox.relay = await startRelay({ port });
  await outbox.waitForCount(20, `state = 'sent'`, 60_000);
  expect(outbox.messageIds()).toEqual(messageIdsOf(ids));
});

test('row 22: a mail that kills its worker is parked after eight deaths, alone', async () => {
  const [fatal = '', ...others] = await outbox.enqueue(6);
  const leaseOf = async (id: string): Promise<number> => {
    const { rows } = await outbox.pool.query<{ seconds: number }>(
      `select extract(epoch from next_attempt_at - now())::float8 as seconds from deliveries where id = $1`,
      [id],
    );
    return rows[0]?.seconds ?? 0;
  };
  const expire = (where: string) =>
    outbox.pool.query(
      `update deliveries set next_attempt_at = created_at where state = 'sending' and ${where}`,
    );
  // One death is not held against any: the next worker claims all six again. From the second on the one is tried alone.
  for (let deaths = 0; deaths < maxExpiredClaims; deaths += 1) {
    const { deliveries: mails } = await claimDeliveries(outbox.pool, mailLane, {
      limit: 20,
      suspects: 1,
      leaseSeconds: 30,
    });
    const alone = deaths > 1;
    expect(mails.map(({ id }) => id)).toEqual(alone ? [fatal] : [fatal, ...others]);
    await renewLeases(outbox.pool, mails, 30);
    const lease = 30 * 2 ** Math.max(0, deaths - 1);
    const seconds = await leaseOf(fatal);
    expect(seconds).toBeGreaterThan(lease - 10);
    expect(seconds).toBeLessThan(lease * 1.25 + 1);
    await expire(deaths > 0 ? `id = '${fatal}'` : 'true');
  }
  await expire('true');
  outbox.start();
  await outbox.waitForCount(5, `state = 'sent'`);
  expect(
    await outbox.count(
      `id = '${fatal}' and state = 'failed' and expired_claims = ${maxExpiredClaims}`,
    ),
  ).toBe(1);
  expect(outbox.messageIds().sort()).toEqual(messageIdsOf(others).sort());
});

test('row 28: after two days without a mail side, two processes send each mail once, the oldest first, at the relay’s pace', async () => {
  const total = byCampaignSize({ quick: 60, full: 480 });
  const perSecond = byCampaignSize({ quick: 10, full: 20 });
  const processes = 2;
  const ids = messageIdsOf(await outbox.enqueue(total));
  await outbox.pool.query(
    `update deliveries set next_attempt_at = now() - (now() - next_attempt_at) * 172800 / ${total}`,
  );
  const startedAtMs = performance.now();
  for (let n = 0; n < processes; n += 1) outbox.start({ perSecond });
  await outbox.waitForCount(total, `state = 'sent'`);
  const tookSeconds = (performance.now() - startedAtMs) / 1_000;
  const arrived = outbox.messageIds();
  expect(arrived.toSorted()).toEqual(ids.toSorted());
  // In the mean no more overtake than two batches hold: a process that gets no processor is overtaken by the other one.
  // Random order has a quarter of the total.
  const overtaken = arrived.map(
    (id, index) =>
      arrived.slice(0, index).filter((other) => ids.indexOf(other) > ids.indexOf(id)).length,
  );
  const mean = overtaken.reduce((sum, n) => sum + n, 0) / total;
  expect(mean).toBeLessThanOrEqual(Math.min(20 * processes, total / 8));
  // No more in any second than the pace, but for what a busy machine delivers late.
  const times = outbox.relay.received.map(({ receivedAtMs }) => receivedAtMs);
  const busiest = Math.max(
    ...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length),
  );
  expect(busiest).toBeLessThanOrEqual(processes * (perSecond + 5));
  expect(tookSeconds).toBeGreaterThan((total / processes - 5) / perSecond);
  report(
    `${total} mails of two days, ${processes} processes at ${perSecond} a second`,
    `each sent once in ${tookSeconds.toFixed(1)} s, at most ${busiest} within a second; ${mean.toFixed(1)} younger ones before an older`,
  );
});

const secondsSince = (startedAtMs: number) =>
  Math.round((performance.now() - startedAtMs) / 100) / 10;

test('row 26: connections that go mute are given up, and the next mails leave by new ones', async () => {
  const target = new URL(outbox.relay.url);
  const proxy = await startMuteProxy({ host: target.hostname, port: Number(target.port) });
  target.port = String(proxy.port);
  const first = await outbox.enqueue(10);
  outbox.start({ timings: silence, smtpUrl: target.href });
  await outbox.waitForCount(10, `state = 'sent'`);
  proxy.muteOpen();
  const mutedAtMs = performance.now();
  const next = await outbox.enqueue(10);
  await outbox.waitForCount(20, `state = 'sent'`, 30_000);
  expect(outbox.messageIds().sort()).toEqual(messageIdsOf([...first, ...next]).sort());
  report('connections to the relay go mute', `10 mails sent ${secondsSince(mutedAtMs)} s later`);
});

test('row 26: silent after the whole message: repeated once it is given up, with its Message-ID, and the others go on', async () => {
  outbox.relay.answerNext('keep and say nothing');
  const [mute] = await outbox.enqueue(1, 'muda@correo.example');
  const startedAtMs = performance.now();
  outbox.start({ timings: silence });
  await outbox.relay.waitForMails(1);
  await outbox.enqueue(20);
  await outbox.waitForCount(20, `state = 'sent'`);
  await outbox.waitForCount(21, `state = 'sent'`);
  const tookSeconds = secondsSince(startedAtMs);
  expect(await outbox.count(`id = '${mute}' and attempts = 2`)).toBe(1);
  const times = outbox.messageIds().filter((id) => id === `<${mute}@vigia.example>`).length;
  expect([times, outbox.messageIds().length]).toEqual([2, 22]);
  report(
    'silent after one whole message among 20 others',
    `the others sent meanwhile; that one repeated under its Message-ID, settled after ${tookSeconds} s`,
  );
});
