/** Reads server-sent events with a bearer header, which EventSource cannot send. One connection per call. */
import { createParser } from 'eventsource-parser';
import type { SessionPort } from '../session-port.ts';
import { withReauth } from './with-reauth.ts';

export interface StreamEvent {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly data: string;
}

export interface EventStreamOptions {
  readonly url: string;
  readonly session: SessionPort;
  readonly signal: AbortSignal;
  readonly lastEventId: string | null;
  readonly onOpen: () => void;
  readonly onEvent: (event: StreamEvent) => void;
  /** At every word from the server, comments included. */
  readonly onActivity?: () => void;
  /** The server sends a comment every 15 s; this long without a byte means the line is dead. */
  readonly idleMs?: number;
}

/** How a connection ended. */
export interface StreamEnd {
  /** What to wait before the next, when the server said so. */
  readonly retryAfterMs: number | null;
  /**
   * `crowded`: the server answered that this person has as many streams as they may. `refused`: it answered, and this
   * stream is not for this token. `cut`: it is not heard, or out of order.
   */
  readonly reason: 'cut' | 'crowded' | 'refused';
}

const cut: StreamEnd = { retryAfterMs: null, reason: 'cut' };

/** Resolves when the connection has ended for any reason; never rejects. */
export async function readEventStream(options: EventStreamOptions): Promise<StreamEnd> {
  const {
    url,
    session,
    signal,
    lastEventId,
    onOpen,
    onEvent,
    onActivity,
    idleMs = 45_000,
  } = options;
  const idle = new AbortController();
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  const stillAlive = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => idle.abort(), idleMs);
  };
  try {
    const ask = async (token: string) => {
      stillAlive();
      const response = await fetch(url, {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${token}`,
          ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
        },
        cache: 'no-store',
        signal: AbortSignal.any([signal, idle.signal]),
      });
      if (!response.ok) await response.body?.cancel();
      return response;
    };
    const response = await withReauth(session, signal, ask, ({ status }) => status);
    if (response === null) return cut;
    if (!response.ok || response.body === null) {
      const seconds = Number(response.headers.get('retry-after'));
      return {
        retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null,
        reason: reasonOf(response.status),
      };
    }
    onOpen();
    const parser = createParser({
      onEvent: ({ id, event, data }) => onEvent({ id, name: event, data }),
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return cut;
      stillAlive();
      onActivity?.();
      parser.feed(value);
    }
  } catch {
    // Aborted, timed out or cut: the feed's machine decides when to try again.
    return cut;
  } finally {
    clearTimeout(watchdog);
  }
}

function reasonOf(status: number): StreamEnd['reason'] {
  if (status === 429) return 'crowded';
  return status >= 400 && status < 500 ? 'refused' : 'cut';
}
