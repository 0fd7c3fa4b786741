/** Signing in, and the token that is there meanwhile. */

import { storedToken } from './expectations.ts';
import { expect } from './fixtures.ts';
import * as people from './people.ts';
import { roomForAStream, type Step } from './spec-row.ts';

export const signIn: Step = async (world) => {
  const { page, someone } = world;
  await roomForAStream(world);
  await people.signIn(page, someone.email, someone.password);
  await page.waitForURL('**/dashboard');
};

export const tokenIsKept: Step = async (world) => {
  await expect.poll(() => storedToken(world)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]*$/);
};
export const tokenIsGone: Step = async (world) => {
  await expect.poll(() => storedToken(world)).toBeNull();
};
