import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#server/base/errors.ts';
import { validateReading } from '#server/market-worker/validate-reading.ts';
import {
  InvalidMarketFileError,
  parseCollectibles,
  parsePrices,
} from '#server/marketplaces/replay-file.ts';
import { parseThresholdFile } from '#server/threshold-files/parse-threshold-file.ts';
import { byCampaignSize } from '../faults/support/campaign-size.ts';
import { hostileValue } from './arbitrary-from-schema.ts';

const runs = byCampaignSize({ quick: 300, full: 20_000 });
const timeoutMs = byCampaignSize({ quick: 120_000, full: 600_000 });
/** The text with characters deleted, and with hostile text inserted. */
const damaged = (text: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.record({
        index: fc.nat({ max: text.length }),
        deleted: fc.nat({ max: 12 }),
        inserted: fc.oneof(
          fc.constantFrom(
            '"',
            "'",
            ',',
            ';',
            '\r',
            '\n',
            '\0',
            '{',
            '[',
            '\uFEFF',
            '\ud800',
            '1e999',
          ),
          fc.string({ unit: 'binary', maxLength: 12 }),
        ),
      }),
      { minLength: 1, maxLength: 5 },
    )
    .map((changes) =>
      changes.reduce(
        (changed, { index, deleted, inserted }) =>
          changed.slice(0, index) + inserted + changed.slice(index + deleted),
        text,
      ),
    );

const assertEach = <Value>(arbitrary: fc.Arbitrary<Value>, check: (value: Value) => void) =>
  fc.assert(fc.property(arbitrary, check), { numRuns: runs });

/** @throws any error but the expected class, with one sentence */
function parse(attempt: () => unknown, expected: new (...args: never[]) => Error): void {
  try {
    attempt();
  } catch (error) {
    if (!(error instanceof expected)) throw error;
    expect(error.message).toMatch(/^[^\n]{1,300}\.$/);
  }
}

const now = new Date('2026-11-21T12:00:00Z');
const currencies = new Map(['cat1-m1', 'cat2-m1', 'c1-1'].map((id) => [id, 'USD']));

describe('a market', () => {
  it('may be a file with any content', { timeout: timeoutMs }, () => {
    const prices =
      'observed_at,collectible,floor_cents\n2026-01-01T00:00:00Z,c1-1,1000\n2026-01-01T03:00:00Z,"c1-1",\n';
    const collectibles =
      'collectible,match_number,city,category,rarity\nc1-1,1,Sevilla,1,Iconic\nc1-2,1,"Sevilla",2,\n';
    assertEach(damaged(prices), (text) =>
      parse(() => {
        for (const reading of parsePrices('prices.csv', text))
          validateReading(reading, currencies, now);
      }, InvalidMarketFileError),
    );
    assertEach(damaged(collectibles), (text) =>
      parse(() => parseCollectibles('collectibles.csv', text), InvalidMarketFileError),
    );
  });
});

describe('a file of thresholds', () => {
  const csv =
    'id,objetivo,objetivo_id,categoria,condicion,valor,moneda,margen,pausa,silenciado_hasta\r\n' +
    "t1,partido,m1,'=1,por_debajo,10.5,EUR,3 %,,\r\nt2,coleccionable,c1,,minimo,5,EUR,,usuario,2026-11-21T10:00:00Z\r\n";
  const check = (body: unknown) =>
    parse(() => {
      for (const { id, threshold, errors } of parseThresholdFile(body)) {
        expect(threshold !== null || errors.length > 0).toBe(true);
        expect(id).not.toBe('__proto__');
      }
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    }, AppError);

  it('is parsed line by line or rejected with a sentence', { timeout: timeoutMs }, () => {
    assertEach(damaged(csv), check);
    assertEach(hostileValue, check);
  });
});
