/** The recorded markets beside the repository: every alert of the worked examples, through worker and database. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Condition } from '#domain/threshold.ts';
import { alertLine, createMarketHarness, type RigThreshold } from './support/market-harness.ts';

const folder = new URL('../../../shared/market/', import.meta.url);
const absent = !existsSync(folder);
const note = absent ? ' (not run: ../shared/market is not here)' : '';

const rowsOf = async (name: string): Promise<string[][]> => {
  const text = await readFile(new URL(name, folder), 'utf8');
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
};

test.skipIf(absent).each([
  ['edge-prices.csv', 'edge-collectibles.csv', 'edge-rules.csv', 'edge-alerts.csv'],
  ['floors-2025-12_2026-03.csv', 'collectibles.csv', 'backtest-rules.csv', 'backtest-alerts.csv'],
])(
  `%s gives its worked example alert by alert, with thresholds created as the market runs${note}`,
  async (prices, collectibles, rules, alerts) => {
    const rig = await createMarketHarness({
      prices: new URL(prices, folder),
      collectibles: new URL(collectibles, folder),
    });
    try {
      const market = await rig.start({ paused: true });
      const waiting = (await rowsOf(rules))
        .map((row) => ({ at: Date.parse(row[1] ?? ''), threshold: thresholdOf(row) }))
        .sort((a, b) => a.at - b.at);
      const createdAt = new Map(waiting.map(({ at, threshold }) => [threshold.id, at]));
      /** Adds what was created before an instant, between the readings around it. */
      const addUntil = async (instant: number) => {
        const due = waiting.findIndex(({ at }) => at >= instant);
        const now = waiting.splice(0, due === -1 ? waiting.length : due);
        if (now.length === 0) return;
        await rig.add(now.map(({ threshold }) => threshold));
        await rig.taken();
      };
      const instants = new Set((await rowsOf(prices)).map(([observedAt]) => observedAt ?? ''));
      for (const instant of instants) {
        await addUntil(Date.parse(instant));
        await market.control({ action: 'step' });
      }
      await addUntil(Number.POSITIVE_INFINITY);
      expect(await market.state()).toMatchObject({ state: 'ended', readings: instants.size });

      const found = (await rig.alerts()).map((line) => {
        // The file names the rule's own instant; here creation happens at market now.
        const [id = '', episode, at, value, already] = line.split(',');
        return [id, episode, already === '1' ? createdAt.get(id) : at, value, already].join(',');
      });
      const expected = (await rowsOf(alerts)).map(([id = '', episode, at = '', value, already]) =>
        alertLine({
          id,
          episode: Number(episode),
          at: Date.parse(at),
          value: Number(value),
          already: already === '1',
        }),
      );
      expect(found.sort()).toEqual(expected.sort());
    } finally {
      await rig.close();
    }
  },
  120_000,
);

function thresholdOf(row: string[]): RigThreshold {
  const [id = '', , kind, targetId = '', category, condition, value, band] = row;
  return {
    id,
    target:
      kind === 'match'
        ? { kind, id: targetId, category: category || null }
        : { kind: 'collectible', id: targetId },
    condition: condition as Condition,
    value: Number(value),
    bandBp: band ? Number(band) : 300,
  };
}
