/** Reads the process's environment: without empty variables, and under the present names. */
import { renameVariables } from './renamed-variables.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** @param warn called with one Spanish sentence for each variable under an old name */
export function readEnvironment(
  source: Environment,
  warn: (sentence: string) => void,
): Environment {
  const set = Object.entries(source).filter(([, text]) => text !== '');
  const { env, warnings } = renameVariables(Object.fromEntries(set));
  for (const warning of warnings) warn(warning);
  return env;
}
