/** Error summary of a form with several invalid fields. */
const names = new Intl.ListFormat('es-ES');

/** @param labels of the invalid fields; a trailing ` *` is removed */
export const errorSummary = (labels: readonly string[]): string =>
  `Revisa ${labels.length} campos: ${names.format(labels.map((label) => label.replace(/ \*$/, '')))}.`;
