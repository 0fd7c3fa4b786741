/** What is said of a form's faults taken together. */
const names = new Intl.ListFormat('es-ES');

/** @param labels of the fields, as they stand above them */
export const errorSummary = (labels: readonly string[]): string =>
  `Revisa ${labels.length} campos: ${names.format(labels.map((label) => label.replace(/ \*$/, '')))}.`;
