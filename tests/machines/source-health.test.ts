import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { type SourceHealthEvent, sourceHealthMachine } from '#machines/source-health.machine.ts';

const everyMs = 60_000;
const arrived = (atMs: number): SourceHealthEvent => ({ type: 'READING.ARRIVED', atMs });
const passed = (atMs: number, every: number | null = everyMs): SourceHealthEvent => ({
  type: 'TIME.PASSED',
  atMs,
  everyMs: every,
});

/** The state after each event. */
function statesAfter(events: readonly SourceHealthEvent[]): string[] {
  let [snapshot] = initialTransition(sourceHealthMachine);
  return events.map((event) => {
    [snapshot] = transition(sourceHealthMachine, snapshot, event);
    return snapshot.value;
  });
}

describe('a source without new readings', () => {
  it('is stale after three intervals, not a moment before, until a reading comes', () => {
    expect(
      statesAfter([
        arrived(1),
        passed(180_001),
        passed(180_002),
        passed(999_999),
        arrived(999_999),
      ]),
    ).toEqual(['fresh', 'fresh', 'stale', 'stale', 'fresh']);
  });

  it('is unknown before its first reading, and stale once a worker reads it', () => {
    expect(statesAfter([passed(999_999, null), passed(0), arrived(0)])).toEqual([
      'unknown',
      'stale',
      'fresh',
    ]);
  });

  it('stays fresh while no worker reads it', () => {
    expect(statesAfter([arrived(0), passed(999_999, null)])).toEqual(['fresh', 'fresh']);
  });
});
