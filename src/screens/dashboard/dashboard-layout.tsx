/** Layout of the signed-in area: header with the five sections, account menu, footer, bottom bar on phones. */
import { useEffect, useRef } from 'react';
import { Link, NavLink, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { brand } from '#domain/brand.ts';
import { AccountMenu } from '#src/components/account-menu.tsx';
import { BrandMark } from '#src/components/brand-mark.tsx';
import { Icon, type IconName } from '#src/components/icon.tsx';
import { ThemeSwitch } from '#src/components/theme-switch.tsx';
import { separator } from '#src/copy/format.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { useGetAlertsQuery, useGetProfileQuery } from '#store/api/base-api.ts';
import { useAppDispatch, useAppSelector } from '#store/app-store.ts';
import { type DashboardTab, selectTab, tabChosen } from '#store/dashboard.slice.ts';
import { profileLoaded } from '#store/profile.slice.ts';
import { AlertAnnouncer } from './alert-announcer.tsx';
import { ConnectionBanner } from './connection-banner.tsx';

interface Section {
  readonly tab: DashboardTab;
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
}

const sections: readonly Section[] = [
  { tab: 'overview', to: '/dashboard', label: 'Resumen', icon: 'summary' },
  { tab: 'matches', to: '/dashboard/partidos', label: 'Partidos', icon: 'ticket' },
  { tab: 'alerts', to: '/dashboard/alertas', label: 'Alertas', icon: 'alert' },
  { tab: 'settings', to: '/dashboard/configuracion', label: 'Configuración', icon: 'gear' },
  { tab: 'plan', to: '/dashboard/plan', label: 'Plan', icon: 'plan' },
];

export function DashboardLayout() {
  const { pathname } = useLocation();
  const section = sections.findLast(({ to }) => pathname.startsWith(to)) ?? sections[0];
  const { data: alerts } = useGetAlertsQuery({ limit: '1' });
  const unread = alerts?.unread ?? 0;
  useTabInStore(section?.tab ?? 'overview');
  useProfileInStore();
  useTitle(section?.label ?? brand.name, unread);
  const main = useMainFocus(pathname);
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
          <nav className="tabs" aria-label="Secciones">
            {sections.map((item) => (
              <SectionLink key={item.tab} section={item} unread={unread} />
            ))}
          </nav>
          <div className="top__end">
            <Link className="btn btn--quiet hide-m" to="/support">
              Ayuda
            </Link>
            <ThemeSwitch />
            <Account />
          </div>
        </div>
      </header>
      <main id="contenido" className="wrap" ref={main} tabIndex={-1}>
        <ConnectionBanner />
        <Outlet />
      </main>
      <footer className="wrap">
        <p className="foot meta">
          Vigía es un producto independiente. No tiene relación con clubes, federaciones, torneos ni
          mercados oficiales.
          {separator}
          <Link to="/terms">Términos</Link>
          {separator}
          <Link to="/privacy">Privacidad</Link>
          {separator}
          <Link to="/support">Ayuda</Link>
        </p>
      </footer>
      <nav className="tabbar" aria-label="Secciones">
        {sections.map((item) => (
          <SectionLink key={item.tab} section={item} unread={unread} withIcon />
        ))}
      </nav>
      <AlertAnnouncer />
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
  return (
    <NavLink to={section.to} end={section.tab === 'overview'}>
      {withIcon && <Icon name={section.icon} />}
      {section.label}
      {section.tab === 'alerts' && unread > 0 && (
        <span className="count">
          {unread > 99 ? '99+' : unread}
          <span className="vh"> nuevas</span>
        </span>
      )}
    </NavLink>
  );
}

function Account() {
  const { session, actions } = useSession();
  const navigate = useNavigate();
  const { data: profile } = useGetProfileQuery();
  return (
    <AccountMenu
      label="Cuenta"
      name={profile?.username ?? session.user?.displayName ?? ''}
      email={session.user?.email ?? ''}
      items={[
        { label: 'Configuración', onChoose: () => navigate('/dashboard/configuracion') },
        { label: 'Ayuda', onChoose: () => navigate('/support') },
        { label: 'Cerrar sesión', onChoose: actions.signOut },
      ]}
    />
  );
}

/** Stores the tab in Redux; the URL is its source. */
function useTabInStore(tab: DashboardTab): void {
  const dispatch = useAppDispatch();
  const storedTab = useAppSelector(selectTab);
  useEffect(() => {
    if (storedTab !== tab) dispatch(tabChosen(tab));
  }, [storedTab, tab, dispatch]);
}

/** Copies the profile to Redux; the server is its source. */
function useProfileInStore(): void {
  const dispatch = useAppDispatch();
  const { data } = useGetProfileQuery();
  useEffect(() => {
    if (data !== undefined) dispatch(profileLoaded(data));
  }, [data, dispatch]);
}

function useTitle(section: string, unread: number): void {
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${section} · ${brand.name}`;
  }, [section, unread]);
}

/** Focuses the content after a navigation, except on the first page. */
function useMainFocus(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
