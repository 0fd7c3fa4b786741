/** Row 26 of the fault campaign: a relay, or the way to it, that says nothing more once it has greeted us. */
import { beforeEach, expect, test } from 'vitest';
import { byCampaignSize, report } from './support/campaign-size.ts';
import { waitUntil } from './support/market-harness.ts';
import { startMuteProxy } from './support/mute-proxy.ts';
import { messageIdsOf, type OutboxHarness, openOutbox } from './support/outbox-harness.ts';

/** The product's own ten seconds in the full campaign. */
const silenceMs = byCampaignSize({ quick: 1_500, full: 10_000 });
const timings = { silenceMs, drainMs: 0 };
let outbox: OutboxHarness;
beforeEach(async () => {
  outbox = await openOutbox();
});

const secondsSince = (startedAtMs: number) =>
  Math.round((performance.now() - startedAtMs) / 100) / 10;

test('row 26: connections that go mute are given up, and the next mails leave by new ones', async () => {
  const target = new URL(outbox.relay.url);
  const proxy = await startMuteProxy({ host: target.hostname, port: Number(target.port) });
  target.port = String(proxy.port);
  const first = await outbox.enqueue(10);
  outbox.start({ timings, smtpUrl: target.href });
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
  outbox.start({ timings });
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

test('row 26: a relay that answers slowly is waited for the next time, and gets each mail once more at most', async () => {
  const pause = outbox.relay.pauseReplies();
  const [slow] = await outbox.enqueue(1);
  outbox.start({ timings });
  await pause.reached;
  await outbox.waitForCount(1, 'attempts = 2');
  // Longer than the first wait, shorter than the second.
  const secondAtMs = performance.now();
  await waitUntil(async () => performance.now() - secondAtMs > silenceMs * 1.3);
  pause.release();
  await outbox.waitForCount(1, `state = 'sent'`);
  expect(await outbox.count(`id = '${slow}' and attempts = 2`)).toBe(1);
});

test('row 26: mails the relay is silent about again and again keep no slot from the others', async () => {
  outbox.relay.answerTo('muda@correo.example', 'keep and say nothing');
  await outbox.enqueue(12, 'muda@correo.example');
  // The seventh attempt waits for 64 times the first silence.
  await outbox.pool.query('update outbox set attempts = 6');
  const others = await outbox.enqueue(30);
  const startedAtMs = performance.now();
  const worker = outbox.start({ timings });
  await outbox.waitForCount(30, `state = 'sent'`);
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
});
