/** Page of a legal document: table of contents, and sections that start with a plain summary. */
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '#src/components/icon.tsx';
import { PageMain } from '#src/components/page-main.tsx';
import { useHydrated } from '#src/components/use-hydrated.ts';
import { calendarDay, longDate } from '#src/copy/format.ts';
import { type LegalDocument, type LegalSection, legalCopy } from '#src/copy/legal.ts';
import { PageFoot } from '#src/features/layout/page-foot.tsx';
import { PublicHeader } from '#src/features/layout/public-header.tsx';
import { useSession } from '#src/features/session/session-context.ts';
import { usePageTitle } from '#src/hooks/use-page-title.ts';
import { useSectionInView } from '#src/hooks/use-section-in-view.ts';
import { LegalBlocks } from './legal-blocks.tsx';
import styles from './legal-page.module.css';

export function LegalPage({ document: text }: { document: LegalDocument }) {
  usePageTitle(text.title);
  const { session } = useSession();
  useHashSection();
  return (
    <>
      <PublicHeader>
        {/* /login redirects signed-in users to the dashboard. */}
        <Link className="btn btn--quiet for-visitors" to="/login">
          <Icon name="back" />
          {session.status === 'authenticated' ? legalCopy.backToDashboard : legalCopy.back}
        </Link>
      </PublicHeader>
      <PageMain id="contenido" className="wrap">
        <div className="mast">
          <div>
            <p className="label">
              {legalCopy.updated} <Today />
            </p>
            <h1 className="headline">{text.title}</h1>
          </div>
        </div>
        {/* Remounted for the other document, as the table of contents has state. */}
        <div className="doc" key={text.title}>
          <TableOfContents sections={text.sections} />
          <div className={styles.prose}>
            {text.sections.map((section, index) => (
              <section
                key={section.id}
                id={section.id}
                aria-labelledby={`${section.id}-titulo`}
                tabIndex={-1}
              >
                <h2 className="title" id={`${section.id}-titulo`}>
                  <span className="fig">{index + 1}</span> {section.title}
                </h2>
                <p className={styles.plain}>
                  <b>{legalCopy.inShort}</b> {section.summary}
                </p>
                <LegalBlocks blocks={section.blocks} />
              </section>
            ))}
          </div>
        </div>
      </PageMain>
      <PageFoot
        label={legalCopy.otherPages}
        links={[
          [text.sibling.to, text.sibling.text],
          ['/support', legalCopy.help],
        ]}
      />
    </>
  );
}

/** Today in the browser's time zone; prerendered with a placeholder (contract/prerendered-pages.ts). */
function Today() {
  if (!useHydrated()) return <time suppressHydrationWarning>{legalCopy.today}</time>;
  const today = new Date();
  return <time dateTime={calendarDay(today)}>{longDate(today)}</time>;
}

/**
 * Scrolls to the section of the URL hash: the browser looks for it before a client-side render has finished. Not after
 * the user has moved the focus.
 */
function useHashSection(): void {
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const section = document.getElementById(decodeAnchor(window.location.hash));
    if (section === null) return;
    if (!section.matches(':target')) section.scrollIntoView();
    section.focus({ preventScroll: true });
  }, []);
}

function decodeAnchor(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** Table of contents of a long page; marks the section in view. */
function TableOfContents({ sections }: { sections: readonly LegalSection[] }) {
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
