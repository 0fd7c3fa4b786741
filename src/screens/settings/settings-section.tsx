/** The four parts of the settings, and the sections of each, with their headings. */
import type { ReactNode } from 'react';
import { type SettingsPartId, settingsParts } from '#src/copy/settings.ts';
import styles from './settings-section.module.css';

export function SettingsPart(props: {
  readonly part: SettingsPartId;
  readonly children: ReactNode;
}) {
  const { part } = props;
  return (
    <section className={styles.setpart} id={part} aria-labelledby={`${part}-titulo`} tabIndex={-1}>
      <h2 className={styles.setpart__t} id={`${part}-titulo`}>
        {settingsParts[part]}
      </h2>
      {props.children}
    </section>
  );
}

interface SettingsSectionProps {
  /** URL fragment. */
  readonly id: string;
  readonly title: string;
  /** Small text, to the right of the title. */
  readonly aside?: string | undefined;
  readonly children: ReactNode;
}

export function SettingsSection({ id, title, aside, children }: SettingsSectionProps) {
  return (
    <section className={styles.setsec} id={id} aria-labelledby={`${id}-titulo`} tabIndex={-1}>
      <h3 className="title" id={`${id}-titulo`}>
        {title}
        {aside !== undefined && <span className="meta"> {aside}</span>}
      </h3>
      <div className={styles.setsec__b}>{children}</div>
    </section>
  );
}
