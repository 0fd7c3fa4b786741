/** What we read of Lighthouse's answer; its own types are installed only with the benchmarks. */
export interface LighthouseResult {
  readonly categories: Readonly<
    Record<
      string,
      {
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly numericValue?: number }>
  >;
}
/** @param emptyScripts addresses answered with an empty script instead of being asked for */
export function audit(
  url: string,
  chromePath: string,
  emptyScripts?: readonly string[],
): Promise<LighthouseResult>;
