/** A fault of the configuration: the variable and what is wrong with it, for the operator. */
import type { Environment } from './read-environment.ts';
import type { Values, VariableName } from './variables.ts';

export interface ConfigFault {
  readonly variable: VariableName;
  /** In Spanish, without the value, which may be a secret. */
  readonly sentence: string;
}

/** Finds faults of several variables, or of what they point to. A variable with a fault of its own is absent. */
export type ConfigCheck = (values: Partial<Values>, env: Environment) => ConfigFault[];
