/** Table of contents of a long page; marks the section in view. */
import { type LegalSection, legalCopy } from '#src/copy/legal.ts';
import { useSectionInView } from '#src/hooks/use-section-in-view.ts';

export function TableOfContents({ sections }: { sections: readonly LegalSection[] }) {
  const current = useSectionInView(sections);
  return (
    <nav className="toc" aria-label={legalCopy.contents}>
      <ol>
        {sections.map(({ id, title }, index) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
              <span className="fig" aria-hidden="true">
                {index + 1}
              </span>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
