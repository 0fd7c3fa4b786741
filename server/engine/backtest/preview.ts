/** Preview of an unsaved threshold: a backtest over the stored history of the last `days` days. */
import type { ThresholdRule } from '#domain/threshold.ts';
import type { CatalogueItem } from '../../market-model/catalogue-item.ts';
import type { EngineReading, Tick } from '../engine-types.ts';
import { type BacktestFiring, backtest } from './backtest.ts';

const dayMs = 24 * 3_600_000;
/** As many as a chart shows. */
const maxLast = 300;

export interface StoredChange extends Tick {
  /** Market instant, epoch milliseconds. */
  readonly atMs: number;
}

export interface PreviewInput {
  readonly rule: ThresholdRule;
  readonly currency: string;
  /** The collectibles of the target's match, or the targeted one. */
  readonly catalogue: readonly CatalogueItem[];
  /** Every known change of those collectibles, ascending, without late ones; `low` looks back beyond the window. */
  readonly changes: readonly StoredChange[];
  /** Market now, epoch milliseconds. */
  readonly nowMs: number;
  readonly days: number;
  /** The user's `configuracion.frecuencia`; firings between two checks share a mail. */
  readonly checkSeconds: number;
}

export interface PreviewOutcome {
  readonly firings: number;
  readonly mails: number;
  /** The newest, newest first. */
  readonly last: readonly BacktestFiring[];
}

export function previewRule(input: PreviewInput): PreviewOutcome {
  const firings = backtest({
    catalogue: input.catalogue,
    readings: readingsOf(input.changes),
    rules: [
      {
        ...input.rule,
        id: 'preview',
        currency: input.currency,
        createdAtMs: input.nowMs - input.days * dayMs,
      },
    ],
  });
  const checkMs = input.checkSeconds * 1_000;
  const checks = new Set(firings.map(({ observedAtMs }) => Math.floor(observedAtMs / checkMs)));
  return {
    firings: firings.length,
    mails: checks.size,
    last: firings.slice(-maxLast).reverse(),
  };
}

function readingsOf(changes: readonly StoredChange[]): EngineReading[] {
  const readings: (EngineReading & { ticks: Tick[] })[] = [];
  for (const { atMs, collectibleId, floorCents } of changes) {
    let reading = readings.at(-1);
    if (reading?.observedAtMs !== atMs) {
      reading = { observedAtMs: atMs, ticks: [] };
      readings.push(reading);
    }
    reading.ticks.push({ collectibleId, floorCents });
  }
  return readings;
}
