/** Reads the local mailbox, and confirms an address through the link in it. */
import { expect, type Page } from '@playwright/test';

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

/** Opens the link of the confirmation mail in a tab of its own. */
export async function confirmAddress(page: Page, origin: string, email: string): Promise<void> {
  const link = () => findConfirmationLink(origin, email);
  await expect.poll(link).not.toBeNull();
  const tab = await page.context().newPage();
  await tab.goto((await link()) ?? '');
  await expect(tab.getByRole('heading', { level: 1 })).toContainText(/confirmado/i);
  await tab.close();
}
