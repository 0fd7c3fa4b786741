/** Packing of NOTIFY payloads below PostgreSQL’s size limit. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alertPayloads, pricePayloads } from './live-notification.ts';

/** PostgreSQL rejects NOTIFY payloads of this size, which aborts the transaction. */
const tooLong = 8_000;
const observedAt = new Date('2026-03-01T00:00:00Z');
const fits = (payloads: readonly string[]) =>
  payloads.every((payload) => Buffer.byteLength(payload) < tooLong);

test('packs every price once, in order, into payloads that are not too long', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
  const floorCents = fc.option(fc.integer({ min: 1, max: 1_000_000_000 }));
  const price = fc.record({ collectibleId: id, matchId: id, floorCents });
  fc.assert(
    fc.property(fc.array(price, { maxLength: 400, size: 'max' }), (prices) => {
      const payloads = pricePayloads(prices, observedAt);
      expect(fits(payloads)).toBe(true);
      expect(payloads.flatMap((payload) => JSON.parse(payload).prices)).toEqual(
        prices.map((one) => [
          one.collectibleId,
          one.matchId,
          one.floorCents,
          observedAt.toISOString(),
        ]),
      );
      // Packed: all but the last are nearly full.
      const bytes = payloads.reduce((sum, payload) => sum + Buffer.byteLength(payload), 0);
      expect(payloads.length).toBeLessThanOrEqual(Math.ceil(bytes / 7_000));
    }),
    { numRuns: 20 },
  );
});

test('packs alerts likewise, whatever characters their uids have', () => {
  // Written in JSON these take one to six bytes.
  const character = fc.constantFrom('a', '"', '\\', '\n', '\0', 'é', '🎟');
  const uid = fc.string({ unit: character, maxLength: 128 });
  const alert = fc.record({ id: fc.nat(), uid });
  fc.assert(
    fc.property(fc.array(alert, { maxLength: 150, size: 'max' }), (alerts) => {
      const payloads = alertPayloads(alerts);
      expect(fits(payloads)).toBe(true);
      expect(payloads.flatMap((payload) => JSON.parse(payload).alerts)).toEqual(
        alerts.map(({ id, uid }) => [String(id), uid]),
      );
    }),
    { numRuns: 20 },
  );
});
