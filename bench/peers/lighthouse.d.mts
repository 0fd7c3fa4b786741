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
/**
 * @param options.emptyScripts URL patterns answered with an empty script instead of being requested
 * @param options.localStorage entries every page finds, for instance those of a signed-in user
 */
export function audit(
  url: string,
  chromePath: string,
  options: {
    readonly emptyScripts?: readonly string[];
    readonly localStorage?: readonly { readonly name: string; readonly value: string }[];
  },
): Promise<LighthouseResult>;
