/** Validates live stream events and dispatches them to the price batcher and the store. */
import * as z from 'zod/mini';
import { alertEvent, pricesEvent, sourceEvent } from '#contract/live-stream.ts';
import { baseApi } from '#store/api/base-api.ts';
import type { PriceBatcher } from '#store/api/price-batcher.ts';
import type { StreamEvent } from '#store/api/sse-client.ts';
import type { AppStore } from '#store/app-store.ts';
import { alertReceived, sourceUpdated } from '#store/live.slice.ts';

/** Drops events that do not match their schema: the next refetch corrects the cache. */
export function handleLiveEvent(
  { name, data }: StreamEvent,
  store: AppStore,
  priceBatcher: PriceBatcher,
) {
  const body = parseJson(data);
  if (name === 'prices') {
    const event = z.safeParse(pricesEvent, body);
    if (event.success) priceBatcher.push(event.data.items);
  } else if (name === 'alert') {
    const event = z.safeParse(alertEvent, body);
    if (!event.success) return;
    store.dispatch(alertReceived(event.data));
    store.dispatch(baseApi.util.invalidateTags(['Alerts', 'Settings']));
  } else if (name === 'source') {
    const event = z.safeParse(sourceEvent, body);
    if (event.success) store.dispatch(sourceUpdated(event.data));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
