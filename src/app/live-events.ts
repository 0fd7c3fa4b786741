/** What the live stream brings, checked, and who is told of it. */
import * as z from 'zod/mini';
import { alertEvent, pricesEvent, sourceEvent } from '#contract/live-stream.ts';
import type { StreamEvent } from '#store/api/bearer-stream.ts';
import type { LiveSource } from '#store/api/live-source.ts';
import { monitoringApi } from '#store/api/monitoring-api.ts';
import type { AppStore } from '#store/app-store.ts';
import { alertHeard, sourceHeard } from '#store/live.slice.ts';

/** What does not fit its schema is dropped: the next reading brings the truth. */
export function hearLiveEvent({ name, data }: StreamEvent, store: AppStore, live: LiveSource) {
  const body = parseJson(data);
  if (name === 'prices') {
    const event = z.safeParse(pricesEvent, body);
    if (event.success) live.prices(event.data.items);
  } else if (name === 'alert') {
    const event = z.safeParse(alertEvent, body);
    if (!event.success) return;
    store.dispatch(alertHeard(event.data));
    store.dispatch(monitoringApi.util.invalidateTags(['Alerts', 'Settings']));
  } else if (name === 'source') {
    const event = z.safeParse(sourceEvent, body);
    if (event.success) store.dispatch(sourceHeard(event.data));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
