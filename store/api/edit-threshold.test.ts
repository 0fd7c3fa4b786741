/** Edits of a threshold that another tab may have changed meanwhile: saved, repeated, or refused as a conflict. */
import { describe, expect, it } from 'vitest';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import type { Umbral } from './api-types.ts';
import {
  channelsPatch,
  createThreshold,
  detailsPatch,
  editThreshold,
  toUmbralInput,
} from './edit-threshold.ts';
import type { ApiError } from './reauth-base-query.ts';

const errorOf = (status: number, code: ApiError['code']) => ({
  error: { status, code, message: '' } satisfies ApiError,
});
const conflict = errorOf(409, 'conflict');
const missing = errorOf(404, 'not_found');
const stored = (umbral: Umbral, etag = '"1"') => ({ data: { id: 't1', umbral, etag } });

/** A backend that answers in this order; the requests made. */
function backend(...answers: readonly object[]) {
  const requests: Record<string, unknown>[] = [];
  const send = (request: unknown) => {
    requests.push(typeof request === 'string' ? { url: request } : { ...(request as object) });
    return answers[requests.length - 1] ?? errorOf(0, 'offline');
  };
  return { send, requests };
}

const before = umbralSample();
const seen = toUmbralInput(before);
const saved = { data: { id: 't1' } };

describe('an edit', () => {
  it('of whatever is stored is sent as it is', async () => {
    const { send, requests } = backend(saved, saved);
    expect(await editThreshold(send, { id: 'a/b', patch: { pausa: 'usuario' } })).toBe(saved);
    await editThreshold(send, { id: 't1', patch: null });
    expect(requests).toEqual([
      { url: 'api/users/thresholds/a%2Fb', method: 'PATCH', body: { pausa: 'usuario' } },
      { url: 'api/users/thresholds/t1', method: 'DELETE' },
    ]);
  });

  it('of what was seen is saved over it, and over changes of other parts', async () => {
    const { send, requests } = backend(stored({ ...before, pausa: 'usuario' }, '"7"'), saved);
    expect(await editThreshold(send, { id: 't1', patch: { valor: 8_000 }, seen })).toBe(saved);
    expect(requests[1]).toMatchObject({ method: 'PATCH', headers: { 'if-match': '"7"' } });
  });

  it.each([
    ['the rule', { valor: 8_000 }, { valor: 7_000 }],
    ['the band', { banda: 100 }, { banda: 500 }],
    ['the rule, which is deleted here', null, { valor: 7_000 }],
    ['the pause', { pausa: null }, { pausa: 'usuario' }],
    ['the pause, which is deleted here', null, { pausa: 'usuario' }],
    ['the silence', { silenciadoHasta: null }, { silenciadoHasta: '2026-11-22T00:00:00.000Z' }],
  ] as const)('is refused where another tab has changed %s', async (_what, patch, other) => {
    const theirs = { ...before, ...other };
    const { send, requests } = backend(stored(theirs));
    const local = patch === null ? null : { ...seen, ...patch };
    const conflict = { of: 'umbral', id: 't1', local, remote: toUmbralInput(theirs) };
    expect(await editThreshold(send, { id: 't1', patch, seen })).toMatchObject({
      error: { status: 409, conflict },
    });
    expect(requests).toHaveLength(1);
  });

  it('to what another tab has chosen, too, is saved', async () => {
    const { send } = backend(stored({ ...before, valor: 8_000 }), saved);
    expect(await editThreshold(send, { id: 't1', patch: { valor: 8_000 }, seen })).toBe(saved);
  });

  it('of a deleted threshold is a conflict; its deletion is none', async () => {
    const edited = (answer: object, patch: { valor: number } | null) =>
      editThreshold(backend(answer).send, { id: 't1', patch, seen });
    const conflict = { remote: null, local: { valor: 8_000 } };
    expect(await edited(missing, { valor: 8_000 })).toMatchObject({ error: { conflict } });
    expect(await edited(missing, null)).toBe(missing);
    const offline = errorOf(0, 'offline');
    expect(await edited(offline, { valor: 1 })).toBe(offline);
  });

  it('is repeated when another tab writes in between, and given up after the fourth time', async () => {
    const read = stored(before);
    const invalid = errorOf(400, 'unknown');
    for (const [answers, result, count] of [
      [[read, conflict, read, saved], saved, 4],
      [Array.from({ length: 5 }, () => [read, conflict]).flat(), conflict, 8],
      [[read, invalid], invalid, 2],
    ] as const) {
      const { send, requests } = backend(...answers);
      expect(await editThreshold(send, { id: 't1', patch: { valor: 8_000 }, seen })).toBe(result);
      expect(requests).toHaveLength(count);
    }
  });
});

describe('a new threshold', () => {
  it('watches its match unless asked not to', async () => {
    const { send, requests } = backend(saved, saved);
    await createThreshold(send, { id: 't1', umbral: seen });
    await createThreshold(send, { id: 't1', umbral: seen, watchesMatch: false });
    expect(requests.map(({ body }) => body)).toEqual([
      { id: 't1', ...seen },
      { id: 't1', ...seen, vigilar: false },
    ]);
  });

  it('whose lost answer was to another rule is a conflict with that one', async () => {
    const other = { ...before, valor: 7_000 };
    const created = (...answers: object[]) =>
      createThreshold(backend(...answers).send, { id: 't1', umbral: seen });
    expect(await created(conflict, stored(other))).toMatchObject({
      error: { conflict: { id: 't1', local: seen, remote: toUmbralInput(other) } },
    });
    expect(await created(conflict, missing)).toBe(conflict);
    const full = errorOf(403, 'unknown');
    expect(await created(full)).toBe(full);
  });
});

it.each<[Partial<typeof seen>, Partial<typeof seen>, object]>([
  [{ canales: ['a', 'b'] }, { canales: ['b', 'a'] }, {}],
  [{}, { canales: null }, {}],
  [{ canales: ['a'] }, { canales: null }, { canales: null }],
  [{ canales: null }, { canales: ['a'] }, { canales: ['a'] }],
  [{}, { nota: null, caducaEn: null }, {}],
  [{ nota: 'a' }, {}, { nota: null }],
  [{ nota: 'a' }, { nota: 'b', caducaEn: '2026-12-01' }, { nota: 'b', caducaEn: '2026-12-01' }],
  [{ caducaEn: '2026-12-01' }, {}, { caducaEn: null }],
])('of %j and then %j it sends what changes: %j', (from, to, patch) => {
  const before = { ...seen, ...from };
  const after = { ...seen, ...to };
  expect({ ...channelsPatch(before, after), ...detailsPatch(before, after) }).toEqual(patch);
});
