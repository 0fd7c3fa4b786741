/** Reads the local mailbox, and confirms an address with the link in it. */
import { expect } from '@playwright/test';

export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

/** Mails to an address, newest first. */
export async function mailsTo(origin: string, email: string): Promise<Mail[]> {
  const answer = await fetch(`${origin}/__local/buzon.json?to=${encodeURIComponent(email)}`);
  const { items } = (await answer.json()) as { items: Mail[] };
  return items;
}

/** URL of the link that confirms an address; null while no mail has one. */
export async function findConfirmationLink(origin: string, email: string): Promise<string | null> {
  const mails = await mailsTo(origin, email);
  return mails.map(({ text }) => /https?:\S*confirmar\S*/.exec(text)?.[0]).find(Boolean) ?? null;
}

/** Confirms an address as the page behind the link of the confirmation mail does. */
export async function confirmAddress(origin: string, email: string): Promise<void> {
  const link = () => findConfirmationLink(origin, email);
  await expect.poll(link).not.toBeNull();
  const answer = await fetch((await link()) ?? '', { method: 'POST' });
  expect(answer.status).toBe(200);
}
