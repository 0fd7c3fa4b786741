/** Backtest of the threshold being typed: how often it would have fired in 30 days, and on a chart. */
import { useEffect, useState } from 'react';
import { StepChart } from '#src/components/step-chart.tsx';
import { dayAndMonth, money, percent, thresholdMoney } from '#src/copy/format.ts';
import { previewCopy as copy } from '#src/copy/threshold-form.ts';
import { categoryName } from '#src/copy/thresholds.ts';
import type { Preview, UmbralInput } from '#store/api/api-types.ts';
import { usePreviewThresholdQuery } from '#store/api/base-api.ts';
import { useGetHistoryQuery, useGetMatchQuery } from '#store/api/match-api.ts';

const debounceMs = 350;
const previewDays = 30;

interface ThresholdPreviewProps {
  readonly umbral: UmbralInput;
  readonly matchId: string;
}

export function ThresholdPreview({ umbral, matchId }: ThresholdPreviewProps) {
  const { objetivo, condicion, valor, moneda, banda } = umbral;
  const draft = { objetivo, condicion, valor, moneda, ...(banda === undefined ? {} : { banda }) };
  const debounced = useDebounced(JSON.stringify(draft));
  const { data, currentData, isFetching, isError, error } = usePreviewThresholdQuery({
    umbral: JSON.parse(debounced) as typeof draft,
    dias: previewDays,
  });
  return (
    <div className="prev">
      <div className="prev__h" role="status" aria-busy={isFetching}>
        {currentData !== undefined ? (
          <p>
            <b className="prev__n">{countSentence(currentData)}</b>
            <span className="meta">
              {currentData.firings > 0 && `${copy.mails(currentData.mails)} `}
              {currentPriceSentence(currentData, umbral)}
            </span>
          </p>
        ) : (
          <p className="meta">{isError ? messageOf(error) : copy.trying}</p>
        )}
      </div>
      {objetivo.tipo === 'coleccionable' && (
        // While the next result loads, the marks of the last one stay, so that the chart does not jump.
        <PreviewChart umbral={umbral} matchId={matchId} preview={isError ? undefined : data} />
      )}
    </div>
  );
}

function PreviewChart({
  umbral,
  matchId,
  preview,
}: ThresholdPreviewProps & { readonly preview: Preview | undefined }) {
  const { objetivo, condicion, valor, moneda } = umbral;
  const { data: match } = useGetMatchQuery({ id: matchId });
  const { data } = useGetHistoryQuery({ collectible: objetivo.id, range: '30d' });
  const history = data?.collectibleId === objetivo.id ? data : null;
  const item = match?.collectibles.find(({ id }) => id === objetivo.id);
  if (history === null || item === undefined || history.points.length === 0)
    return <div className="chart chart--mini" />;
  const hasLine = condicion === 'por_debajo' || condicion === 'por_encima';
  const line = { cents: valor, firesAbove: condicion === 'por_encima' };
  const points = history.points.map(({ at, floorCents }) => ({
    atMs: Date.parse(at),
    cents: floorCents,
  }));
  return (
    <StepChart
      points={points}
      untilMs={points.reduce((latest, { atMs }) => Math.max(latest, atMs), 0)}
      lines={hasLine ? [{ ...line, label: thresholdMoney(valor, moneda) }] : []}
      marks={(preview?.last ?? []).map(({ observedAt, valueCents }) => ({
        atMs: Date.parse(observedAt),
        cents: valueCents,
      }))}
      label={copy.chart(
        categoryName(item.category),
        preview === undefined ? '' : countSentence(preview),
      )}
      formatCents={(cents) => thresholdMoney(Math.round(cents / 100) * 100, moneda)}
    />
  );
}

function countSentence({ firings, days, last }: Preview): string {
  const newest = last[0];
  if (firings === 0) return copy.never(days);
  return copy.firings(firings, days, newest === undefined ? null : dayAndMonth(newest.observedAt));
}

function currentPriceSentence({ currentCents, alreadyTrue }: Preview, umbral: UmbralInput): string {
  if (currentCents === null) return copy.nothingListed;
  const now = copy.now(money(currentCents, umbral.moneda));
  if (alreadyTrue) return `${now}: ${copy.already}`;
  if (umbral.condicion !== 'por_debajo' && umbral.condicion !== 'por_encima') return `${now}.`;
  const distance = Math.round((Math.abs(currentCents - umbral.valor) / currentCents) * 10_000);
  return `${now}: ${copy.away(percent(distance))}`;
}

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : copy.failed;

/** Debounced value: one request per pause, not per key. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
