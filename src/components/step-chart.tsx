/** Small step chart of a price, with thresholds and the crossings they would have had. */
export interface StepChartPoint {
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly cents: number | null;
}

export interface StepChartLine {
  readonly cents: number;
  readonly firesAbove: boolean;
  readonly label: string;
}

export interface StepChartProps {
  readonly points: readonly StepChartPoint[];
  readonly untilMs: number;
  readonly lines: readonly StepChartLine[];
  /** Crossings, drawn as dots. */
  readonly marks: readonly { readonly atMs: number; readonly cents: number }[];
  /** Accessible name of the chart. */
  readonly label: string;
  readonly formatCents: (cents: number) => string;
}

export function StepChart({ points, untilMs, lines, marks, label, formatCents }: StepChartProps) {
  const known = points.map(({ cents }) => cents).filter((cents) => cents !== null);
  const first = points[0];
  if (first === undefined || known.length === 0) return null;
  const near = lines.filter(({ cents }) => isNear(cents, known));
  const { low, high } = bounds([...known, ...near.map(({ cents }) => cents)]);
  const y = (cents: number) => 100 - ((cents - low) / (high - low)) * 100;
  const span = Math.max(untilMs - first.atMs, 1);
  const x = (atMs: number) => ((atMs - first.atMs) / span) * 100;
  const grid = [0.25, 0.5, 0.75].map((fraction) => low + (high - low) * fraction);
  return (
    <div className="chart chart--mini" role="img" aria-label={label}>
      {near.map((line) => (
        <span
          key={`zone-${line.cents}-${line.firesAbove}`}
          className="zone"
          style={
            line.firesAbove
              ? { top: 0, height: `${y(line.cents)}%` }
              : { top: `${y(line.cents)}%`, bottom: 0 }
          }
        />
      ))}
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {grid.map((cents) => (
          <line key={cents} className="grid" x1="0" x2="100" y1={y(cents)} y2={y(cents)} />
        ))}
        {near.map((line) => (
          <line
            key={`line-${line.cents}-${line.firesAbove}`}
            className={line.firesAbove ? 'thr thr--up' : 'thr'}
            x1="0"
            x2="100"
            y1={y(line.cents)}
            y2={y(line.cents)}
          />
        ))}
        <path className="line" d={pathOf(points, x, y)} />
      </svg>
      {grid.map((cents) => (
        <span key={`label-${cents}`} className="ylab" style={{ top: `${y(cents)}%` }}>
          {formatCents(Math.round(cents))}
        </span>
      ))}
      {near.map((line) => (
        <span
          key={`tag-${line.cents}-${line.firesAbove}`}
          className="ylab ylab--thr"
          style={{ top: `${y(line.cents)}%` }}
        >
          {line.label}
        </span>
      ))}
      {marks
        .filter(({ atMs }) => atMs >= first.atMs)
        .map(({ atMs, cents }) => (
          <span
            key={atMs}
            className="pt pt--hit"
            style={{ left: `${Math.min(100, x(atMs))}%`, top: `${y(cents)}%` }}
          />
        ))}
    </div>
  );
}

/** Whether to draw a threshold: one far from every price would flatten the price line. */
function isNear(cents: number, known: readonly number[]): boolean {
  return cents > Math.min(...known) * 0.5 && cents < Math.max(...known) * 1.6;
}

function bounds(values: readonly number[]): { low: number; high: number } {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const padding = Math.max((high - low) * 0.12, high * 0.04);
  return { low: low - padding, high: high + padding };
}

function pathOf(
  points: readonly StepChartPoint[],
  x: (atMs: number) => number,
  y: (cents: number) => number,
): string {
  let path = '';
  let drawing = false;
  for (const { atMs, cents } of points) {
    if (drawing) path += `H${x(atMs).toFixed(2)}`;
    if (cents === null) drawing = false;
    else {
      path += `${drawing ? 'V' : `M${x(atMs).toFixed(2)} `}${y(cents).toFixed(2)}`;
      drawing = true;
    }
  }
  return drawing ? `${path}H100` : path;
}
