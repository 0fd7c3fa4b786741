/** Steps: sign in; the token is stored, or gone. */

import { storedToken } from './expectations.ts';
import { expect } from './fixtures.ts';
import * as people from './users.ts';
import { roomForAStream, type Step } from './spec-row.ts';

export const signIn: Step = async (fixtures) => {
  const { page, user } = fixtures;
  await roomForAStream(fixtures);
  await people.signIn(page, user.email, user.password);
  await page.waitForURL('**/dashboard');
};

export const tokenIsStored: Step = async (fixtures) => {
  await expect.poll(() => storedToken(fixtures)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]*$/);
};
export const tokenIsGone: Step = async (fixtures) => {
  await expect.poll(() => storedToken(fixtures)).toBeNull();
};
