/** Spanish formatters, each made once: making one costs a hundred times what using it does. */

function memoize<Options, Format>(
  make: (options: Options) => Format,
): (options: Options) => Format {
  // Bounded by the currencies and time zones there are: for any other, making one throws.
  const made = new Map<string, Format>();
  return (options) => {
    const key = JSON.stringify(options);
    const known = made.get(key);
    if (known !== undefined) return known;
    const format = make(options);
    made.set(key, format);
    return format;
  };
}

/** @throws RangeError when the currency is no ISO 4217 code */
export const numberFormat = memoize(
  (options: Intl.NumberFormatOptions) => new Intl.NumberFormat('es-ES', options),
);

/** @param options with a time zone as `Intl` itself spells it */
export const dateFormat = memoize(
  (options: Intl.DateTimeFormatOptions & { readonly timeZone: string }) =>
    new Intl.DateTimeFormat('es-ES', options),
);
