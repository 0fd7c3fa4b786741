/** What an answer means for the delivery and its channel (docs/channels.md). Pure. */
import type { ChannelKind } from '#domain/channels.ts';
import { toSingleLine } from '../base/to-single-line.ts';
import type { PostAnswer } from '../outgoing/guarded-post.ts';
import { parseRetryAfter } from '../outgoing/retry-after.ts';
import type { Answer } from './answer.ts';
import { kinds } from './kinds.ts';

const temporary = new Set([408, 425, 429]);
/** A receiver is not asked sooner than it says, up to the age at which a delivery is given up. */
const dayMs = 24 * 3_600_000;
const maxReasonLength = 200;
/** Who was silent is not asked again sooner than that took; a name that is not found is not found a moment later either. */
const retryMs = { timeout: 10_000, name: 60_000, network: null } as const;
const unreachableWords = {
  timeout: 'No respondió en 10 segundos.',
  name: 'No se encontró ese servidor: su nombre no tiene dirección, o nadie responde por él.',
  network: 'No se pudo conectar.',
} as const;

/** @param nowMs wall time, for a `Retry-After` date */
export function classifyAnswer(kind: ChannelKind, answer: PostAnswer, nowMs: number): Answer {
  if (answer.kind === 'answer' && answer.status >= 200 && answer.status < 300)
    return { means: 'accepted' };
  const reason = describeAnswer(answer);
  if (answer.kind === 'blocked') return { means: 'refused', of: 'channel', reason };
  if (answer.kind === 'unreachable')
    return { means: 'later', reason, retryAfterMs: retryMs[answer.reason] };
  const { status } = answer;
  if (temporary.has(status) || status >= 500) {
    const headerMs = parseRetryAfter(answer.retryAfter, nowMs, dayMs);
    return { means: 'later', reason, retryAfterMs: headerMs ?? retryAfterOfBody(answer.text) };
  }
  if (kinds[kind].endings.has(status)) return { means: 'gone' };
  return kinds[kind].keyRefusals.has(status)
    ? { means: 'unclear', presumed: 'nobody', of: 'channel', reason, dealsWithUs: false }
    : { means: 'refused', of: 'channel', reason };
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
