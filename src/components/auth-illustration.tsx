/** The picture beside the sign-in forms: a price crosses the goal line and a mail leaves. Decoration only. */
import { Fragment } from 'react';
import styles from './auth-illustration.module.css';

/** Mown stripes of the pitch, from the top. */
const stripes = Array.from({ length: 9 }, (_, index) => -580 + 208 * index);
/** Height of a dotted line, and its price. */
const levels = [
  [472, '220 €'],
  [594, '200 €'],
] as const;
/** The ball on its way to the goal. */
const flight = [
  { cx: 434.5, cy: 429.2, r: 5, opacity: 0.45 },
  { cx: 488.1, cy: 432.9, r: 6.2, opacity: 0.55 },
  { cx: 532.2, cy: 458.2, r: 7.4, opacity: 0.65 },
  { cx: 557.2, cy: 500, r: 8.6, opacity: 0.75 },
  { cx: 560.1, cy: 558.2, r: 9.8, opacity: 0.85 },
  { cx: 537.3, cy: 625.8, r: 11, opacity: 0.95 },
];

export function AuthIllustration(props: { readonly lead: string; readonly poster: string }) {
  return (
    <div className="auth__panel" aria-hidden="true">
      <svg
        viewBox="0 0 800 860"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
        focusable="false"
      >
        {stripes.map((y) => (
          <rect key={y} x="-600" y={y} width="2000" height="104" fill="var(--color-board-alt)" />
        ))}
        <g fill="none" stroke="var(--color-on-board)" strokeOpacity=".42" strokeWidth="3">
          <path className={styles.mid} d="M-600 268H1400" />
          <path className={styles.mid} d="M296 268A104 104 0 0 0 504 268M64 268V400M736 268V400" />
          <path d="M64 400V716M736 400V716" />
          <path d="M184 716V516H616V716M296 716V646H504V716" />
          <path d="M318 516A104 104 0 0 1 482 516" />
          <path d="M64 692A24 24 0 0 1 88 716M736 692A24 24 0 0 0 712 716" />
        </g>
        <g fill="var(--color-on-board)" fillOpacity=".6">
          <circle cx="400" cy="582" r="4" />
          <circle className={styles.mid} cx="400" cy="268" r="4" />
        </g>
        <path
          d="M316 716V790M330 716V790M344 716V790M358 716V790M372 716V790M386 716V790M400 716V790M414 716V790M428 716V790M442 716V790M456 716V790M470 716V790M484 716V790M310 730H490M310 742H490M310 754H490M310 766H490M310 778H490M310 790H490"
          stroke="var(--color-on-board)"
          strokeOpacity=".28"
          strokeWidth="1.5"
        />
        <path
          d="M310 716V792H490V716"
          fill="none"
          stroke="var(--color-on-board)"
          strokeOpacity=".75"
          strokeWidth="3"
        />
        {levels.map(([y, price]) => (
          <Fragment key={price}>
            <path
              d={`M-600 ${y}H1400`}
              stroke="var(--color-on-board)"
              strokeOpacity=".2"
              strokeDasharray="1 8"
              strokeWidth="2"
              strokeLinecap="round"
            />
            <g transform={`translate(724 ${y})`}>
              <text className={`${styles.pl} up2`} y="-7" textAnchor="end">
                {price}
              </text>
            </g>
          </Fragment>
        ))}
        <path d="M-600 716H1400" stroke="var(--color-signal-on-board)" strokeWidth="5" />
        <path
          d="M-640 374.4H-633.0V375.9H-621.9V388.7H-603.8V391.2H-590.0V392.1H-576.9V398.3H-567.1V392.3H-558.2V395.6H-543.6V386.5H-531.6V398.1H-521.8V391.5H-507.1V390.0H-493.9V397.4H-482.9V389.1H-475.7V397.7H-461.2V391.7H-454.0V395.0H-435.5V394.4H-427.2V391.3H-407.8V396.3H-389.1V409.8H-372.7V401.2H-353.4V407.1H-344.2V398.7H-324.9V392.2H-304.9V383.8H-292.3V390.7H-277.3V404.0H-257.9V394.7H-246.3V384.2H-239.3V379.6H-220.0V378.2H-204.1V377.9H-186.0V379.8H-167.0V368.3H-154.5V368.3H-140.9V376.0H-133.2V388.6H-115.5V399.5H-103.9V398.1H-92.0V398.9H-83.6V402.3H-74.4V400.2H-60.2V388.3H-51.9V374.9H-32.0V368.3H-17.7V372.0H0.5V370.0H14.1V377.6H28.0V386.5H47.5V386.7H66.3V398.8H75.4V388.0H91.4V396.0H109.1V402.0H127.6V404.6H141.2V414.3H149.5V408.0H167.8V416.8H184.7V423.5H202.9V427.4H209.9V443.0H217.3V443.6H228.2V437.0H239.3V435.3H259.2V437.6H276.0V448.9H291.5V451.2H301.7V459.9H315.1V458.6H328.1V466.3H341.5V468.2H350.0V466.7H352.0V475.1H364.0V462.9H376.0V450.7"
          fill="none"
          stroke="var(--color-on-board)"
          strokeWidth="3.5"
          strokeLinejoin="round"
        />
        <path
          d="M376,450.65 C500,372.65 690,500.65 438,758"
          fill="none"
          stroke="var(--color-on-board)"
          strokeWidth="3"
          strokeDasharray="2 9"
          strokeLinecap="round"
        />
        {flight.map(({ cx, cy, r, opacity }) => (
          <circle
            key={cx}
            cx={cx}
            cy={cy}
            r={r}
            fill="var(--color-board)"
            stroke="var(--color-on-board)"
            strokeOpacity={opacity}
            strokeWidth="2"
          />
        ))}
        <circle cx="376" cy="450.65" r="7" fill="var(--color-on-board)" />
        <circle
          cx="475.7"
          cy="716"
          r="10"
          fill="var(--color-board)"
          stroke="var(--color-signal-on-board)"
          strokeWidth="4"
        />
        <g transform="translate(438,758)">
          <circle r="17" fill="var(--color-on-board)" />
          <path
            d="M0-6.5 6.2-2 3.8 5.3H-3.800L-6.2-2zM0-6.5V-17M6.2-2 16-5.500M3.8 5.3 10 13.5M-3.800 5.3-10 13.5M-6.2-2-16-5.5"
            fill="var(--color-board)"
            stroke="var(--color-board)"
            strokeWidth="1.8"
          />
        </g>
        <g transform="translate(64 716)">
          <g className="up2">
            <rect y="-18" width="136" height="36" rx="2" fill="var(--color-signal-on-board)" />
            <text x="13" y="7" className={styles.tg} fill="var(--color-on-signal-on-board)">
              Umbral 180 €
            </text>
          </g>
        </g>
        <g transform="translate(514 752)">
          <g className="up2">
            <text
              className={`${styles.tg} ${styles['tg--price']}`}
              fill="var(--color-on-board)"
              y="6"
            >
              172 €
            </text>
            <text className={styles.pl} y="31">
              Correo enviado a las 18:40
            </text>
          </g>
        </g>
      </svg>
      <div className={styles.auth__copy}>
        <p className={styles.lead}>{props.lead}</p>
        <p className={styles.poster}>{props.poster}</p>
      </div>
    </div>
  );
}
