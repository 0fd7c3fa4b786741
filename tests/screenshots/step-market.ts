/** Steps the demo market through its local control page (/__local/mercado). */
import type { MarketCommand, MarketState } from '#contract/market-control.ts';
import { poll } from './poll.ts';

/** One reading at a time: at full speed the price would be back over the line before the screenshot. */
export async function stepUntilCrossing(origin: string): Promise<void> {
  const step = async () => {
    await sendCommand(origin, { action: 'step' });
    const { alerts, mails } = (await fetchMarketState(origin)).pending;
    return alerts + mails > 0 || null;
  };
  // Without a pause: it may take hours of market time.
  await poll('a price crosses a threshold', step, 0);
}

async function fetchMarketState(origin: string): Promise<MarketState> {
  const headers = { accept: 'application/json' };
  return (await (await fetch(`${origin}/__local/mercado`, { headers })).json()) as MarketState;
}

async function sendCommand(origin: string, body: MarketCommand): Promise<void> {
  const answer = await fetch(`${origin}/__local/mercado`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the market rejected ${body.action}: ${await answer.text()}`);
}
