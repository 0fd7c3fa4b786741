/** Reads the live stream in a real browser page and records when each price arrived. */
import type { Page } from 'playwright-core';
import { pricesEvent } from '#contract/live-stream.ts';
import { createIdentityAccount } from '#tests/support/identity.ts';

export interface ReceivedPrice {
  readonly atMs: number;
  readonly observedAt: string;
}

/** @returns getter of the prices received so far */
export async function recordPrices(page: Page, origin: string): Promise<() => ReceivedPrice[]> {
  const { idToken } = await createIdentityAccount(origin, 'lectora@correo.example');
  const received: ReceivedPrice[] = [];
  await page.exposeFunction('recordPrice', (atMs: number, data: string) => {
    for (const { observedAt } of pricesEvent.parse(JSON.parse(data)).items)
      received.push({ atMs, observedAt });
  });
  await page.evaluate(follow, idToken);
  return () => received;
}

declare function recordPrice(atMs: number, data: string): Promise<void>;

/** Runs in the page; resolves once the stream is open. */
async function follow(token: string): Promise<void> {
  const response = await fetch('/api/monitoring/stream', {
    headers: { authorization: `Bearer ${token}` },
  });
  const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!response.ok || chunks === undefined)
    throw new Error(`the stream answered ${response.status}`);
  const read = async () => {
    let text = '';
    for (;;) {
      const { value, done } = await chunks.read();
      if (done) return;
      const atMs = Date.now();
      const events = (text + value).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (event.includes('event: prices') && data !== undefined) void recordPrice(atMs, data);
      }
    }
  };
  void read();
}
