/** What the app's tabs and the workbench tell each other, over a channel of this browser alone. Secrets never travel on it. */
import * as z from 'zod/mini';
import { trace } from '#contract/trace.ts';

const channelName = 'vigia-workbench';

const clockState = z.strictObject({
  /** Milliseconds on the clock of the tab's machines since it was opened. */
  now: z.number(),
  /** How far it is ahead of the time that really passed. */
  aheadMs: z.number(),
  isHeld: z.boolean(),
  /** How long until the next timer rings; null when none runs. */
  nextInMs: z.nullable(z.number()),
});
export type ClockState = z.infer<typeof clockState>;

const tab = z.string();
/** Of one tab: a new one each time a machine is started. */
const actor = z.string();

const fromApp = z.discriminatedUnion('kind', [
  /** A machine was started; everything it has been through so far. */
  z.strictObject({ kind: z.literal('started'), tab, actor, trace }),
  z.strictObject({ kind: z.literal('stepped'), tab, actor, steps: trace.shape.steps }),
  z.strictObject({ kind: z.literal('stopped'), tab, actor }),
  z.strictObject({ kind: z.literal('clock'), tab, clock: clockState }),
  z.strictObject({ kind: z.literal('gone'), tab }),
]);
export type FromApp = z.infer<typeof fromApp>;

const fromBench = z.discriminatedUnion('kind', [
  /** A workbench was opened: every tab tells what it has. */
  z.strictObject({ kind: z.literal('who') }),
  z.strictObject({
    kind: z.literal('send'),
    tab,
    actor,
    /** Aliases in it stand for the secrets the tab holds. */
    event: z.looseObject({ type: z.string() }),
  }),
  z.strictObject({ kind: z.literal('advance'), tab, ms: z.number().check(z.minimum(0)) }),
  z.strictObject({ kind: z.literal('hold'), tab, isHeld: z.boolean() }),
  z.strictObject({ kind: z.literal('restart'), tab }),
]);
export type FromWorkbench = z.infer<typeof fromBench>;

export interface WorkbenchChannel<Said> {
  post(message: Said): void;
  close(): void;
}

/** The app's end. What does not fit its schema is another version's, and dropped. */
export const openAppChannel = (hear: (message: FromWorkbench) => void): WorkbenchChannel<FromApp> =>
  openLine(fromBench, hear);

/** The workbench's end. */
export const openWorkbenchChannel = (
  hear: (message: FromApp) => void,
): WorkbenchChannel<FromWorkbench> => openLine(fromApp, hear);

function openLine<Heard, Said>(
  schema: z.ZodMiniType<Heard>,
  hear: (message: Heard) => void,
): WorkbenchChannel<Said> {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    const message = z.safeParse(schema, data);
    if (message.success) hear(message.data);
  };
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
