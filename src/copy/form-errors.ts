/** Error summary of a form with several invalid fields. */
import { listed } from '#domain/intl-formats.ts';

/** @param labels of the invalid fields; a trailing ` *` is removed */
export const errorSummary = (labels: readonly string[]): string =>
  `Revisa ${labels.length} campos: ${listed(labels.map((label) => label.replace(/ \*$/, '')))}.`;
