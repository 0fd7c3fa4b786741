/** Input and output types of the engine: thresholds, readings, firings and state changes. */
import type { ThresholdState } from '#domain/crossing.ts';
import type { ThresholdRule } from '#domain/threshold.ts';

export interface EngineThreshold extends ThresholdRule {
  /** Unique in the engine; chosen by the caller, a non-negative integer. */
  readonly id: number;
  readonly version: number;
  /** The owner's uid; absent where the caller has no owners (backtests). */
  readonly owner?: string | undefined;
}

export interface Firing {
  readonly thresholdId: number;
  readonly version: number;
  readonly episode: number;
  readonly observedAtMs: number;
  readonly valueCents: number;
  /** The target's value before this reading; null when there was none, or when it fired at creation. */
  readonly previousCents: number | null;
  /** The collectible whose floor is the value. */
  readonly collectibleId: string;
  /** It was already true when the threshold was created (docs/alerts.md, rule 4). */
  readonly already: boolean;
}

export interface StateChange {
  readonly thresholdId: number;
  readonly version: number;
  readonly state: ThresholdState;
}

export interface EngineResult {
  readonly firings: Firing[];
  /** Every threshold whose state changed, fired or not; to be stored in the same transaction. */
  readonly changes: StateChange[];
}

export interface Tick {
  readonly collectibleId: string;
  /** null = nothing listed. */
  readonly floorCents: number | null;
}

export interface EngineReading {
  readonly observedAtMs: number;
  /** What is absent is unchanged. */
  readonly ticks: readonly Tick[];
  /** Those without a tick were seen as they were before, but for these; null or absent = none was. */
  readonly unseen?: ReadonlySet<string> | null;
}

export interface FloorChange extends Tick {
  readonly previousCents: number | null;
}

export interface AppliedReading extends EngineResult {
  /** Floors that changed, in the order in which the reading mentions them. */
  readonly floors: FloorChange[];
  /** Older than their collectible's newest tick: to be stored flagged late, never evaluated. */
  readonly late: Tick[];
  /** Their collectible already has a tick of this instant: ignored. */
  readonly duplicates: Tick[];
  /** How many were seen as they were before. */
  unchanged: number;
}
