/** Memoized Spanish `Intl` formatters: constructing one costs a hundred times what using it does. */

function memoize<Options, Format>(
  make: (options: Options) => Format,
): (options: Options) => Format {
  // Bounded by the existing currencies and time zones: for any other the constructor throws.
  const cache = new Map<string, Format>();
  return (options) => {
    const key = JSON.stringify(options);
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const format = make(options);
    cache.set(key, format);
    return format;
  };
}

/** @throws RangeError when the currency is no ISO 4217 code */
export const numberFormat = memoize(
  (options: Intl.NumberFormatOptions) => new Intl.NumberFormat('es-ES', options),
);

/** “2026-11-23 09:00”, which sorts as text. @param options with a time zone as `Intl` itself spells it */
export const sortableFormat = memoize(
  (options: { readonly timeZone: string }) =>
    new Intl.DateTimeFormat('sv-SE', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      ...options,
    }),
);

/** @param options with a time zone as `Intl` itself spells it */
export const zonedDateFormat = memoize(
  (options: Intl.DateTimeFormatOptions & { readonly timeZone: string }) =>
    new Intl.DateTimeFormat('es-ES', options),
);
