/** SSE client over fetch with a bearer header, which EventSource cannot send. One connection per call. */
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
  /** Whether a 403 is answered with a new token. */
  readonly renewsWhenRefused: boolean;
  /** At the first byte: a proxy may answer for the server and hold its stream back. */
  readonly onOpen: () => void;
  readonly onEvent: (event: StreamEvent) => void;
  /** At every chunk from the server, comments included. */
  readonly onActivity: () => void;
}

/** Timeout without a byte, longer than two of the server's: it sends one at once, then a comment every 15 s. */
const idleMs = 35_000;
/** The same, before the first byte. */
const firstByteMs = 15_000;

/** How a connection ended. */
export interface StreamEnd {
  /** From the Retry-After header; null without one. */
  readonly retryAfterMs: number | null;
  /**
   * `streamLimitReached`: 429, the user has the maximum of streams. `refused`: another 4xx, this token may not have the
   * stream. `silent`: opened, then without a byte for too long. `disconnected`: unreachable, 5xx, or cut.
   */
  readonly reason: 'disconnected' | 'silent' | 'streamLimitReached' | 'refused';
}

const disconnected: StreamEnd = { retryAfterMs: null, reason: 'disconnected' };
/** How late a timer is after which the computer, or the page, must have been suspended. */
const sleepMs = 5_000;

/** Resolves when the connection has ended for any reason; never rejects. */
export async function readEventStream(options: EventStreamOptions): Promise<StreamEnd> {
  const { url, session, signal, lastEventId, onOpen, onEvent, onActivity } = options;
  // Ends with the caller's signal, and after a silence.
  const connection = new AbortController();
  const abort = () => connection.abort();
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  let end = disconnected;
  const waitFor = (ms: number) => {
    const dueAtMs = Date.now() + ms;
    clearTimeout(watchdog);
    watchdog = setTimeout(() => {
      // A computer that slept meanwhile has heard of no silence.
      const isLate = Date.now() - dueAtMs > sleepMs;
      if (isOpen && !isLate) end = { ...disconnected, reason: 'silent' };
      abort();
    }, ms);
  };
  if (signal.aborted) return disconnected;
  signal.addEventListener('abort', abort);
  try {
    const send = async (token: string) => {
      waitFor(firstByteMs);
      const response = await fetch(url, {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${token}`,
          ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
        },
        cache: 'no-store',
        signal: connection.signal,
      });
      if (!response.ok) await response.body?.cancel();
      return response;
    };
    const response = await withReauth(
      session,
      signal,
      send,
      ({ status }) => status,
      (status) => status === 401 || (status === 403 && options.renewsWhenRefused),
    );
    if (response === null) return disconnected;
    if (!response.ok || response.body === null) {
      const seconds = Number(response.headers.get('retry-after'));
      return {
        retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null,
        reason: reasonOf(response.status),
      };
    }
    const parser = createParser({
      onEvent: ({ id, event, data }) => onEvent({ id, name: event, data }),
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return disconnected;
      waitFor(idleMs);
      if (!isOpen) onOpen();
      isOpen = true;
      onActivity();
      parser.feed(value);
    }
  } catch {
    // Aborted, timed out or disconnected: the feed's machine decides when to try again.
    return end;
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', abort);
  }
}

function reasonOf(status: number): StreamEnd['reason'] {
  if (status === 429) return 'streamLimitReached';
  return status >= 400 && status < 500 ? 'refused' : 'disconnected';
}
