/** Messages between the app's tabs and the workbench over a BroadcastChannel of their origin. Contains no secrets. */
import type { Trace } from '#contract/trace.ts';

const channelName = 'vigia-workbench';

export interface ClockState {
  /** Milliseconds on the clock of the tab's machines since it was opened. */
  readonly nowMs: number;
  /** How far it is ahead of real time. */
  readonly aheadMs: number;
  readonly isPaused: boolean;
  /** Time until the next timer fires; null = no timer. */
  readonly nextInMs: number | null;
}

/** `actor`: id of one run of a machine within its tab. */
export type FromApp = { readonly tab: string } & (
  | { readonly kind: 'started'; readonly actor: string; readonly trace: Trace }
  | { readonly kind: 'stepped'; readonly actor: string; readonly steps: Trace['steps'] }
  | { readonly kind: 'stopped'; readonly actor: string }
  | { readonly kind: 'clock'; readonly clock: ClockState }
  | { readonly kind: 'gone' }
);

export type FromWorkbench =
  /** A workbench was opened: every tab replies with its machines. */
  | { readonly kind: 'who' }
  | ({ readonly tab: string } & (
      | {
          readonly kind: 'send';
          readonly actor: string;
          /** Aliases in it are replaced with the tab's secrets. */
          readonly event: { readonly type: string };
        }
      | { readonly kind: 'advance'; readonly ms: number }
      | { readonly kind: 'pause'; readonly isPaused: boolean }
      | { readonly kind: 'restart' }
    ));

export interface WorkbenchChannel<Sent> {
  post(message: Sent): void;
  close(): void;
}

function openChannel<Sent extends { kind: string }, Received extends { kind: string }>(
  isReceived: (message: Sent | Received) => message is Received,
  onMessage: (message: Received) => void,
): WorkbenchChannel<Sent> {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<Sent | Received>) => {
    // Other tabs and other workbenches post to it, too.
    if (isReceived(data)) onMessage(data);
  };
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}

const isFromApp = (message: FromApp | FromWorkbench): message is FromApp =>
  ['started', 'stepped', 'stopped', 'clock', 'gone'].includes(message.kind);

/** The app's end. */
export const openAppChannel = (
  onMessage: (message: FromWorkbench) => void,
): WorkbenchChannel<FromApp> =>
  openChannel((message): message is FromWorkbench => !isFromApp(message), onMessage);

/** The workbench's end. */
export const openWorkbenchChannel = (
  onMessage: (message: FromApp) => void,
): WorkbenchChannel<FromWorkbench> => openChannel(isFromApp, onMessage);
