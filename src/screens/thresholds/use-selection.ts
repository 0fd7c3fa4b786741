/** Selected rows of a list, by id; what is no longer shown is not selected. */
import { useCallback, useMemo, useState } from 'react';

export function useSelection(rows: readonly { readonly id: string }[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(
    () => new Set(rows.flatMap(({ id }) => (chosen.has(id) ? [id] : []))),
    [rows, chosen],
  );
  const toggle = useCallback(
    (id: string, isSelected: boolean) =>
      setChosen((old) => {
        const next = new Set(old);
        if (isSelected) next.add(id);
        else next.delete(id);
        return next;
      }),
    [],
  );
  const setAll = (isSelected: boolean) =>
    setChosen(new Set(isSelected ? rows.map(({ id }) => id) : []));
  return { ids, toggle, setAll };
}
