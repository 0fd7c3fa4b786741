/** Lets the demo market go and holds it again, through the tool a person would use (/__local/mercado). */
import type { MarketCommand, MarketState } from '#contract/market-control.ts';
import { until } from './until.ts';

export async function playUntilCrossing(origin: string): Promise<void> {
  await command(origin, { action: 'speed', factor: 'max' });
  await command(origin, { action: 'play' });
  await until('a price crosses a line', async () => {
    const { alerts, mails } = (await state(origin)).pending;
    return alerts + mails > 0 || null;
  });
}

export async function pauseMarket(origin: string): Promise<void> {
  await command(origin, { action: 'pause' });
}

async function state(origin: string): Promise<MarketState> {
  const headers = { accept: 'application/json' };
  return (await (await fetch(`${origin}/__local/mercado`, { headers })).json()) as MarketState;
}

async function command(origin: string, body: MarketCommand): Promise<void> {
  const answer = await fetch(`${origin}/__local/mercado`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the market refused ${body.action}: ${await answer.text()}`);
}
