/** “Habría saltado 4 veces en 30 días”: the rule being written, tried on the real history while one types. */
import { useEffect, useState } from 'react';
import { money, percent, shortDate } from '#src/copy/format.ts';
import { usePreviewThresholdQuery } from '#store/api/monitoring-api.ts';
import type { Preview, UmbralInput } from '#store/api/types.ts';

const typingPauseMs = 350;
const previewDays = 30;

export function ThresholdPreview({ umbral }: { umbral: UmbralInput }) {
  const { objetivo, condicion, valor, moneda, banda } = umbral;
  const draft = { objetivo, condicion, valor, moneda, ...(banda === undefined ? {} : { banda }) };
  const settled = useSettled(JSON.stringify(draft));
  const { currentData, isFetching, isError, error } = usePreviewThresholdQuery({
    umbral: JSON.parse(settled) as typeof draft,
    dias: previewDays,
  });
  return (
    <div className="prev" role="status" aria-busy={isFetching}>
      <div className="prev__h">
        {currentData !== undefined ? (
          <p>
            <b className="prev__n">{countSentence(currentData)}</b>
            <span className="meta">{nowSentence(currentData, umbral)}</span>
          </p>
        ) : (
          <p className="meta">
            {isError ? messageOf(error) : 'Probándolo con los precios de los últimos 30 días…'}
          </p>
        )}
      </div>
    </div>
  );
}

function countSentence({ firings, days, last }: Preview): string {
  const newest = last[0];
  const times = firings === 1 ? '1 vez' : `${firings} veces`;
  if (firings === 0) return `No habría saltado en ${days} días`;
  return newest === undefined
    ? `Habría saltado ${times} en ${days} días`
    : `Habría saltado ${times} en ${days} días; la última, ${shortDate(newest.observedAt)}`;
}

function nowSentence({ currentCents, alreadyTrue }: Preview, umbral: UmbralInput): string {
  if (currentCents === null) return 'Ahora no hay nada en venta.';
  const now = `Ahora está a ${money(currentCents, umbral.moneda)}`;
  if (alreadyTrue) return `${now}: ya se cumple. Te avisaremos una vez al guardarlo.`;
  if (umbral.condicion !== 'por_debajo' && umbral.condicion !== 'por_encima') return `${now}.`;
  const distance = Math.round((Math.abs(currentCents - umbral.valor) / currentCents) * 10_000);
  return `${now}: falta un ${percent(distance)}.`;
}

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : 'No se ha podido probar.';

/** A value once it has stopped changing, so that each key does not cost a question. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
