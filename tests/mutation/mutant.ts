/** One deliberate fault in a source file. */
export interface Mutant {
  /** Path from the repository's root. */
  readonly file: string;
  readonly line: number;
  /** What was changed: `negate`, `drop condition`, … */
  readonly kind: string;
  /** Offsets of the replaced text. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The replaced text on one line, shortened. */
  readonly original: string;
}

/** Stays the same when lines move: how `equivalent-mutants.ts` names a mutant. */
export const nameOf = ({ file, kind, original, replacement }: Mutant): string =>
  `${file}: ${kind}: ${original} → ${oneLine(replacement)}`;

/** Those of one file: where several would have the same name, each has its whole line in it. */
export function distinctlyNamed(code: string, mutants: readonly Mutant[]): Mutant[] {
  const byName = Map.groupBy(mutants, nameOf);
  const lines = code.split('\n');
  return mutants.map((mutant) =>
    byName.get(nameOf(mutant))?.length === 1
      ? mutant
      : { ...mutant, original: oneLine(lines[mutant.line - 1] ?? '') },
  );
}

export const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 90)}…` : line;
};

export const applyMutant = (code: string, { start, end, replacement }: Mutant): string =>
  code.slice(0, start) + replacement + code.slice(end);
