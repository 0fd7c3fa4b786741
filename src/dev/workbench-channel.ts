/** Messages between the app's tabs and the workbench over a BroadcastChannel of their origin. Contains no secrets. */
import type { Trace, TraceStep } from '#contract/trace.ts';

export interface ClockState {
  /** Milliseconds on the clock of the tab's machines since it was opened. */
  readonly nowMs: number;
  /** How far it is ahead of real time. */
  readonly aheadMs: number;
  readonly isPaused: boolean;
  /** Time until the next timer fires; null = no timer. */
  readonly nextInMs: number | null;
}

/** `actor`: id of one run of a machine, unique among all tabs. */
export type FromApp = { readonly tab: string } & (
  | { readonly kind: 'started'; readonly actor: string; readonly trace: Trace }
  | { readonly kind: 'stepped'; readonly actor: string; readonly step: TraceStep }
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

type Message = FromApp | FromWorkbench;

/** All tabs and workbenches post to it: each ignores what is not for it. */
export function openChannel<Sent extends Message>(onMessage: (message: Message) => void) {
  const channel = new BroadcastChannel('vigia-workbench');
  channel.onmessage = ({ data }: MessageEvent<Message>) => onMessage(data);
  return { post: (message: Sent) => channel.postMessage(message), close: () => channel.close() };
}
