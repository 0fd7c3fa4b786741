/** The local mailbox, and the link in it that confirms an address. */
import type { Page } from '@playwright/test';
import { expect } from './playwright-test.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export async function mailsTo(origin: string, email: string): Promise<Mail[]> {
  const answer = await fetch(`${origin}/__local/buzon.json?to=${encodeURIComponent(email)}`);
  const { items } = (await answer.json()) as { items: Mail[] };
  return items;
}

/** As a person does, in a tab of its own. */
export async function confirmAddress(page: Page, origin: string, email: string): Promise<void> {
  const link = async () => {
    const mails = await mailsTo(origin, email);
    return mails.map(({ text }) => /https?:\S*confirmar\S*/.exec(text)?.[0]).find(Boolean) ?? null;
  };
  await expect.poll(link).not.toBeNull();
  const tab = await page.context().newPage();
  await tab.goto((await link()) ?? '');
  await tab.getByRole('button', { name: /confirmar/i }).click();
  await expect(tab.getByRole('heading', { level: 1 })).toContainText(/confirmado/i);
  await tab.close();
}
