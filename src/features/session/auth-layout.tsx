/** Layout of the sign-in and registration screens, drawn as a ticket: picture, perforation, form. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { brand } from '#domain/brand.ts';
import { AuthIllustration } from '#src/components/auth-illustration.tsx';
import { BrandMark } from '#src/components/brand-mark.tsx';
import { PageMain } from '#src/components/page-main.tsx';
import { signInCopy } from '#src/copy/sign-in.ts';
import { usePageTitle } from '#src/hooks/use-page-title.ts';
import styles from './auth-layout.module.css';
import { useSession } from './session-context.ts';

export function AuthLayout({ title, children }: { title: string; children: ReactNode }) {
  const { site } = useSession();
  usePageTitle(title);
  return (
    <div className="auth">
      <div className={styles.auth__shadow}>
        <div className="auth__ticket">
          <AuthIllustration lead={signInCopy.what} poster={signInCopy.poster} />
          <div className="auth__form">
            <span className={styles.auth__micro} aria-hidden="true">
              {signInCopy.stub}
            </span>
            <header className={styles.auth__brand}>
              <Link className="brand" to="/" aria-label={brand.name}>
                <BrandMark />
                {brand.name}
              </Link>
            </header>
            <PageMain>
              <p className={styles.auth__what}>{signInCopy.what}</p>
              {children}
            </PageMain>
            <footer>
              <p>{signInCopy.independent}</p>
              <p className={styles.auth__links}>
                <a className="hit" href="/how-it-works" target="_blank" rel="noopener">
                  {signInCopy.howItWorks}
                  <span className="vh" aria-hidden="true">
                    {' '}
                    {signInCopy.opensInNewTab}
                  </span>
                </a>
                <a className="hit" href={site.landingUrl} rel="external">
                  {signInCopy.landing}
                </a>
                <Link className="hit" to="/terms">
                  {signInCopy.terms}
                </Link>
                <Link className="hit" to="/privacy">
                  {signInCopy.privacy}
                </Link>
              </p>
            </footer>
          </div>
        </div>
      </div>
    </div>
  );
}
