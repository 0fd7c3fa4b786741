/** SVG diagram of a machine, with its active states and last transitions. */
import styles from './diagram.module.css';
import { rowsOf } from './graph.ts';
import type { Drawing, PlacedArrow, PlacedBox } from './layout.ts';
import { headHeight, lineHeight } from './layout.ts';

interface Marks {
  /** Ids of the states the machine is in. */
  readonly active: ReadonlySet<string>;
  /** Keys of the last step's transitions. */
  readonly latest: ReadonlySet<string>;
}

export function Diagram({
  drawing,
  title,
  ...marks
}: Marks & { readonly drawing: Drawing; readonly title: string }) {
  return (
    <svg
      data-testid="diagram"
      className={styles.dg}
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      width={drawing.width}
      height={drawing.height}
      role="img"
      aria-label={title}
    >
      <defs>
        {(['plain', 'latest'] as const).map((kind) => (
          <marker
            key={kind}
            id={`dg-${kind}`}
            className={`${styles.dg__tip} ${styles[`dg__tip--${kind}`] ?? ''}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="9"
            markerHeight="9"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0 0.5 8 4 0 7.5z" />
          </marker>
        ))}
      </defs>
      {drawing.boxes.map((placed) => (
        <Box key={placed.box.id} placed={placed} marks={marks} />
      ))}
      {drawing.arrows.map((placed) => (
        <Arrow key={placed.arrow.id} placed={placed} marks={marks} />
      ))}
      {drawing.arrows.map((placed) => (
        <Label key={placed.arrow.id} placed={placed} marks={marks} />
      ))}
    </svg>
  );
}

/** An arrow with several transitions is marked when one was taken; its label's lines show which. */
const markOf = (keys: readonly string[], { latest }: Marks): 'plain' | 'latest' =>
  keys.some((key) => latest.has(key)) ? 'latest' : 'plain';

function Box({ placed, marks }: { placed: PlacedBox; marks: Marks }) {
  const { box, x, y, width, height } = placed;
  const isActive = marks.active.has(box.id);
  const kind = box.state === null ? 'root' : box.children.length > 0 ? 'outer' : 'leaf';
  return (
    <g
      data-kind={kind}
      className={`${styles.dg__box} ${styles[`dg__box--${kind}`] ?? ''}${isActive ? ` ${styles['dg__box--active']}` : ''}`}
      data-state={box.id}
      data-active={isActive}
      transform={`translate(${x} ${y})`}
    >
      <title>{box.state?.description ?? box.name}</title>
      <rect width={width} height={height} rx="3" />
      {box.state?.isFinal && (
        <rect
          x="3"
          y="3"
          width={width - 6}
          height={height - 6}
          rx="2"
          className={styles.dg__final}
        />
      )}
      {box.state?.isInitial && <circle cx="13" cy="14" r="3.5" className={styles.dg__initial} />}
      <text className={styles.dg__name} x={box.state?.isInitial ? 23 : 12} y="18">
        {box.name}
      </text>
      {box.services.map((service, index) => (
        <text
          key={service}
          className={styles.dg__service}
          x="12"
          y={headHeight + 12 + index * lineHeight}
        >
          ⟳ {service}
        </text>
      ))}
      {box.inner.map(({ transition, text }, index) => (
        <text
          key={transition.key}
          className={styles[`dg__line--${markOf([transition.key], marks)}`]}
          x="12"
          y={headHeight + 12 + (box.services.length + index) * lineHeight}
        >
          {text}
        </text>
      ))}
    </g>
  );
}

function Arrow({ placed, marks }: { placed: PlacedArrow; marks: Marks }) {
  const mark = markOf(keysOf(placed), marks);
  return (
    <polyline
      className={`${styles.dg__arrow} ${styles[`dg__arrow--${mark}`] ?? ''}`}
      data-mark={mark}
      points={placed.path.map(({ x, y }) => `${x},${y}`).join(' ')}
      markerEnd={`url(#dg-${mark})`}
    />
  );
}

function Label({ placed, marks }: { placed: PlacedArrow; marks: Marks }) {
  const { arrow, label } = placed;
  return (
    <g transform={`translate(${label.x} ${label.y})`}>
      <rect className={styles.dg__label} width={label.width} height={label.height} rx="3" />
      {arrow.lines.map((line, index) => (
        <text
          key={line.transition.key}
          className={styles[`dg__line--${markOf([line.transition.key], marks)}`]}
          y={13 + arrow.lines.slice(0, index).flatMap(rowsOf).length * lineHeight}
          textAnchor="middle"
          data-transition={line.transition.key}
        >
          <title>{line.transition.description ?? line.text}</title>
          {rowsOf(line).map((row, below) => (
            <tspan key={row} x={label.width / 2} dy={below === 0 ? 0 : lineHeight}>
              {row}
            </tspan>
          ))}
        </text>
      ))}
    </g>
  );
}

const keysOf = ({ arrow }: PlacedArrow): string[] =>
  arrow.lines.map(({ transition }) => transition.key);
