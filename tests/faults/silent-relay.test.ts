/** Row 26 of the fault campaign: a relay, or the way to it, that says nothing more. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Refusal } from '#tests/support/smtp-relay.ts';
import { byCampaignSize, report } from './support/campaign-size.ts';
import { waitUntil } from './support/market-harness.ts';
import { type MuteProxy, startMuteProxy } from './support/mute-proxy.ts';
import { createOutboxHarness, messageIdsOf, type OutboxHarness } from './support/outbox-harness.ts';

/** The product's own ten seconds in the full campaign. */
const silenceMs = byCampaignSize({ quick: 1_500, full: 10_000 });
const timings = { silenceMs, drainMs: 0 };
const longMs = 120_000;
let outbox: OutboxHarness;
let proxy: MuteProxy | null;

beforeEach(async () => {
  proxy = null;
  outbox = await createOutboxHarness();
});
afterEach(async () => {
  await outbox.close();
  await proxy?.close();
});

const secondsSince = (startedAtMs: number) =>
  Math.round((performance.now() - startedAtMs) / 100) / 10;

test.each<[string, Refusal]>([
  ['before its greeting', { at: 'greeting', reply: null }],
  ['after AUTH', { at: 'auth', reply: null }],
  ['after MAIL FROM', { at: 'sender', reply: null }],
  ['after RCPT TO', { at: 'recipient', reply: null }],
])(
  'row 26: silent %s: all wait uncounted, and leave once it speaks again',
  async (at, silence) => {
    outbox.relay.refuse(silence);
    const ids = await outbox.enqueue(10);
    const address = new URL(outbox.relay.url);
    address.username = 'vigia-user';
    address.password = 'una-clave';
    const startedAtMs = performance.now();
    outbox.start({ timings, smtpUrl: address.href });
    const refused = () => outbox.logged.filter(({ msg }) => msg.startsWith('the relay refuses us'));
    await waitUntil(async () => refused().length > 0, longMs);
    const noticedSeconds = secondsSince(startedAtMs);
    expect(refused()[0]?.reason).toMatch(/does not answer|Greeting never received|[Tt]imeout/);
    await waitUntil(async () => (await outbox.count(`state = 'pending'`)) === 10, longMs);
    expect(await outbox.count('attempts > 0')).toBe(0);
    expect((await outbox.mailHealth()).ok).toBe(false);
    outbox.relay.refuse(null);
    const repairedAtMs = performance.now();
    await waitUntil(async () => (await outbox.count(`state = 'sent'`)) === 10, 60_000);
    expect(outbox.messageIds()).toEqual(messageIdsOf(ids));
    expect(await outbox.count('attempts = 1')).toBe(10);
    await waitUntil(async () => (await outbox.mailHealth()).ok);
    report(
      `10 mails, relay silent ${at}`,
      `noticed after ${noticedSeconds} s, all sent ${secondsSince(repairedAtMs)} s after it spoke again`,
    );
  },
  longMs * 2,
);

test(
  'row 26: connections that go mute are given up, and the next mails leave by new ones',
  async () => {
    const target = new URL(outbox.relay.url);
    proxy = await startMuteProxy({ host: target.hostname, port: Number(target.port) });
    target.port = String(proxy.port);
    const first = await outbox.enqueue(10);
    outbox.start({ timings, smtpUrl: target.href });
    await waitUntil(async () => (await outbox.count(`state = 'sent'`)) === 10, longMs);
    proxy.muteOpen();
    const mutedAtMs = performance.now();
    const next = await outbox.enqueue(10);
    await waitUntil(async () => (await outbox.count(`state = 'sent'`)) === 20, 30_000);
    expect(outbox.messageIds().sort()).toEqual(messageIdsOf([...first, ...next]).sort());
    report('connections to the relay go mute', `10 mails sent ${secondsSince(mutedAtMs)} s later`);
  },
  longMs,
);

test(
  'row 26: silent after the whole message: repeated once it is given up, with its Message-ID, and the others go on',
  async () => {
    outbox.relay.answerNext('keep and say nothing');
    const [mute] = await outbox.enqueue(1, 'muda@correo.example');
    const startedAtMs = performance.now();
    outbox.start({ timings });
    await outbox.relay.waitForMails(1);
    await outbox.enqueue(20);
    await waitUntil(async () => (await outbox.count(`state = 'sent'`)) === 20, longMs);
    await waitUntil(async () => (await outbox.count(`state = 'sent'`)) === 21, longMs);
    const tookSeconds = secondsSince(startedAtMs);
    expect(await outbox.count(`id = '${mute}' and attempts = 2`)).toBe(1);
    const times = outbox.messageIds().filter((id) => id === `<${mute}@vigia.example>`).length;
    expect([times, outbox.messageIds().length]).toEqual([2, 22]);
    report(
      'silent after one whole message among 20 others',
      `the others sent meanwhile; that one repeated under its Message-ID, settled after ${tookSeconds} s`,
    );
  },
  longMs,
);

test(
  'row 26: a relay that answers slowly is waited for the next time, and gets each mail once more at most',
  async () => {
    const pause = outbox.relay.pauseReplies();
    const [slow] = await outbox.enqueue(1);
    outbox.start({ timings });
    await pause.reached;
    await waitUntil(async () => (await outbox.count('attempts = 2')) === 1, longMs);
    // Longer than the first wait, shorter than the second.
    const secondAtMs = performance.now();
    await waitUntil(async () => performance.now() - secondAtMs > silenceMs * 1.3, longMs);
    pause.release();
    await waitUntil(async () => (await outbox.count(`state = 'sent'`)) === 1, longMs);
    expect(await outbox.count(`id = '${slow}' and attempts = 2`)).toBe(1);
  },
  longMs,
);

test(
  'row 26: mails the relay is silent about again and again keep no slot from the others',
  async () => {
    outbox.relay.answerTo('muda@correo.example', 'keep and say nothing');
    await outbox.enqueue(12, 'muda@correo.example');
    // The seventh attempt waits for 64 times the first silence.
    await outbox.pool.query('update outbox set attempts = 6');
    const others = await outbox.enqueue(30);
    const startedAtMs = performance.now();
    const worker = outbox.start({ timings });
    await waitUntil(async () => (await outbox.count(`state = 'sent'`)) === 30, longMs);
    const tookSeconds = secondsSince(startedAtMs);
    // Twelve mute ones, five at a time, each for one silence; their own wait is 64 silences.
    expect(tookSeconds * 1_000).toBeLessThan(20 * silenceMs);
    expect(new Set(outbox.messageIds()).size).toBeGreaterThanOrEqual(others.length);
    const closingAtMs = performance.now();
    await worker.close();
    expect(performance.now() - closingAtMs).toBeLessThan(5_000);
    report(
      '12 mails the relay is silent about, among 30 others',
      `the others sent within ${tookSeconds} s; closed without waiting for the silent ones`,
    );
  },
  longMs * 2,
);
