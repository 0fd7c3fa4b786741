/** Types of the hand-written part of a machine's reference tables: context fields, guards and delays. */

export interface Rule {
  readonly rule: string;
  /** The product requirement, quoted, or the decision where there is none. */
  readonly source: string;
}

export interface MachineRules {
  /** What each field of the context means. */
  readonly context: Readonly<Record<string, string>>;
  readonly guards: Readonly<Record<string, Rule>>;
  readonly delays: Readonly<Record<string, Rule>>;
}

export const noRules: MachineRules = { context: {}, guards: {}, delays: {} };
