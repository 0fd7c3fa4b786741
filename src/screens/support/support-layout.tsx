/** Layout of the help centre: back link, theme switch and footer. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '#src/components/icon.tsx';
import { PageMain } from '#src/components/page-main.tsx';
import { supportCopy } from '#src/copy/support.ts';
import { PageFoot } from '#src/features/layout/page-foot.tsx';
import { PublicHeader } from '#src/features/layout/public-header.tsx';
import { useSession } from '#src/features/session/session-context.ts';
import { usePageTitle } from '#src/hooks/use-page-title.ts';
import styles from './support.module.css';

export function SupportLayout({ children }: { children: ReactNode }) {
  const { session } = useSession();
  usePageTitle(supportCopy.documentTitle);
  return (
    <>
      <PublicHeader>
        {/* /login redirects signed-in users to the dashboard. */}
        <Link className="btn btn--quiet for-visitors" to="/login">
          <Icon name="back" />
          {session.status === 'authenticated'
            ? supportCopy.backToDashboard
            : supportCopy.backToLogin}
        </Link>
      </PublicHeader>
      <PageMain id="contenido" className={`wrap ${styles.help}`}>
        {children}
      </PageMain>
      <PageFoot
        links={[
          ['/terms', supportCopy.terms],
          ['/privacy', supportCopy.privacy],
        ]}
      />
    </>
  );
}
