/** What goes into the engine and comes out of it: catalogue, thresholds, readings, firings and state changes. */
import type { ThresholdState } from '#domain/crossing.ts';
import type { ThresholdRule } from '#domain/threshold.ts';

export interface EngineThreshold extends ThresholdRule {
  /** Unique in the engine; the caller's number, whole and not negative. */
  readonly id: number;
  readonly version: number;
  /** A match's value counts only collectibles in this currency (rule 6). */
  readonly currency: string;
  /** Whose it is, where that matters to the caller. */
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
  /** It was already true when the threshold was created (rule 4). */
  readonly already: boolean;
}

export interface StateChange {
  readonly thresholdId: number;
  readonly version: number;
  readonly state: ThresholdState;
}

export interface EngineResult {
  readonly firings: Firing[];
  /** Every threshold whose state moved, fired or not; to be stored in the same transaction. */
  readonly changes: StateChange[];
}

export interface Tick {
  readonly collectibleId: string;
  /** null = nothing listed. */
  readonly floorCents: number | null;
}

export interface EngineReading {
  readonly observedAtMs: number;
  /** `complete`: what is absent is none. `changes`: what is absent is unchanged. */
  readonly kind: 'complete' | 'changes';
  readonly ticks: readonly Tick[];
}

export interface FloorChange extends Tick {
  readonly previousCents: number | null;
}

export interface AppliedReading extends EngineResult {
  /** Floors that changed, in the order of the catalogue's first mention. */
  readonly floors: FloorChange[];
  /** Older than their collectible's newest: to be stored flagged late, evaluated never. */
  readonly late: Tick[];
  /** Seen before at this very instant: ignored. */
  readonly duplicates: Tick[];
}

export interface HeldValue {
  readonly cents: number;
  readonly collectibleId: string;
}
