/** Where each machine's page is. */
import { resolve } from 'node:path';
import type { AnyStateMachine } from 'xstate';

const kebab = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const pagePath = ({ id }: AnyStateMachine): string =>
  resolve('docs/machines', `${kebab(id)}.md`);
