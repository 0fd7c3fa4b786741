// @vitest-environment node
/** Each example payload of the workbench matches its schema. */
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { toPlainJson } from '#machines/tracing/to-plain-json.ts';
import { sampleOf } from './event-samples.ts';
import { sendableEvents } from './send-panel.tsx';

describe.each([...machinesById])('the events of %s', (id, machine) => {
  const input = { jitter: 0, matchId: null, hasThreshold: false };
  const { context } = createActor(machine, { input }).getSnapshot();
  const events = sendableEvents(machine);

  it('are the external ones', () => {
    expect(events.length).toBeGreaterThan(0);
    expect(events.filter((event) => event === '' || event.startsWith('xstate.'))).toEqual([]);
  });

  it.each(events)('%s has a valid example payload', (event) => {
    const { schema, propose } = sampleOf(id, event);
    const proposed = propose({ context: toPlainJson(context), atMs: 1_000 });
    expect(schema.safeParse(proposed)).toEqual({ success: true, data: proposed });
    expect(schema.safeParse({ ...proposed, stray: 1 }).success).toBe(false);
  });
});

describe('an example payload', () => {
  it('uses the aliases of the current session', () => {
    const session = {
      uid: '<uid-1>',
      email: 'correo-1@alias.invalid',
      displayName: null,
      token: '<token-3>',
      issuedAtMs: 1,
      expiresAtMs: 2,
      ageMs: 0,
    };
    const { propose } = sampleOf('authSession', 'TOKEN.REJECTED');
    expect(propose({ context: { session }, atMs: 9 })).toEqual({ token: '<token-3>', atMs: 9 });
  });
});
