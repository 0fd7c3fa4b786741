/** Notices of this browser: asked for on the click, and said plainly when the browser says no. */
import { useState } from 'react';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import {
  notificationPermission,
  requestNotificationPermission,
} from '#src/features/notifications/browser-notifications.ts';
import {
  isNearbyAnnouncementEnabled,
  setNearbyAnnouncement,
} from '#src/features/notifications/nearby-announcement-preference.ts';
import { QueryResult } from './query-result.tsx';
import { ApiErrorBanner } from './settings-api-error-banner.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SwitchRow } from './switch-row.tsx';
import { useNotificationSettings } from './use-notification-settings.ts';

export function BrowserNotificationsSection() {
  const edit = useNotificationSettings();
  const [permission, setPermission] = useState(notificationPermission);
  const choose = async (on: boolean) => {
    if (!on) return edit.change({ navegador: false });
    const answer = await requestNotificationPermission();
    setPermission(answer);
    return answer === 'granted' && edit.change({ navegador: true });
  };
  return (
    <SettingsSection id="avisos" title={copy.noticesTitle}>
      <QueryResult query={edit.query} rows={1} label={copy.loading}>
        {({ navegador }) => (
          <SwitchRow
            title={copy.notices}
            note={
              navegador && permission === 'default'
                ? copy.noticesElsewhere
                : copy.noticesNote[permission]
            }
            checked={navegador && permission === 'granted'}
            saving={edit.saving}
            disabled={permission === 'unsupported'}
            onChange={(on) => void choose(on)}
          />
        )}
      </QueryResult>
      {edit.problem !== null && <ApiErrorBanner message={edit.problem} />}
      <NearNewsSwitch />
    </SettingsSection>
  );
}

function NearNewsSwitch() {
  const [isWanted, setWanted] = useState(isNearbyAnnouncementEnabled);
  const choose = (wanted: boolean) => {
    setNearbyAnnouncement(wanted);
    setWanted(wanted);
  };
  return (
    <SwitchRow
      title={copy.nearNews}
      note={copy.nearNewsNote}
      checked={isWanted}
      saving={false}
      onChange={choose}
    />
  );
}
