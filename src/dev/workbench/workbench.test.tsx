/** The developers' workbench: it shows what an app's tab reports, steps through it, and steers the tab's machines. */
import { setImmediate } from 'node:timers/promises';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Trace } from '#contract/trace.ts';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { machineOf } from '#tests/machines/support/machine-of.ts';
import { contactFormEvents, recordTrace } from '#tests/machines/support/record-trace.ts';
import { plainText } from '#tests/support/screen-harness.tsx';
import {
  type ClockState,
  type FromApp,
  type FromWorkbench,
  openAppChannel,
  openWorkbenchChannel,
  type WorkbenchChannel,
} from '../workbench-channel.ts';
import { workbenchCopy as copy } from '../workbench-copy.ts';
import { Workbench } from './workbench.tsx';

const contact = machineOf('contactModal');
const trace = recordTrace(contact, contactFormEvents);
const machineIds = [...machinesById.keys()];
const clock: ClockState = { nowMs: 61_000, aheadMs: 0, isPaused: false, nextInMs: 5_000 };

let app: WorkbenchChannel<FromApp>;
/** Receives what the workbench receives. */
let witness: WorkbenchChannel<FromWorkbench>;
let onReceived = () => {};
let received: FromWorkbench[];
beforeEach(() => {
  received = [];
  witness = openWorkbenchChannel(() => onReceived());
  app = openAppChannel((message) => received.push(message));
});
afterEach(() => {
  app.close();
  witness.close();
});

/** A workbench that knows of a tab with a running contact form. */
async function open(part: Partial<ClockState> = {}, shown: Trace = trace) {
  const view = render(<Workbench />);
  await waitFor(() => expect(received).toContainEqual({ kind: 'who' }));
  await report({ kind: 'clock', tab: 'one', clock: { ...clock, ...part } });
  await report({ kind: 'started', tab: 'one', actor: 'a', trace: shown });
  await screen.findByText(copy.connected(1));
  await choose(shown.machine);
  return view;
}
/** @returns when it is on screen */
async function report(message: FromApp) {
  await act(async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    onReceived = resolve;
    app.post(message);
    await promise;
    // The other receivers of the same message.
    await setImmediate();
  });
}
const choose = async (id: string) => userEvent.click(tab(id));
const tab = (id: string) =>
  within(screen.getByRole('navigation', { name: copy.machines })).getByRole('button', {
    name: new RegExp(`^\\d+ ${id}`),
  });
const panel = (name: string) => within(screen.getByRole('region', { name }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const position = () => plainText(screen.getByTestId('position'));
const stateValue = () => screen.getByTestId('value').textContent;
const log = () =>
  within(screen.getByTestId('log'))
    .getAllByRole('button')
    .map((entry) => entry.querySelector('span')?.textContent);
const current = () =>
  within(screen.getByTestId('log'))
    .getAllByRole('button')
    .findIndex((entry) => entry.getAttribute('aria-current') === 'step');
const steps = trace.steps.length;

describe('the tabs of the app', () => {
  it('are counted; without one nothing can be restarted', async () => {
    const openWindow = vi.spyOn(window, 'open').mockReturnValue(null);
    render(<Workbench />);
    expect(screen.getByText(copy.noTabs)).toBeVisible();
    expect(screen.getByRole('button', { name: copy.restart })).toBeDisabled();
    await press(copy.openApp);
    expect(openWindow).toHaveBeenCalledOnce();
    await report({ kind: 'clock', tab: 'one', clock });
    await report({ kind: 'clock', tab: 'two', clock });
    expect(screen.getByText(copy.connected(2))).toBeVisible();
    await press(copy.restart);
    const restarts = ['one', 'two'].map((name) => ({ kind: 'restart', tab: name }));
    await waitFor(() => expect(received).toEqual(expect.arrayContaining(restarts)));
    await report({ kind: 'gone', tab: 'one' });
    expect(screen.getByText(copy.connected(1))).toBeVisible();
  });

  it('a machine is chosen by its tab or its number, and those that run are marked', async () => {
    await open();
    const chosen = () =>
      machineIds.filter((id) => tab(id).getAttribute('aria-current') === 'true').join();
    expect(chosen()).toBe('contactModal');
    expect(tab('contactModal')).toHaveTextContent(copy.running);
    expect(tab('onboarding')).not.toHaveTextContent(copy.running);
    for (const [keys, index] of [
      ['1', 0],
      ['0', 9],
      ['2', 1],
      ['{Control>}1{/Control}{Alt>}1{/Alt}{Meta>}1{/Meta}', 1],
    ] as const) {
      await userEvent.keyboard(keys);
      expect(chosen()).toBe(machineIds[index]);
    }
    await choose('contactModal');
    await report({ kind: 'stopped', tab: 'one', actor: 'a' });
    expect(tab('contactModal')).not.toHaveTextContent(copy.running);
  });
});

describe('the log', () => {
  it('has each step with its state, and follows the newest', async () => {
    await open();
    expect(log()).toEqual([copy.start, 'OPEN', 'SUBMIT', 'EDIT', 'SUBMIT']);
    expect(current()).toBe(steps);
    expect(position()).toBe(`${copy.position(steps, steps)} · ${copy.live}`);
    expect(stateValue()).toBe('sending.shown');
    const [step] = recordTrace(contact, [...contactFormEvents, { type: 'CLOSE' }]).steps.slice(-1);
    await report({ kind: 'stepped', tab: 'one', actor: 'a', steps: [step as Trace['steps'][0]] });
    expect(current()).toBe(steps + 1);
  });

  it('is walked by buttons, and by keys unless the reader types', async () => {
    await open();
    const disabled = () =>
      [copy.first, copy.back, copy.forward, copy.last].filter(
        (name) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true',
      );
    const live = `${copy.position(steps, steps)} · ${copy.live}`;
    for (const [name, at] of [
      [copy.back, copy.position(steps - 1, steps)],
      [copy.first, copy.position(0, steps)],
      [copy.back, copy.position(0, steps)],
      [copy.forward, copy.position(1, steps)],
      [copy.last, live],
    ] as const) {
      await press(name);
      expect(position()).toBe(at);
      if (name === copy.first) {
        expect([stateValue(), current()]).toEqual(['closed', 0]);
        expect(disabled()).toEqual([copy.first, copy.back]);
      }
    }
    expect(disabled()).toEqual([copy.forward, copy.last]);
    await userEvent.keyboard('{ArrowLeft}');
    expect(position()).toBe(copy.position(steps - 1, steps));
    await userEvent.click(screen.getByRole('combobox', { name: copy.event }));
    await userEvent.keyboard('{ArrowRight}{End}');
    expect(position()).toBe(copy.position(steps - 1, steps));
    act(() => (document.activeElement as HTMLElement).blur());
    await userEvent.keyboard('{End}');
    expect(position()).toBe(live);
    await userEvent.click(within(screen.getByTestId('log')).getByText('OPEN'));
    expect([stateValue(), current()]).toEqual(['open', 1]);
  });
});

describe('the clock', () => {
  const message = (kind: FromWorkbench['kind']) =>
    waitFor(() => {
      const found = received.filter((one) => one.kind === kind);
      expect(found).not.toEqual([]);
      return found.at(-1);
    });

  it('is shown and advanced, to the next timer if need be', async () => {
    await open({ aheadMs: 30_000, isPaused: true });
    const shown = panel(copy.clock);
    expect(shown.getByText('1:01.0')).toBeVisible();
    expect(screen.getByTestId('ahead')).toHaveTextContent(copy.ahead('0:30.0'));
    expect(shown.getByText(copy.paused)).toBeVisible();
    expect(shown.getByText(copy.nextTimer('0:05.0'))).toBeVisible();
    await press('+10 s');
    expect(await message('advance')).toEqual({ kind: 'advance', tab: 'one', ms: 10_000 });
    received.splice(0);
    await press(copy.toNextTimer);
    expect(await message('advance')).toEqual({ kind: 'advance', tab: 'one', ms: 5_000 });
    await press(copy.resume);
    expect(await message('pause')).toEqual({ kind: 'pause', tab: 'one', isPaused: false });
  });
});

describe('an event', () => {
  const sent = () => received.filter(({ kind }) => kind === 'send');
  const select = (type: string) =>
    userEvent.selectOptions(screen.getByRole('combobox', { name: copy.event }), type);
  it('is sent to the machine with the example’s payload, or none', async () => {
    await open({}, recordTrace(contact, [{ type: 'OPEN' }]));
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(options).toContain('SUBMIT');
    expect(options).toContain(`OPEN (${copy.ignored})`);
    expect(options.join()).not.toContain('xstate.');
    await select('SUBMIT');
    expect(screen.getByText(copy.noPayload)).toBeVisible();
    await press(copy.sendNow);
    await waitFor(() =>
      expect(sent()).toEqual([{ kind: 'send', tab: 'one', actor: 'a', event: { type: 'SUBMIT' } }]),
    );
    await select('EDIT');
    await press(copy.sendNow);
    const event = { type: 'EDIT', part: { subject: 'Una pregunta' } };
    await waitFor(() => expect(sent().at(-1)).toMatchObject({ event }));
  });
});
