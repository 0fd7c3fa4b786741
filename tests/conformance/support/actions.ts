/** Steps used by many rows: press a button, follow a link, fill fields, move the clock. */
import { fireEvent, screen } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import * as page from './page.ts';
import type { Step } from './spec-row.ts';

export type Name = string | RegExp;

/** Enters no text key by key, and waits for no timer of the page. */
const pointer = userEvent.setup({ delay: null });

const firstOf = (role: string, name: Name): Promise<HTMLElement> =>
  page.eventually(() => {
    const [element] = screen.getAllByRole(role, { name });
    expect(element).toBeEnabled();
    return element as HTMLElement;
  });

export const press =
  (name: Name, role = 'button'): Step =>
  async () =>
    pointer.click(await firstOf(role, name));

export const follow = (name: Name): Step => press(name, 'link');

/** Texts by label, each field left when the next one is entered. */
export const fill =
  (texts: Readonly<Record<string, string | undefined>>): Step =>
  async () => {
    for (const [label, value] of Object.entries(texts)) {
      if (value === undefined) continue;
      const field = await page.eventually(() => screen.getByLabelText(label));
      field.focus();
      fireEvent.change(field, { target: { value } });
    }
  };

export const stopClock: Step = () => page.stopClock();
export const passTime =
  (ms: number): Step =>
  () =>
    page.passTime(ms);
