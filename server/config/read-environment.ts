/** Reads the process's environment without its empty variables, which count as absent. */

export type Environment = Readonly<Record<string, string | undefined>>;

export const readEnvironment = (source: Environment): Environment =>
  Object.fromEntries(Object.entries(source).filter(([, text]) => text !== ''));
