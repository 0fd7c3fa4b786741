// @vitest-environment node
/** Example payloads of the workbench, and what is sent unlike one. */
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { toPlainJson } from '#machines/tracing/to-plain-json.ts';
import { findMismatch, samplePayload } from './event-samples.ts';
import { sendableEvents } from './send-panel.tsx';

describe.each([...machinesById])('the events of %s', (id, machine) => {
  const input = { jitter: 0, matchId: null, hasThreshold: false };
  const { context } = createActor(machine, { input }).getSnapshot();
  const events = sendableEvents(machine);

  it('are the external ones', () => {
    expect(events.length).toBeGreaterThan(0);
    expect(events.filter((event) => event === '' || event.startsWith('xstate.'))).toEqual([]);
  });

  it.each(events)('%s is taken as its example says, and no other way', (event) => {
    const sample = samplePayload(id, event, { context: toPlainJson(context), atMs: 1_000 });
    expect(findMismatch(sample, structuredClone(sample))).toBeNull();
    expect(findMismatch(sample, { ...sample, stray: 1 })).toBe('.stray');
    for (const [name, value] of Object.entries(sample).filter(([, one]) => one !== null)) {
      const wrong = typeof value === 'string' ? 7 : 'seven';
      expect(findMismatch(sample, { ...sample, [name]: wrong })).toBe(`.${name}`);
    }
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
    const source = { context: { session }, atMs: 9 };
    const sample = samplePayload('authSession', 'TOKEN.REJECTED', source);
    expect(sample).toEqual({ token: '<token-3>', atMs: 9 });
  });
});
