/** A pushed reading as any other: of one supplier, with what it says of its catalogue. */
import type { PushedReading } from '#contract/market-push.ts';
import type { Reading } from '../market-model/marketplace.ts';
import {
  buildCatalogue,
  type DescriptionField,
  describe,
  inCents,
  tickOf,
} from './http/listing.ts';

interface Sender {
  readonly supplier: string;
  readonly currency: string;
  readonly arrivedAt: Date;
}

export interface ReceivedReading {
  readonly reading: Reading;
  /** Of its catalogue, by the field that is malformed. */
  readonly rejected: ReadonlyMap<DescriptionField | 'id', number>;
}

/** @param sender `arrivedAt` is the instant of a reading that names none */
export function toReading(
  { observedAt, kind, ticks, catalogue = [] }: PushedReading,
  { supplier, currency, arrivedAt }: Sender,
): ReceivedReading {
  const described = catalogue.flatMap((raw) => {
    const id = idOf(raw);
    return isRecord(raw) && id !== null ? [{ code: id, described: describe(raw) }] : [];
  });
  const { entries, rejected } = buildCatalogue(described, { currency, supplier });
  const withoutId = catalogue.length - described.length;
  const rows = ticks.filter(isRecord);
  return {
    reading: {
      observedAt: observedAt ?? arrivedAt.toISOString(),
      isStampedHere: observedAt === undefined,
      kind,
      supplier,
      ticks: rows.map((raw) => ({
        collectibleId: idOf(raw),
        currency,
        // No price is said to be none here, and absent is an error.
        ...tickOf(raw.price === null ? { ...raw, available: false } : raw, inCents),
      })),
      rejections: Array.from({ length: ticks.length - rows.length }, () => 'row' as const),
      catalogue: entries,
    },
    rejected: new Map<DescriptionField | 'id', number>([
      ...rejected,
      ...(withoutId > 0 ? [['id', withoutId] as const] : []),
    ]),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As validation expects it, which rejects what is none. */
function idOf(raw: unknown): string | null {
  const id = isRecord(raw) ? raw.id : null;
  return typeof id === 'number' ? String(id) : typeof id === 'string' ? id : null;
}
