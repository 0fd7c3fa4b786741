/** Price change in 24 hours; a dash when it is not known. */
import { PriceChange } from '#src/components/price.tsx';
import { percent } from '#src/copy/format.ts';

export function ChangeIn24h({ basisPoints }: { basisPoints: number | null }) {
  if (basisPoints === null) {
    return (
      <span className="chg chg--flat">
        <span className="vh">sin datos de hace 24 horas</span>
        <span aria-hidden="true">—</span>
      </span>
    );
  }
  const direction = basisPoints > 0 ? 'up' : basisPoints < 0 ? 'down' : 'flat';
  const words = { up: 'sube', down: 'baja', flat: 'sin cambios' } as const;
  return <PriceChange text={percent(basisPoints)} direction={direction} word={words[direction]} />;
}
