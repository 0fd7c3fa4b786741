/** Navigation of the parts of the settings; marks the one in view. */
import { settingsCopy as copy, settingsParts } from '#src/copy/settings.ts';
import { useSectionInView } from '#src/hooks/use-section-in-view.ts';

const parts = Object.entries(settingsParts).map(([id, title]) => ({ id, title }));

export function SettingsNav() {
  const current = useSectionInView(parts);
  return (
    <nav className="toc" aria-label={copy.onThisPage}>
      <ol>
        {parts.map(({ id, title }) => (
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
