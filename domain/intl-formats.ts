/** Memoized `Intl` formats, Spanish ones: constructing one costs more than a hundred uses of it. */

const locale = 'es-ES';

export function memoize<Options, Format>(
  make: (options: Options) => Format,
): (options: Options) => Format {
  // Bounded by the existing currencies and time zones: for any other the constructor throws.
  const formats = new Map<string, Format>();
  return (options) => {
    const key = JSON.stringify(options);
    const format = formats.get(key) ?? make(options);
    formats.set(key, format);
    return format;
  };
}

/** @throws RangeError when the currency is no ISO 4217 code */
export const numberFormat = memoize(
  (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** @param options on a server with a time zone, as `Intl` itself spells it */
export const dateFormat = memoize(
  (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** `localeCompare` with options makes one for each comparison: twenty times as slow. */
export const collator = memoize(
  (options: Intl.CollatorOptions) => new Intl.Collator(locale, options),
);

export const listFormat = memoize(
  (options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
);

/** `ntfy, Gotify, Telegram y Discord` */
export const listed = (names: Iterable<string>): string => listFormat({}).format(names);
