/** Steps the demo market through its local control page (/__local/mercado). */
import type { MarketCommand, MarketState } from '#contract/market-control.ts';

/** A crossing needed 107 to 1 128 of them, by the hour at which the market begins. */
const maxReadings = 5_000;

/**
 * One reading at a time: at full speed the price would be back over the line before the screenshot.
 * @param isMailed whether an alert's mail has arrived: it may leave before the pending ones are counted
 * @throws when no price has crossed a threshold by then
 */
export async function stepUntilCrossing(
  origin: string,
  isMailed: () => Promise<boolean>,
): Promise<void> {
  for (let readings = 0; readings < maxReadings; readings += 1) {
    const { pending } = await sendCommand(origin, { action: 'step' });
    if (pending.alerts + pending.mails > 0 || (await isMailed())) return;
  }
  throw new Error(`no price crossed a threshold in ${maxReadings} readings`);
}

async function sendCommand(origin: string, body: MarketCommand): Promise<MarketState> {
  const answer = await fetch(`${origin}/__local/mercado`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the market rejected ${body.action}: ${await answer.text()}`);
  return (await answer.json()) as MarketState;
}
