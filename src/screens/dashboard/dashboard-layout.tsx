/** Layout of the signed-in area: header with the six sections, account menu, footer, bottom bar on phones. */
import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { brand } from '#domain/brand.ts';
import { AccountMenu } from '#src/components/account-menu.tsx';
import { BrandMark } from '#src/components/brand-mark.tsx';
import { Icon, type IconName } from '#src/components/icon.tsx';
import { PageMain } from '#src/components/page-main.tsx';
import { ThemeSwitch } from '#src/components/theme-switch.tsx';
import { commandCopy } from '#src/copy/command-texts.ts';
import { menuKey } from '#src/features/command-menu/menu-key.ts';
import { useCommandMenu } from '#src/features/command-menu/use-command-menu.tsx';
import {
  installApp,
  onInstallPrompt,
  readInstallPrompt,
} from '#src/features/install/install-prompt.ts';
import { PageFoot } from '#src/features/layout/page-foot.tsx';
import type { SetTitleSubject } from '#src/features/layout/use-title-subject.ts';
import { useAppBadge } from '#src/features/notifications/use-app-badge.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { usePageTitle } from '#src/hooks/use-page-title.ts';
import { useGetAlertsQuery } from '#store/api/base-api.ts';
import { useAppDispatch, useAppSelector } from '#store/app-store.ts';
import { type DashboardTab, selectTab, tabChosen } from '#store/dashboard.slice.ts';
import { useProfile } from '#store/use-profile.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import styles from './dashboard-layout.module.css';
import { SilentAccountBanner } from './silent-account-banner.tsx';

interface Section {
  readonly tab: DashboardTab;
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
}

const sections: readonly Section[] = [
  { tab: 'overview', to: '/dashboard', label: 'Resumen', icon: 'summary' },
  { tab: 'matches', to: '/dashboard/partidos', label: 'Partidos', icon: 'ticket' },
  { tab: 'thresholds', to: '/dashboard/umbrales', label: 'Umbrales', icon: 'line' },
  { tab: 'alerts', to: '/dashboard/alertas', label: 'Alertas', icon: 'alert' },
  { tab: 'settings', to: '/dashboard/configuracion', label: 'Configuración', icon: 'gear' },
  { tab: 'plan', to: '/dashboard/plan', label: 'Plan', icon: 'plan' },
];

/** A phone has room for five: the plan is in the account menu. */
const barSections = sections.filter(({ tab }) => tab !== 'plan');

export function DashboardLayout() {
  const { pathname } = useLocation();
  const { data: alerts } = useGetAlertsQuery({ limit: '1' });
  const unread = alerts?.unread ?? 0;
  useAppBadge(alerts?.unread);
  /** What the screen shows, for the title; null: its section. */
  const [subject, setSubject] = useState<string | null>(null);
  const commandMenu = useCommandMenu();
  useTabOfAddress(pathname);
  const tab = useAppSelector(selectTab);
  const name = subject ?? sections.find((section) => section.tab === tab)?.label ?? brand.name;
  usePageTitle(unread > 0 ? `(${unread}) ${name}` : name);
  return (
    <div className="has-tabbar">
      <a className="skip" href="#contenido">
        Saltar al contenido
      </a>
      <header className="top">
        <div className="wrap top__in">
          <Link className="brand" to="/dashboard" aria-label={brand.name}>
            <BrandMark />
            {brand.name}
          </Link>
          <nav className={styles.tabs} aria-label="Secciones">
            {sections.map((item) => (
              <SectionLink key={item.tab} section={item} unread={unread} />
            ))}
          </nav>
          <div className="top__end">
            <Link className={`btn btn--quiet ${styles['hide-m']}`} to="/support">
              Ayuda
            </Link>
            <button
              type="button"
              className={`btn btn--quiet ${styles.find}`}
              title={commandCopy.title}
              onClick={() => commandMenu.open('menu')}
            >
              <Icon name="search" />
              <span className={styles.find__w}>{commandCopy.open}</span>
              <span className={styles.find__k} aria-hidden="true">
                <kbd>{menuKey}</kbd>
              </span>
            </button>
            <ThemeSwitch />
            <Account />
          </div>
        </div>
      </header>
      <PageMain id="contenido" className="wrap">
        <ConnectionBanner />
        <SilentAccountBanner />
        <Outlet context={setSubject satisfies SetTitleSubject} />
      </PageMain>
      <PageFoot
        links={[
          ['/terms', 'Términos'],
          ['/privacy', 'Privacidad'],
          ['/support', 'Ayuda'],
        ]}
      />
      <nav className="tabbar" aria-label="Secciones">
        {barSections.map((item) => (
          <SectionLink key={item.tab} section={item} unread={unread} withIcon />
        ))}
      </nav>
      {commandMenu.dialog}
    </div>
  );
}

function SectionLink({
  section,
  unread,
  withIcon = false,
}: {
  section: Section;
  unread: number;
  withIcon?: boolean;
}) {
  const isCurrent = useAppSelector(selectTab) === section.tab;
  return (
    <Link to={section.to} aria-current={isCurrent ? 'page' : undefined}>
      {withIcon && <Icon name={section.icon} />}
      {section.label}
      {section.tab === 'alerts' && unread > 0 && (
        <span className="count">
          {unread > 99 ? '99+' : unread}
          <span className="vh"> nuevas</span>
        </span>
      )}
    </Link>
  );
}

function Account() {
  const { session, actions } = useSession();
  const navigate = useNavigate();
  const { data: profile } = useProfile();
  const canInstall = useSyncExternalStore(onInstallPrompt, readInstallPrompt, () => null) !== null;
  return (
    <AccountMenu
      label="Cuenta"
      name={profile?.username ?? session.user?.displayName ?? ''}
      email={session.user?.email ?? ''}
      items={[
        { label: 'Configuración', onChoose: () => navigate('/dashboard/configuracion') },
        { label: 'Plan', onChoose: () => navigate('/dashboard/plan') },
        { label: 'Ayuda', onChoose: () => navigate('/support') },
        ...(canInstall ? [{ label: 'Instalar', onChoose: installApp }] : []),
        { label: 'Cerrar sesión', onChoose: actions.signOut },
      ]}
    />
  );
}

/** The address names the tab, Redux holds it; before the paint, so that no frame shows the previous one. */
function useTabOfAddress(pathname: string): void {
  const dispatch = useAppDispatch();
  const tab = sections.findLast(({ to }) => pathname.startsWith(to))?.tab ?? 'overview';
  useLayoutEffect(() => {
    dispatch(tabChosen(tab));
  }, [tab, dispatch]);
}
