/** How a page's search, filters and order are written in the URL query: one codec for each field. Pure. */
import { identifierPattern } from '#domain/threshold.ts';

/** A field in the URL query. Its default is an absent parameter, and so is what a person typed wrongly. */
export interface SearchParamField<Value> {
  /** Of the URL parameter. */
  readonly name: string;
  /** @param text null = the parameter is absent */
  readonly parse: (text: string | null) => Value;
  /** @returns null = the parameter is left out */
  readonly format: (value: Value) => string | null;
}

/** One field for each key of the page's search. */
export type SearchParamFields<Search> = {
  readonly [Key in keyof Search]-?: SearchParamField<Search[Key]>;
};

/** Free text, empty by default. @param isValid other text counts as absent */
export const textField = (
  name: string,
  isValid: (text: string) => boolean = () => true,
): SearchParamField<string> => ({
  name,
  parse: (text) => (text !== null && isValid(text) ? text : ''),
  format: (text) => (text === '' ? null : text),
});

/** `1` when on. */
export const flagField = (name: string): SearchParamField<boolean> => ({
  name,
  parse: (text) => text === '1',
  format: (isOn) => (isOn ? '1' : null),
});

/** One of several. @param words in the URL, by value; null for the default, which must be there */
export function choiceField<Value extends string>(
  name: string,
  words: Readonly<Record<Value, string | null>>,
): SearchParamField<Value> {
  const values = Object.keys(words) as Value[];
  const byDefault = values.find((value) => words[value] === null);
  if (byDefault === undefined) throw new Error(`No default among the values of ${name}.`);
  return {
    name,
    parse: (text) => values.find((value) => text !== null && words[value] === text) ?? byDefault,
    format: (value) => words[value],
  };
}

/** An identifier of the API, empty by default. */
export const identifierField = (name: string): SearchParamField<string> =>
  textField(name, (text) => identifierPattern.test(text));

export function parseSearchParams<Search>(
  fields: SearchParamFields<Search>,
  params: URLSearchParams,
): Search {
  const entries = (Object.keys(fields) as (keyof Search)[]).map((key) => {
    const { name, parse } = fields[key];
    return [key, parse(params.get(name))];
  });
  return Object.fromEntries(entries) as Search;
}

/** @returns the URL parameters of these fields; null = to be deleted */
export function formatSearchParams<Search>(
  fields: SearchParamFields<Search>,
  part: Partial<Search>,
): Record<string, string | null> {
  const formatted: Record<string, string | null> = {};
  for (const key of Object.keys(part) as (keyof Search)[]) {
    const { name, format } = fields[key];
    formatted[name] = format(part[key] as Search[typeof key]);
  }
  return formatted;
}

/** What a URL without parameters says. */
export const emptySearchOf = <Search>(fields: SearchParamFields<Search>): Search =>
  parseSearchParams(fields, new URLSearchParams());
