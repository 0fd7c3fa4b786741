// @vitest-environment node
/** The workbench's state, reduced from the messages of the app's tabs. */
import { describe, expect, it } from 'vitest';
import { machineOf } from '#tests/machines/support/machine-of.ts';
import { contactFormEvents, recordTrace } from '#tests/machines/support/record-trace.ts';
import { initialState, latestOf, reduceMessage, type WorkbenchState } from './workbench-state.ts';

const contact = machineOf('contactModal');
const written = recordTrace(contact, contactFormEvents);

describe('the state of the tabs', () => {
  const started = (tab: string, actor: string) =>
    ({ kind: 'started', tab, actor, trace: recordTrace(contact, []) }) as const;
  const reduceAll = (...messages: Parameters<typeof reduceMessage>[1][]): WorkbenchState =>
    messages.reduce((state, message) => reduceMessage(state, message, 0), initialState);
  const idOf = (state: WorkbenchState) => latestOf(state, 'contactModal')?.id;

  it('grows step by step, each machine on its own', () => {
    const steps = written.steps.slice(0, 1);
    const state = reduceAll(started('one', 'a'), started('two', 'a'), {
      kind: 'stepped',
      tab: 'two',
      actor: 'a',
      steps,
    });
    expect(state.actors.map(({ trace }) => trace.steps.length)).toEqual([0, 1]);
  });

  it('has a machine once, however often its start is sent', () => {
    expect(reduceAll(started('one', 'a'), started('one', 'a')).actors).toHaveLength(1);
  });

  it('prefers a running machine, then the newest; a closed tab keeps its traces', () => {
    const both = reduceAll(started('one', 'a'), started('two', 'b'));
    expect(idOf(both)).toBe('b');
    const closed = reduceMessage(both, { kind: 'gone', tab: 'two' }, 0);
    expect(idOf(closed)).toBe('a');
    expect(idOf(reduceMessage(closed, { kind: 'stopped', tab: 'one', actor: 'a' }, 0))).toBe('b');
  });
});
