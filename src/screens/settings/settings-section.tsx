/** One section of the settings: its heading, what stands beside it, and what can be set. */
import type { ReactNode } from 'react';

interface SettingsSectionProps {
  /** Where the contents lead to. */
  readonly id: string;
  readonly title: string;
  /** Small, to the right of the title. */
  readonly aside?: string | undefined;
  readonly children: ReactNode;
}

export function SettingsSection({ id, title, aside, children }: SettingsSectionProps) {
  return (
    <section className="setsec" id={id} aria-labelledby={`${id}-titulo`} tabIndex={-1}>
      <h2 className="title" id={`${id}-titulo`}>
        {title}
        {aside !== undefined && <span className="meta"> {aside}</span>}
      </h2>
      <div className="setsec__b">{children}</div>
    </section>
  );
}
