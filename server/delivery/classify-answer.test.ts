/** What a delivery and its user get to see of each answer. */
import { describe, expect, it } from 'vitest';
import type { ChannelKind } from '#domain/channels.ts';
import { classifyAnswer } from './classify-answer.ts';

const nowMs = Date.parse('2026-11-21T17:40:00Z');
const classify = (
  status: number,
  { text = '', retryAfter, kind = 'webhook' }: Partial<Answer> = {},
) => classifyAnswer(kind, { kind: 'answer', status, retryAfter, text }, nowMs);

interface Answer {
  readonly text: string;
  readonly retryAfter: string | undefined;
  readonly kind: ChannelKind;
}

describe('a delivery', () => {
  it.each([200, 204, 299])('is delivered by a %i', (status) => {
    expect(classify(status)).toEqual({ means: 'accepted' });
  });

  it.each([199, 300, 399, 400, 403, 422, 499])('is refused by a %i', (status) => {
    expect(classify(status)).toMatchObject({ means: 'refused', of: 'channel' });
  });

  it.each([408, 425, 429, 500, 503, 599])('waits after a %i', (status) => {
    expect(classify(status)).toMatchObject({ means: 'later', retryAfterMs: null });
  });

  it('waits as long as the header asks, or the body when no header does', () => {
    const text = '{"ok":false,"parameters":{"retry_after":5}}';
    expect(classify(429, { text })).toMatchObject({ retryAfterMs: 5_000 });
    expect(classify(429, { text, retryAfter: '120' })).toMatchObject({ retryAfterMs: 120_000 });
    expect(classify(503, { retryAfter: 'Sat, 21 Nov 2026 17:41:00 GMT' })).toMatchObject({
      retryAfterMs: 60_000,
    });
  });

  it.each([404, 410])('ends a push subscription with a %i, and no other channel', (status) => {
    expect(classify(status, { kind: 'push' })).toEqual({ means: 'gone' });
    for (const kind of ['ntfy', 'discord', 'webhook'] as const)
      expect(classify(status, { kind })).toMatchObject({ means: 'refused', of: 'channel' });
  });

  it.each([
    ['push', 401],
    ['push', 403],
    ['telegram', 401],
    ['telegram', 404],
  ] as const)('waits when %s refuses our key by a %i', (kind, status) => {
    expect(classify(status, { kind })).toMatchObject({ means: 'unclear' });
  });

  it('is never asked sooner than the other side says, up to a day', () => {
    expect(classify(429, { retryAfter: '7200' })).toMatchObject({ retryAfterMs: 7_200_000 });
    expect(classify(429, { retryAfter: '999999' })).toMatchObject({ retryAfterMs: 86_400_000 });
  });

  it('is refused when its address is not public, and waits when nobody answers', () => {
    expect(classifyAnswer('webhook', { kind: 'blocked' }, nowMs)).toEqual({
      means: 'refused',
      of: 'channel',
      reason: 'La dirección no es pública, y ahí no se envía nada.',
    });
    expect(classifyAnswer('push', { kind: 'unreachable', reason: 'timeout' }, nowMs)).toEqual({
      means: 'later',
      reason: 'No respondió en 10 segundos.',
      retryAfterMs: 10_000,
    });
    expect(classifyAnswer('push', { kind: 'unreachable', reason: 'network' }, nowMs)).toMatchObject(
      { means: 'later', reason: 'No se pudo conectar.' },
    );
  });
});

it.each<[number, string, string]>([
  [300, 'moved', 'Respondió 300: redirige a otra dirección, y eso no se sigue.'],
  [399, 'moved', 'Respondió 399: redirige a otra dirección, y eso no se sigue.'],
  [400, 'no such topic', 'Respondió 400: no such topic'],
  [403, '', 'Respondió 403.'],
  [403, ' \r\n ', 'Respondió 403.'],
  [500, 'two\nlines', 'Respondió 500: two lines'],
  [500, 'x'.repeat(300), `Respondió 500: ${'x'.repeat(200)}`],
])('the user reads of a %i that says %j: %s', (status, text, reason) => {
  expect(classify(status, { text })).toMatchObject({ reason });
});
