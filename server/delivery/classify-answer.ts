/** What an answer means for the delivery and its channel (docs/channels.md). Pure. */
import type { ChannelKind } from '#domain/channels.ts';
import type { PostAnswer } from '../outgoing/guarded-post.ts';
import { parseRetryAfter } from '../outgoing/retry-after.ts';
import { toSingleLine } from '../to-single-line.ts';
import { kinds } from './kinds.ts';

export type DeliveryOutcome =
  | { readonly kind: 'sent' }
  /** Tried again later. */
  | {
      readonly kind: 'later';
      readonly reason: string;
      readonly retryAfterMs: number | null;
      readonly ourKey?: true;
    }
  /** No repeat would change it: the third in a row stops the channel. */
  | { readonly kind: 'rejected'; readonly reason: string }
  /** Our key is refused, and the whole kind waits for it: not an attempt. */
  | { readonly kind: 'held'; readonly reason: string }
  /** The service refuses our key, unless it accepts it for other channels (our-key-refusals.ts). */
  | { readonly kind: 'ours'; readonly reason: string }
  /** It cannot be composed: parked, so that it holds back nothing. */
  | { readonly kind: 'unsendable'; readonly reason: string }
  /** The push subscription ended: the channel is removed. */
  | { readonly kind: 'gone' };

const temporary = new Set([408, 425, 429]);
/** A receiver is not asked sooner than it says, up to the age at which a delivery is given up. */
const dayMs = 24 * 3_600_000;
const maxReasonLength = 200;
/** A name that is not found is not found a moment later either. */
const nameRetryMs = 60_000;
const unreachableWords = {
  timeout: 'No respondió en 10 segundos.',
  name: 'No se encontró ese servidor: su nombre no tiene dirección, o nadie responde por él.',
  network: 'No se pudo conectar.',
} as const;

/** @param nowMs wall time, for a `Retry-After` date */
export function classifyAnswer(
  kind: ChannelKind,
  answer: PostAnswer,
  nowMs: number,
): DeliveryOutcome {
  if (answer.kind === 'answer' && answer.status >= 200 && answer.status < 300)
    return { kind: 'sent' };
  const reason = describeAnswer(answer);
  if (answer.kind === 'blocked') return { kind: 'rejected', reason };
  if (answer.kind === 'unreachable') {
    return { kind: 'later', reason, retryAfterMs: answer.reason === 'name' ? nameRetryMs : null };
  }
  const { status } = answer;
  if (temporary.has(status) || status >= 500) {
    const headerMs = parseRetryAfter(answer.retryAfter, nowMs, dayMs);
    return { kind: 'later', reason, retryAfterMs: headerMs ?? retryAfterOfBody(answer.text) };
  }
  if (kinds[kind].endings.has(status)) return { kind: 'gone' };
  return { kind: kinds[kind].keyRefusals.has(status) ? 'ours' : 'rejected', reason };
}

/** As a Spanish sentence, for the user: it may be their own server that answers. */
export function describeAnswer(answer: PostAnswer): string {
  if (answer.kind === 'blocked') return 'La dirección no es pública, y ahí no se envía nada.';
  if (answer.kind === 'unreachable') return unreachableWords[answer.reason];
  if (answer.status >= 300 && answer.status < 400)
    return `Respondió ${answer.status}: redirige a otra dirección, y eso no se sigue.`;
  const words = toSingleLine(answer.text).slice(0, maxReasonLength).trim();
  return words === '' ? `Respondió ${answer.status}.` : `Respondió ${answer.status}: ${words}`;
}

/** Telegram says it in the body alone: `{"parameters":{"retry_after":5}}`. */
function retryAfterOfBody(text: string): number | null {
  const seconds = /"retry_after":\s*(\d{1,6})\b/.exec(text)?.[1];
  return parseRetryAfter(seconds, 0, dayMs);
}
