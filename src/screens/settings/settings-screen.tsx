/** /dashboard/configuracion, in four parts: alerts, the account, programs, accessibility. */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { LoadingBoundary } from '#src/components/loading-boundary.tsx';
import { settingsCopy as copy, settingsParts } from '#src/copy/settings.ts';
import { ConfirmEmailBanner } from '#src/features/session/confirm-email-banner.tsx';
import { useAccountCredentials } from '#src/features/session/use-account-credentials.ts';
import { useSectionInView } from '#src/hooks/use-section-in-view.ts';
import { useGetNotificationSettingsQuery, useGetSettingsQuery } from '#store/api/base-api.ts';
import { useGetChannelsQuery } from '#store/api/channels-api.ts';
import { useGetKeysQuery } from '#store/api/keys-api.ts';
import { useProfile } from '#store/use-profile.ts';
import { AccessibilitySection } from './accessibility-section.tsx';
import { AccountSection } from './account-section.tsx';
import { ChannelsSection } from './channels-section.tsx';
import { EmailSection } from './email-section.tsx';
import { FrequencySection } from './frequency-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProgramsSection } from './programs-section.tsx';
import { QuietHoursSection } from './quiet-hours-section.tsx';
import styles from './settings-screen.module.css';
import { SettingsPart } from './settings-section.tsx';
import { UsernameSection } from './username-section.tsx';
import { WeeklySummarySection } from './weekly-summary-section.tsx';

export function SettingsScreen() {
  const credentials = useAccountCredentials();
  // Those of different heights: what is below would move once they come, and with it where an address leads.
  const queries = [
    useGetSettingsQuery(),
    useGetNotificationSettingsQuery(),
    useProfile(),
    useGetChannelsQuery(),
    useGetKeysQuery(),
    { isLoading: credentials.data === undefined && credentials.error === undefined },
  ];
  const isLoading = queries.some((query) => query.isLoading);
  useHashSection(!isLoading);
  return (
    <LoadingBoundary queries={queries} label={copy.loading}>
      <ConfirmEmailBanner />
      <div className="mast">
        <div>
          <p className="label">{copy.lead}</p>
          <h1 className="headline">{copy.title}</h1>
        </div>
      </div>
      <div className={`doc ${styles['doc--set']}`}>
        <SettingsNav />
        <div className={styles.doc__body}>
          <SettingsPart part="avisos">
            <ChannelsSection />
            <FrequencySection />
            <QuietHoursSection />
            <WeeklySummarySection />
          </SettingsPart>
          <SettingsPart part="cuenta">
            <UsernameSection />
            <EmailSection />
            <PasswordSection />
            <AccountSection />
          </SettingsPart>
          <SettingsPart part="programas">
            <KeysSection />
            <ProgramsSection />
          </SettingsPart>
          <AccessibilitySection />
        </div>
      </div>
    </LoadingBoundary>
  );
}

/** Scrolls to what the address names once it is there: the browser looks for it before. Focused, so that reading goes on there. */
function useHashSection(isReady: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    const section = isReady && hash !== '' && document.getElementById(hash.slice(1));
    if (!section) return;
    section.focus({ preventScroll: true });
    section.scrollIntoView();
  }, [isReady, hash]);
}

const parts = Object.entries(settingsParts).map(([id, title]) => ({ id, title }));

/** Navigation of the parts of the settings; marks the one in view. */
function SettingsNav() {
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
