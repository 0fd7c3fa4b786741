/** The contents of a long page, marking the section being read. */
import { useEffect, useState } from 'react';
import { type LegalSection, legalCopy } from '#src/copy/legal.ts';

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

/** @returns the first section within the upper part of the window, where the eye is */
function useSectionInView(sections: readonly LegalSection[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const seen = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id);
          else seen.delete(target.id);
        }
        const first = sections.find(({ id }) => seen.has(id));
        if (first !== undefined) setCurrent(first.id);
      },
      // Below the sticky head, as far down as an anchor places its section.
      { rootMargin: '-96px 0px -70% 0px' },
    );
    for (const { id } of sections) {
      const section = document.getElementById(id);
      if (section !== null) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [sections]);
  return current;
}
