/** Messages between the app's tabs and the workbench over a BroadcastChannel. Contains no secrets. */
import * as z from 'zod/mini';
import { trace } from '#contract/trace.ts';

const channelName = 'vigia-workbench';

const clockState = z.strictObject({
  /** Milliseconds on the clock of the tab's machines since it was opened. */
  nowMs: z.number(),
  /** How far it is ahead of real time. */
  aheadMs: z.number(),
  isPaused: z.boolean(),
  /** Time until the next timer fires; null = no timer. */
  nextInMs: z.nullable(z.number()),
});
export type ClockState = z.infer<typeof clockState>;

const tab = z.string();
/** Id of one run of a machine within its tab. */
const actor = z.string();

const fromApp = z.discriminatedUnion('kind', [
  /** A machine was started; with its trace so far. */
  z.strictObject({ kind: z.literal('started'), tab, actor, trace }),
  z.strictObject({ kind: z.literal('stepped'), tab, actor, steps: trace.shape.steps }),
  z.strictObject({ kind: z.literal('stopped'), tab, actor }),
  z.strictObject({ kind: z.literal('clock'), tab, clock: clockState }),
  z.strictObject({ kind: z.literal('gone'), tab }),
]);
export type FromApp = z.infer<typeof fromApp>;

const fromWorkbench = z.discriminatedUnion('kind', [
  /** A workbench was opened: every tab replies with its machines. */
  z.strictObject({ kind: z.literal('who') }),
  z.strictObject({
    kind: z.literal('send'),
    tab,
    actor,
    /** Aliases in it are replaced with the tab's secrets. */
    event: z.looseObject({ type: z.string() }),
  }),
  z.strictObject({ kind: z.literal('advance'), tab, ms: z.number().check(z.minimum(0)) }),
  z.strictObject({ kind: z.literal('pause'), tab, isPaused: z.boolean() }),
  z.strictObject({ kind: z.literal('restart'), tab }),
]);
export type FromWorkbench = z.infer<typeof fromWorkbench>;

export interface WorkbenchChannel<Sent> {
  post(message: Sent): void;
  close(): void;
}

/** The app's end. Messages that do not match the schema are dropped. */
export const openAppChannel = (
  onMessage: (message: FromWorkbench) => void,
): WorkbenchChannel<FromApp> => openChannel(fromWorkbench, onMessage);

/** The workbench's end. */
export const openWorkbenchChannel = (
  onMessage: (message: FromApp) => void,
): WorkbenchChannel<FromWorkbench> => openChannel(fromApp, onMessage);

function openChannel<Received, Sent>(
  schema: z.ZodMiniType<Received>,
  onMessage: (message: Received) => void,
): WorkbenchChannel<Sent> {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    const message = z.safeParse(schema, data);
    if (message.success) onMessage(message.data);
  };
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
