/** One section of the settings, with its heading. */
import type { ReactNode } from 'react';
import styles from './settings-section.module.css';

interface SettingsSectionProps {
  /** Anchor of the section navigation. */
  readonly id: string;
  readonly title: string;
  /** Small text, to the right of the title. */
  readonly aside?: string | undefined;
  readonly children: ReactNode;
}

export function SettingsSection({ id, title, aside, children }: SettingsSectionProps) {
  return (
    <section className={styles.setsec} id={id} aria-labelledby={`${id}-titulo`} tabIndex={-1}>
      <h2 className="title" id={`${id}-titulo`}>
        {title}
        {aside !== undefined && <span className="meta"> {aside}</span>}
      </h2>
      <div className={styles.setsec__b}>{children}</div>
    </section>
  );
}
