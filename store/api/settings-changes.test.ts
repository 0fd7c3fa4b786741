/** Edits of a threshold that another tab may have changed meanwhile: saved, repeated, or refused as a conflict. */
import { describe, expect, it } from 'vitest';
import type { ThresholdPatch } from '#domain/threshold.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import type { ApiError } from './reauth-base-query.ts';
import { detailsPatch, editThreshold } from './settings-changes.ts';

const errorOf = (status: number, code: ApiError['code'], stored?: unknown) => ({
  error: { status, code, message: '', stored } satisfies ApiError,
});

/** A backend that answers in this order; the requests made. */
function backend(...answers: readonly object[]) {
  const requests: object[] = [];
  const send = (request: object) => {
    requests.push(request);
    return answers[requests.length - 1] ?? errorOf(0, 'offline');
  };
  return { send, requests };
}

const seen = umbralSample();
const saved = { data: { id: 't1' } };
/** Refused, as another tab has changed this. */
const changedTo = (part: Partial<typeof seen>) =>
  errorOf(409, 'conflict', { threshold: umbralSample(part) });

/** @param patch null = it is deleted */
const edit = (patch: ThresholdPatch | null) => ({
  ...(patch === null ? { kind: 'delete' as const } : { kind: 'change' as const, patch }),
  id: 't1',
  seen,
});

describe('an edit', () => {
  it('of whatever is stored is sent as it is', async () => {
    const { send, requests } = backend(saved, saved);
    const change = { kind: 'change', id: 'a/b', patch: { pause: 'user' } } as const;
    expect(await editThreshold(send, change)).toBe(saved);
    await editThreshold(send, { kind: 'delete', id: 't1' });
    expect(requests).toEqual([
      { url: 'api/users/thresholds/a%2Fb', method: 'PATCH', body: { pause: 'user' } },
      { url: 'api/users/thresholds/t1', method: 'DELETE' },
    ]);
  });

  it.each([
    ['another part', { pause: 'user' }],
    ['the same to the same', { value: 8_000 }],
  ] as const)('is repeated over what another tab has changed: %s', async (_what, other) => {
    const { send, requests } = backend(changedTo(other), saved);
    expect(await editThreshold(send, edit({ value: 8_000 }))).toBe(saved);
    const request = { method: 'PATCH', body: { value: 8_000 } };
    expect(requests).toMatchObject([
      { ...request, headers: { 'if-match': seen.etag } },
      { ...request, headers: { 'if-match': umbralSample(other).etag } },
    ]);
  });

  it.each([
    ['the rule', { value: 8_000 }, { value: 7_000 }],
    ['the band', { bandBp: 100 }, { bandBp: 500 }],
    ['the rule, which is deleted here', null, { value: 7_000 }],
  ] as const)('is refused where another tab has changed %s', async (_what, patch, other) => {
    const { send, requests } = backend(changedTo(other), saved);
    const local = patch === null ? null : { ...seen, ...patch };
    const conflict = { id: 't1', local, remote: umbralSample(other) };
    const refusal = { error: { status: 409, conflict } };
    expect(await editThreshold(send, edit(patch))).toMatchObject(refusal);
    expect(requests).toHaveLength(1);
  });

  it('is given up when another tab writes in between once more', async () => {
    const other = changedTo({ pause: 'user' });
    const { send, requests } = backend(other, other, saved);
    expect(await editThreshold(send, edit({ value: 8_000 }))).toBe(other);
    expect(requests).toHaveLength(2);
  });
});

it.each<[Partial<typeof seen>, Partial<typeof seen>, object]>([
  [{ channels: ['a', 'b'] }, { channels: ['b', 'a'] }, {}],
  [{ channels: ['a'] }, { channels: null }, { channels: null }],
  [{ channels: null }, { channels: ['a'] }, { channels: ['a'] }],
  [{ note: 'a' }, {}, { note: null }],
  [{ note: 'a' }, { note: 'b', expiresAt: '2026-12-01' }, { note: 'b', expiresAt: '2026-12-01' }],
  [{ expiresAt: '2026-12-01' }, {}, { expiresAt: null }],
])('of %j and then %j it sends what changes: %j', (from, to, patch) => {
  const before = { ...seen, ...from };
  const after = { ...seen, ...to };
  expect(detailsPatch(before, after)).toEqual(patch);
});
