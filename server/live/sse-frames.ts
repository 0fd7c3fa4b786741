/** Events as bytes on the wire, made once for everybody who gets them. */
import type { NumberedPrice } from './latest-prices.ts';
import type { RecentAlert } from './recent-alerts.ts';

/** Where an event stands: numbers mean something within one epoch of one process only. */
export interface Frame {
  readonly seq: number;
  readonly bytes: Buffer;
}

/** A frame of catching up stays well below what an outlet keeps. */
const largestFrameBytes = 16_384;

export function frame(event: string, data: string, epoch: string, seq: number): Frame {
  return { seq, bytes: Buffer.from(`id: ${epoch}.${seq}\nevent: ${event}\ndata: ${data}\n\n`) };
}

/** One frame of prices, numbered as its last. @param prices at least one */
export function priceFrame(prices: readonly NumberedPrice[], epoch: string): Frame {
  const items = prices.map(({ update }) => JSON.stringify(update)).join(',');
  return frame('prices', `{"items":[${items}]}`, epoch, prices.at(-1)?.seq ?? 0);
}

/** Prices and alerts in the order of their numbers, so that a reader cut off after any frame resumes exactly there. */
export function* encodeFrames(
  prices: readonly NumberedPrice[],
  alerts: readonly RecentAlert[],
  epoch: string,
): Generator<Frame> {
  const waiting = [...alerts];
  let run: NumberedPrice[] = [];
  let bytes = 0;
  for (const price of prices) {
    const size = JSON.stringify(price.update).length;
    const full = bytes + size > largestFrameBytes;
    const interrupted = (waiting[0]?.seq ?? Infinity) < price.seq;
    if (run.length > 0 && (full || interrupted)) {
      yield priceFrame(run, epoch);
      run = [];
      bytes = 0;
    }
    while (waiting[0] !== undefined && waiting[0].seq < price.seq) yield alertFrame(waiting, epoch);
    run.push(price);
    bytes += size;
  }
  if (run.length > 0) yield priceFrame(run, epoch);
  while (waiting.length > 0) yield alertFrame(waiting, epoch);
}

function alertFrame(waiting: RecentAlert[], epoch: string): Frame {
  const { data = '', seq = 0 } = waiting.shift() ?? {};
  return frame('alert', data, epoch, seq);
}
