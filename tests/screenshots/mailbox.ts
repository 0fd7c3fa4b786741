/** The mails a person of the walk receives, as the local mailbox holds them. */
import type { Page } from '@playwright/test';
import { waitFor } from './wait-for.ts';

interface Mail {
  readonly id: string;
  readonly text: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

/** Confirms the address as the mail asks: until then alerts wait. */
export async function confirmAddress(page: Page, origin: string, email: string): Promise<void> {
  const link = await waitFor('the mail that confirms an address', async () => {
    const mails = await mailsTo(origin, email);
    return mails.map(({ text }) => /https?:\S*confirmar\S*/.exec(text)?.[0]).find(Boolean) ?? null;
  });
  await page.goto(link);
  await page.getByRole('button', { name: /confirmar/i }).click();
  await page.getByRole('heading', { level: 1, name: /confirmado/i }).waitFor();
}

/** @returns the address where the first mail about a crossing is shown as its reader sees it */
export async function crossingMail(origin: string, email: string): Promise<string> {
  const mail = await waitFor('the mail about the crossing', async () => {
    const mails = await mailsTo(origin, email);
    return mails.find(({ headers }) => headers.some(namesAlerts)) ?? null;
  });
  return `${origin}/__local/buzon/${encodeURIComponent(mail.id)}/html`;
}

const namesAlerts = ({ name }: { name: string }) => name.toLowerCase() === 'x-vigia-alerts';

async function mailsTo(origin: string, email: string): Promise<readonly Mail[]> {
  const answer = await fetch(`${origin}/__local/buzon.json?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { items: Mail[] }).items;
}
