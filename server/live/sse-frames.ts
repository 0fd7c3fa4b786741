/** Encodes live events as SSE frames: bytes that all clients of a match share. */
import type { NumberedPrice } from './latest-prices.ts';
import type { RecentAlert } from './recent-alerts.ts';

/** `seq` means something within one epoch of one process only. */
export interface Frame {
  readonly seq: number;
  readonly bytes: Buffer;
}

/** Of resent prices; well below the buffer of an SSE connection, so that a frame always fits once it has drained. */
const maxFrameBytes = 16_384;

export function frame(event: string, data: string, epoch: string, seq: number): Frame {
  return { seq, bytes: Buffer.from(`id: ${epoch}.${seq}\nevent: ${event}\ndata: ${data}\n\n`) };
}

/** One frame of prices; its id is the number of the last. @param prices at least one, ascending */
export function priceFrame(prices: readonly NumberedPrice[], epoch: string): Frame {
  const items = prices.map(({ update }) => JSON.stringify(update)).join(',');
  return frame('prices', `{"items":[${items}]}`, epoch, prices.at(-1)?.seq ?? 0);
}

/** Prices and alerts merged in order of seq, so that a client cut off after any frame can resume exactly there. */
export function* encodeFrames(
  prices: readonly NumberedPrice[],
  alerts: readonly RecentAlert[],
  epoch: string,
): Generator<Frame> {
  const alertQueue = [...alerts];
  let batch: NumberedPrice[] = [];
  let bytes = 0;
  for (const price of prices) {
    const size = JSON.stringify(price.update).length;
    const full = bytes + size > maxFrameBytes;
    const interrupted = (alertQueue[0]?.seq ?? Infinity) < price.seq;
    if (batch.length > 0 && (full || interrupted)) {
      yield priceFrame(batch, epoch);
      batch = [];
      bytes = 0;
    }
    while (alertQueue[0] !== undefined && alertQueue[0].seq < price.seq)
      yield alertFrame(alertQueue, epoch);
    batch.push(price);
    bytes += size;
  }
  if (batch.length > 0) yield priceFrame(batch, epoch);
  while (alertQueue.length > 0) yield alertFrame(alertQueue, epoch);
}

function alertFrame(alertQueue: RecentAlert[], epoch: string): Frame {
  const { data = '', seq = 0 } = alertQueue.shift() ?? {};
  return frame('alert', data, epoch, seq);
}
