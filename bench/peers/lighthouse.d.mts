/** Types of the part of a Lighthouse result the bench reads; Lighthouse's own are not always installed. */
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
/** @param emptyScripts URL patterns answered with an empty script instead of being requested */
export function audit(
  url: string,
  chromePath: string,
  emptyScripts?: readonly string[],
): Promise<LighthouseResult>;
