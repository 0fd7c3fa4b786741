/** Replays the recorded markets beside the repository through worker and database, and compares with the worked examples. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Condition } from '#domain/threshold.ts';
import { openMarket, type TestThreshold } from './support/market-harness.ts';
import { alertLine } from './support/stored-alerts.ts';

const folder = new URL('../../../shared/market/', import.meta.url);
const absent = !existsSync(folder);
const skipNote = absent ? ' (not run: ../shared/market is not here)' : '';

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
  `recorded market %s: the alerts equal the worked example, with thresholds created during playback${skipNote}`,
  async (prices, collectibles, rules, alerts) => {
    const harness = await openMarket({
      prices: new URL(prices, folder),
      collectibles: new URL(collectibles, folder),
    });
    const market = await harness.start({ paused: true });
    const waiting = (await rowsOf(rules))
      .map((row) => ({ createdAtMs: Date.parse(row[1] ?? ''), threshold: thresholdOf(row) }))
      .sort((a, b) => a.createdAtMs - b.createdAtMs);
    const createdAtMs = new Map(waiting.map((one) => [one.threshold.id, one.createdAtMs]));
    /** Adds the thresholds created before an instant (ms), between the readings around it. */
    const addUntil = async (untilMs: number) => {
      const due = waiting.findIndex((one) => one.createdAtMs >= untilMs);
      const now = waiting.splice(0, due === -1 ? waiting.length : due);
      if (now.length === 0) return;
      await harness.addThresholds(now.map(({ threshold }) => threshold));
      await harness.waitForCommandsApplied();
    };
    const instants = new Set((await rowsOf(prices)).map(([observedAt]) => observedAt ?? ''));
    for (const instant of instants) {
      await addUntil(Date.parse(instant));
      await market.control({ action: 'step' });
    }
    await addUntil(Number.POSITIVE_INFINITY);
    expect(await market.state()).toMatchObject({ state: 'ended', readings: instants.size });

    const found = (await harness.alerts()).map((line) => {
      // The file has the rule's own creation time; here thresholds are created at market now.
      const [id = '', episode, observedAtMs, value, already] = line.split(',');
      const atMs = already === '1' ? createdAtMs.get(id) : observedAtMs;
      return [id, episode, atMs, value, already].join(',');
    });
    const expected = (await rowsOf(alerts)).map(([id = '', episode, at = '', value, already]) =>
      alertLine({
        id,
        episode: Number(episode),
        observedAtMs: Date.parse(at),
        value: Number(value),
        already: already === '1',
      }),
    );
    expect(found.sort()).toEqual(expected.sort());
  },
);

function thresholdOf(row: string[]): TestThreshold {
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
