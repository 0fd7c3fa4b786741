/** Lighthouse's scores and times of a page, and the table of several. */
import { median } from '../median.ts';
import { audit } from '../peers/lighthouse.mjs';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Loaded when the page is idle, so that Google's window opens within the tap; a bench may have no internet. */
export const googleLoader = 'https://apis.google.com/*';

export interface Audit {
  readonly score: Readonly<Record<(typeof categories)[number], number>>;
  readonly fcp: number;
  readonly lcp: number;
  /** Cumulative layout shift. */
  readonly cls: number;
  /** Ids of the weighted audits below 0.9. */
  readonly failures: readonly string[];
}

/** @param localStorage entries of a signed-in user */
export async function auditPage(
  url: string,
  chromePath: string,
  localStorage: readonly { readonly name: string; readonly value: string }[] = [],
): Promise<Audit> {
  const result = await audit(url, chromePath, { emptyScripts: [googleLoader], localStorage });
  const scoreOf = (id: string) => Math.round((result.categories[id]?.score ?? 0) * 100);
  const numberOf = (id: string) => result.audits[id]?.numericValue ?? 0;
  const weighted = Object.values(result.categories).flatMap(({ auditRefs }) => auditRefs);
  return {
    score: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    fcp: numberOf('first-contentful-paint'),
    lcp: numberOf('largest-contentful-paint'),
    cls: numberOf('cumulative-layout-shift'),
    failures: weighted
      .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id),
  };
}

/** Prints medians of each page, and what fell short in any of its audits. */
export function printAudits(
  audits: ReadonlyMap<string, readonly Audit[]>,
  baselineLcp: number,
): void {
  process.stdout.write(
    'page                     perf  a11y  best   seo    FCP    LCP    CLS  / baseline\n',
  );
  for (const [name, found] of audits) {
    const scores = categories.map((id) => median(found.map(({ score }) => score[id])));
    const [fcp, lcp] = [median(found.map((a) => a.fcp)), median(found.map((a) => a.lcp))];
    const cls = median(found.map((a) => a.cls)).toFixed(3);
    const cells = [...scores, Math.round(fcp), Math.round(lcp), cls];
    const columns = cells.map((cell) => String(cell).padStart(6)).join(' ');
    process.stdout.write(`${name.padEnd(23)}${columns}  ${(lcp / baselineLcp).toFixed(2)}\n`);
    for (const id of new Set(found.flatMap(({ failures }) => failures)))
      process.stdout.write(`    ${id}\n`);
  }
}
