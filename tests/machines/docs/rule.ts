/** The shape of a machine's rules: a sentence for each guard and each delay, with its source. */

export interface Rule {
  readonly rule: string;
  /** The place in the specification, or the decision of ours where it says nothing. */
  readonly source: string;
}

export interface MachineRules {
  readonly guards: Readonly<Record<string, Rule>>;
  readonly delays: Readonly<Record<string, Rule>>;
}
