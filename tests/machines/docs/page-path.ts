/** Path of a machine's page in docs/machines. */
import { resolve } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { kebabCase } from '../support/kebab-case.ts';

export const pagePath = ({ id }: AnyStateMachine): string =>
  resolve('docs/machines', `${kebabCase(id)}.md`);
