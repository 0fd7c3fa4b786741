/** /dashboard/configuracion: mail and notifications, import/export of thresholds, and the account. */
import { LoadingBoundary } from '#src/components/loading-boundary.tsx';
import { channelsCopy } from '#src/copy/channels.ts';
import { importExportCopy } from '#src/copy/import-export.ts';
import { keysCopy } from '#src/copy/keys.ts';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import { accountCopy, nameCopy, passwordCopy } from '#src/copy/settings-account.ts';
import { ConfirmEmailBanner } from '#src/features/session/confirm-email-banner.tsx';
import { useGetNotificationSettingsQuery, useGetSettingsQuery } from '#store/api/base-api.ts';
import { useProfile } from '#store/use-profile.ts';
import { AccountSection } from './account-section.tsx';
import { BrowserNotificationsSection } from './browser-notifications-section.tsx';
import { ChannelsSection } from './channels-section.tsx';
import { FrequencySection } from './frequency-section.tsx';
import { ImportExportSection } from './import-export-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { MailSection } from './mail-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { QuietHoursSection } from './quiet-hours-section.tsx';
import { SettingsNav } from './settings-nav.tsx';
import styles from './settings-screen.module.css';
import { UsernameSection } from './username-section.tsx';
import { WeeklySummarySection } from './weekly-summary-section.tsx';

const contents = [
  { id: 'frecuencia', title: copy.frequencyTitle },
  { id: 'silencio', title: copy.quietTitle },
  { id: 'copia', title: importExportCopy.title },
  { id: 'canales', title: channelsCopy.title },
  { id: 'avisos', title: copy.noticesTitle },
  { id: 'semana', title: copy.weekTitle },
  { id: 'correo', title: copy.mailTitle },
  { id: 'nombre', title: nameCopy.title },
  { id: 'clave', title: passwordCopy.title },
  { id: 'claves', title: keysCopy.title },
  { id: 'cuenta', title: accountCopy.title },
];

export function SettingsScreen() {
  const queries = [useGetSettingsQuery(), useGetNotificationSettingsQuery(), useProfile()];
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
        <SettingsNav entries={contents} />
        <div className={styles.doc__body}>
          <FrequencySection />
          <QuietHoursSection />
          <ImportExportSection />
          <ChannelsSection />
          <BrowserNotificationsSection />
          <WeeklySummarySection />
          <MailSection />
          <UsernameSection />
          <PasswordSection />
          <KeysSection />
          <AccountSection />
        </div>
      </div>
    </LoadingBoundary>
  );
}
