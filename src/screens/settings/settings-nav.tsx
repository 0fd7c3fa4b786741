/** Navigation of the settings sections; marks the section in view. */
import { settingsCopy as copy } from '#src/copy/settings.ts';
import { useSectionInView } from '#src/hooks/use-section-in-view.ts';

export interface SettingsEntry {
  readonly id: string;
  readonly title: string;
}

export function SettingsNav({ entries }: { entries: readonly SettingsEntry[] }) {
  const current = useSectionInView(entries);
  return (
    <nav className="toc" aria-label={copy.onThisPage}>
      <ol>
        {entries.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
