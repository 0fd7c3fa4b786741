/** The contact form machine: validation, sending, timeouts, and outcomes with the modal shown or hidden. */
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { contactProblems } from '#domain/contact.ts';
import {
  autoCloseMs,
  type ContactDraft,
  contactModalMachine,
  emptyDraft,
  sendTimeoutMs,
} from '#machines/contact-modal.machine.ts';

const written: ContactDraft = {
  name: 'Lucía Prado',
  email: 'lucia@correo.example',
  subject: 'No llega el aviso',
  priority: 'high',
  message: 'Desde el martes.',
  honeypot: '',
};

function start() {
  const sends: {
    draft: ContactDraft;
    resolve: () => void;
    reject: (error: unknown) => void;
  }[] = [];
  const notified: string[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(
    contactModalMachine.provide({
      actors: {
        sendMessage: fromPromise<void, { draft: ContactDraft }>(
          ({ input }) =>
            new Promise((resolve, reject) => sends.push({ draft: input.draft, resolve, reject })),
        ),
      },
      actions: {
        prepareSending: () => notified.push('preparing'),
        notifySent: () => notified.push('sent'),
        notifyFailed: (_, { failure }) => notified.push(failure),
      },
      guards: { isValid: (_, { draft }) => Object.keys(contactProblems(draft)).length === 0 },
    }),
    { clock },
  ).start();
  return {
    actor,
    clock,
    sends,
    /** Effects other than the preload. */
    notified: () => notified.filter((word) => word !== 'preparing'),
    prepared: () => notified.filter((word) => word === 'preparing').length,
    value: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    has: (tag: 'open' | 'busy') => actor.getSnapshot().hasTag(tag),
    answer(error?: unknown) {
      const last = sends.at(-1);
      if (last === undefined) throw new Error('nothing was sent');
      if (error === undefined) last.resolve();
      else last.reject(error);
      // A settled promise reaches the machine a little later.
      return new Promise<void>((resolve) => setImmediate(resolve));
    },
  };
}

function open() {
  const it = start();
  it.actor.send({ type: 'OPEN' });
  it.actor.send({ type: 'EDIT', part: written });
  return it;
}

function sending() {
  const it = open();
  it.actor.send({ type: 'SUBMIT' });
  expect(it.value()).toEqual({ sending: 'shown' });
  return it;
}

function hidden() {
  const it = sending();
  it.actor.send({ type: 'CLOSE' });
  expect(it.value()).toEqual({ sending: 'hidden' });
  return it;
}

async function sent() {
  const it = sending();
  await it.answer();
  expect(it.value()).toBe('sent');
  return it;
}

async function failed(error: unknown = new Error('451')) {
  const it = sending();
  await it.answer(error);
  expect(it.value()).toBe('failed');
  return it;
}

describe('while closed', () => {
  it('nothing shows, and only opening does anything', () => {
    const { actor, value, has, sends, context } = start();
    for (const type of ['CLOSE', 'SUBMIT'] as const) actor.send({ type });
    actor.send({ type: 'EDIT', part: written });
    expect([value(), has('open'), sends.length, context().draft]).toEqual([
      'closed',
      false,
      0,
      emptyDraft,
    ]);
  });

  it('opening fetches what sending needs and fills in who is signed in', () => {
    const { actor, value, context, prepared } = start();
    actor.send({ type: 'OPEN', sender: { name: 'Lucía', email: 'lucia@correo.example' } });
    expect([value(), prepared()]).toEqual(['open', 1]);
    expect(context().draft).toEqual({
      ...emptyDraft,
      name: 'Lucía',
      email: 'lucia@correo.example',
    });
  });
});

describe('writing', () => {
  it('keeps what was written when the modal is closed and opened again', () => {
    const { actor, value, context } = open();
    actor.send({ type: 'CLOSE' });
    expect(value()).toBe('closed');
    actor.send({ type: 'OPEN', sender: { name: 'Otra', email: 'otra@correo.example' } });
    expect(context().draft).toEqual(written);
  });

  it('clears it when the author signs out, in every state', () => {
    const send = { type: 'SUBMIT' } as const;
    const reset = { type: 'RESET' } as const;
    const close = { type: 'CLOSE' } as const;
    for (const [events, outcome] of [
      [[], null],
      [[close], null],
      [[send], null],
      [[send, close], null],
      [[send], 'sent'],
      [[send], 'failed'],
    ] as const) {
      const { actor, value, context, sends } = open();
      for (const event of events) actor.send(event);
      if (outcome === 'sent') actor.send({ type: 'xstate.done.actor.sendMessage' } as never);
      if (outcome === 'failed')
        actor.send({ type: 'xstate.error.actor.sendMessage', error: 'no' } as never);
      actor.send(reset);
      expect([value(), context()]).toEqual([
        'closed',
        { draft: emptyDraft, isChecked: false, failure: null },
      ]);
      expect(sends.length).toBeLessThanOrEqual(1);
    }
  });

  it('shows what is wrong instead of sending it, until the modal is closed', () => {
    const { actor, value, context, sends } = open();
    actor.send({ type: 'EDIT', part: { email: 'lucia' } });
    expect(context().isChecked).toBe(false);
    actor.send({ type: 'SUBMIT' });
    expect([value(), context().isChecked, sends.length]).toEqual(['open', true, 0]);
    actor.send({ type: 'CLOSE' });
    expect(context().isChecked).toBe(false);
  });

  it('starts with the medium priority', () => {
    const { actor, context } = start();
    actor.send({ type: 'OPEN' });
    expect(context().draft.priority).toBe('medium');
  });

  it('fills in empty fields when the profile loads', () => {
    const { actor, context } = start();
    actor.send({ type: 'OPEN' });
    actor.send({ type: 'EDIT', part: { name: 'Lu' } });
    const sender = { name: 'Lucía', email: 'lucia@correo.example' };
    actor.send({ type: 'SENDER.IDENTIFIED', sender });
    expect(context().draft).toEqual({ ...emptyDraft, name: 'Lu', email: 'lucia@correo.example' });
  });

  it('opening twice is opening once', () => {
    const { actor, value, context, prepared } = open();
    actor.send({ type: 'OPEN' });
    expect([value(), prepared(), context().draft]).toEqual(['open', 1, written]);
  });
});

describe('sending', () => {
  it('sends the draft once, however often it is submitted', () => {
    const { actor, sends, has } = sending();
    actor.send({ type: 'SUBMIT' });
    actor.send({ type: 'SUBMIT' });
    expect(sends.map(({ draft }) => draft)).toEqual([written]);
    expect([has('busy'), has('open')]).toEqual([true, true]);
  });

  it('cannot be edited any more', () => {
    const { actor, context } = sending();
    actor.send({ type: 'EDIT', part: { message: 'Otra cosa' } });
    expect(context().draft).toEqual(written);
  });

  it('empties the fields when the message has gone', async () => {
    const { context, notified, has } = await sent();
    expect([context().draft, notified(), has('busy')]).toEqual([emptyDraft, [], false]);
  });

  it('times out after half a minute, and ignores a late answer', async () => {
    const it = sending();
    it.clock.increment(sendTimeoutMs - 1);
    expect(it.value()).toEqual({ sending: 'shown' });
    it.clock.increment(1);
    expect([it.value(), it.context().failure]).toEqual(['failed', 'not-sent']);
    await it.answer();
    expect([it.value(), it.context().draft]).toEqual(['failed', written]);
  });
});

describe('closed while sending', () => {
  it('still sends, stays closed, and shows a toast that it was sent', async () => {
    const { answer, value, notified, context, has } = hidden();
    expect([has('open'), has('busy')]).toEqual([false, true]);
    await answer();
    expect([value(), notified(), context().draft]).toEqual(['closed', ['sent'], emptyDraft]);
  });

  it('shows a toast that it was not sent, and keeps every value', async () => {
    const { actor, answer, value, notified, context } = hidden();
    await answer(new Error('429'));
    expect([value(), notified()]).toEqual(['closed', ['not-sent']]);
    actor.send({ type: 'OPEN' });
    expect([value(), context().draft, context().failure]).toEqual(['open', written, null]);
  });

  it('shows why when too many were sent', async () => {
    const { answer, notified } = hidden();
    await answer({ code: 'too-many' });
    expect(notified()).toEqual(['too-many']);
  });

  it('shows a toast after a timeout', () => {
    const { clock, value, notified } = hidden();
    clock.increment(sendTimeoutMs);
    expect([value(), notified()]).toEqual(['closed', ['not-sent']]);
  });

  it('shows the same sending when opened again, and its outcome in the modal', async () => {
    const { actor, answer, sends, value, notified } = hidden();
    actor.send({ type: 'OPEN' });
    expect([value(), sends.length]).toEqual([{ sending: 'shown' }, 1]);
    await answer();
    expect([value(), notified()]).toEqual(['sent', []]);
  });

  it('shows the failure in the modal when opened again in time', async () => {
    const { actor, answer, value, notified, context } = hidden();
    actor.send({ type: 'OPEN' });
    await answer(new Error('403'));
    expect([value(), notified(), context().draft]).toEqual(['failed', [], written]);
  });

  it('does not restart its timeout when hidden and shown', () => {
    const { actor, clock, value } = hidden();
    clock.increment(sendTimeoutMs - 1);
    actor.send({ type: 'OPEN' });
    clock.increment(1);
    expect(value()).toBe('failed');
  });

  it('accepts no submit and no edit', () => {
    const { actor, sends, context } = hidden();
    actor.send({ type: 'SUBMIT' });
    actor.send({ type: 'EDIT', part: { name: 'Nadie' } });
    actor.send({ type: 'CLOSE' });
    expect([sends.length, context().draft]).toEqual([1, written]);
  });
});

describe('after success', () => {
  it('closes itself after three seconds', async () => {
    const { clock, value } = await sent();
    clock.increment(autoCloseMs - 1);
    expect(value()).toBe('sent');
    clock.increment(1);
    expect(value()).toBe('closed');
  });

  it('a modal closed and opened again within the three seconds stays open', async () => {
    const { actor, clock, value } = await sent();
    clock.increment(1_000);
    actor.send({ type: 'CLOSE' });
    expect(value()).toBe('closed');
    actor.send({ type: 'OPEN' });
    clock.increment(autoCloseMs);
    expect(value()).toBe('open');
  });

  it('opening it anew cancels the closing, and fills in who is signed in', async () => {
    const { actor, clock, value, context } = await sent();
    actor.send({ type: 'OPEN', sender: { name: 'Lucía', email: 'lucia@correo.example' } });
    clock.increment(autoCloseMs);
    expect(value()).toBe('open');
    expect(context().draft).toMatchObject({ name: 'Lucía', email: 'lucia@correo.example' });
  });

  it('beginning another message cancels the closing', async () => {
    const { actor, clock, value, context } = await sent();
    actor.send({ type: 'EDIT', part: { subject: 'Otra cosa' } });
    clock.increment(autoCloseMs);
    expect([value(), context().draft.subject]).toEqual(['open', 'Otra cosa']);
  });

  it('a second click on the button is ignored', async () => {
    const { actor, value, sends, context } = await sent();
    actor.send({ type: 'SUBMIT' });
    expect([value(), sends.length, context().isChecked]).toEqual(['sent', 1, false]);
  });
});

describe('after failure', () => {
  it('keeps every value and stays open', async () => {
    const { clock, value, context, has, notified } = await failed();
    clock.increment(10 * autoCloseMs);
    expect([value(), has('open'), notified()]).toEqual(['failed', true, []]);
    expect(context()).toEqual({ draft: written, isChecked: false, failure: 'not-sent' });
  });

  it('says when too many were sent', async () => {
    const { context } = await failed({ code: 'too-many' });
    expect(context().failure).toBe('too-many');
  });

  it('can be corrected and sent again', async () => {
    const it = await failed();
    it.actor.send({ type: 'EDIT', part: { message: 'Segundo intento' } });
    it.actor.send({ type: 'SUBMIT' });
    expect([it.value(), it.context().failure]).toEqual([{ sending: 'shown' }, null]);
    await it.answer();
    expect([it.value(), it.sends.length]).toEqual(['sent', 2]);
    expect(it.sends.at(-1)?.draft.message).toBe('Segundo intento');
  });

  it('shows what has become wrong instead of sending it', async () => {
    const { actor, value, context, sends } = await failed();
    actor.send({ type: 'EDIT', part: { message: ' ' } });
    actor.send({ type: 'SUBMIT' });
    expect([value(), context().isChecked, sends.length]).toEqual(['failed', true, 1]);
  });

  it('closed and opened again, the values are there and the banner is not', async () => {
    const { actor, value, context } = await failed();
    actor.send({ type: 'CLOSE' });
    expect(value()).toBe('closed');
    actor.send({ type: 'OPEN' });
    expect(context()).toEqual({ draft: written, isChecked: false, failure: null });
  });

  it.each(['shown', 'hidden'] as const)(
    'clears the honeypot, so that the next attempt starts clean: %s',
    async (where) => {
      const it = open();
      it.actor.send({ type: 'EDIT', part: { honeypot: 'https://spam.example' } });
      it.actor.send({ type: 'SUBMIT' });
      if (where === 'hidden') it.actor.send({ type: 'CLOSE' });
      await it.answer({ code: 'trapped' });
      expect([it.value(), it.context().draft]).toEqual([
        where === 'shown' ? 'failed' : 'closed',
        written,
      ]);
    },
  );
});
