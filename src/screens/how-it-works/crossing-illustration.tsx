/** Decorative illustration: a price steps down and crosses the threshold line. */
import styles from './crossing-illustration.module.css';

export function CrossingIllustration() {
  return (
    <svg className={styles.how__art} viewBox="0 0 420 150" aria-hidden="true">
      <path d="M0 118H420" stroke="var(--color-signal-on-board)" strokeWidth="4" />
      <g fill="none" stroke="var(--color-on-board)">
        <path d="M0 40H34V34H62V52H96V46H124V62H160V55H188V74H220V66H240" strokeWidth="3.5" />
        <path
          d="M240 66C290 40 340 60 352 118"
          strokeWidth="3"
          strokeDasharray="2 9"
          strokeLinecap="round"
        />
      </g>
      <circle
        cx="352"
        cy="118"
        r="9"
        fill="var(--color-board)"
        stroke="var(--color-signal-on-board)"
        strokeWidth="4"
      />
      <circle cx="356" cy="139" r="9" fill="var(--color-on-board)" />
    </svg>
  );
}
