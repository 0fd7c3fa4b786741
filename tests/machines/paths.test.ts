/**
 * Paths generated from every machine drive live actors with scripted services through every state, every transition and
 * every branch of every guard. The table at the end says how much was reached; less than everything fails.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { machinesById } from '#machines/tracing/catalogue.ts';
import { differencesOf } from '#machines/tracing/divergence.ts';
import { firstStep, nextStep } from '#machines/tracing/pure-step.ts';
import { createPlayer } from '#machines/tracing/replay-live.ts';
import { authSession } from './models/auth-session.ts';
import { contactModal } from './models/contact-modal.ts';
import { liveFeed } from './models/live-feed.ts';
import { onboarding } from './models/onboarding.ts';
import { passwordReset } from './models/password-reset.ts';
import { subscription } from './models/subscription.ts';
import { type CoverageRow, coverageRow, coverageTable } from './support/coverage.ts';
import { coveredBy, graphsOf } from './support/graph.ts';
import type { Model } from './support/model.ts';
import { everyEdge, type Tour, toursOf } from './support/tours.ts';

const models: readonly Model[] = [
  authSession,
  passwordReset,
  contactModal,
  onboarding,
  liveFeed,
  subscription,
];
const rows: CoverageRow[] = [];

/** Drives a live actor along a tour, holding each step to the pure machine and to the invariants. @returns what was covered */
async function drive({ machine, invariants }: Model, { input, edges }: Tour): Promise<string[]> {
  const player = createPlayer(machine, { input: input as never });
  const way: string[] = [];
  const hold = () => {
    const snapshot = player.actor.getSnapshot();
    for (const [sentence, holds] of Object.entries(invariants)) {
      expect(holds(snapshot), `${sentence}; after: ${way.join(', ')}`).toBe(true);
    }
  };
  let expected = firstStep(machine, input);
  const covered = coveredBy(expected);
  expect(differencesOf(expected.outcome, player.outcome())).toEqual([]);
  hold();
  for (const [index, { name, event }] of edges.entries()) {
    way.push(name);
    const before = player.actor.getSnapshot();
    expected = nextStep(machine, expected.snapshot, event);
    const at = event.type.startsWith('xstate.after.')
      ? (player.clock.nextDueAt() ?? player.clock.now())
      : player.clock.now();
    expect(await player.play(index, { at, event }), way.join(', ')).toBeNull();
    expect(differencesOf(expected.outcome, player.outcome()), way.join(', ')).toEqual([]);
    hold();
    const step = { snapshot: player.actor.getSnapshot(), outcome: player.outcome() };
    covered.push(...coveredBy(step, before, event.type));
  }
  player.stop();
  return covered;
}

it('every machine of the catalogue has a model', () => {
  expect(models.map(({ machine }) => machine.id)).toEqual([...machinesById.keys()]);
});

describe.each(models)('$machine.id', (model) => {
  const tours = graphsOf(model).flatMap((graph) => toursOf(graph, everyEdge));

  it('goes wherever its generated paths lead, every state and every transition of it', async () => {
    const covered = new Set<string>();
    for (const tour of tours) for (const key of await drive(model, tour)) covered.add(key);
    const row = coverageRow(model.machine, tours, covered);
    rows.push(row);
    expect(row.missing).toEqual([]);
  });

  it('meets no sample in vain', () => {
    const met = new Set(tours.flatMap(({ edges }) => edges.map(({ name }) => name)));
    expect(Object.keys(model.samples).filter((name) => !met.has(name))).toEqual([]);
  });
});

afterAll(() => console.log(coverageTable(rows)));
