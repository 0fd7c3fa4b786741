/** Browser notification settings: permission request, and the announcement of nearby prices. */

import { useState } from 'react';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import {
  notificationPermission,
  requestNotificationPermission,
} from '#src/features/notifications/browser-notifications.ts';
import {
  isNearbyAnnouncementEnabled,
  setNearbyAnnouncement,
} from '#src/features/notifications/nearby-announcement-preference.ts';
import { QueryResult } from './query-result.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SwitchRow } from './switch-row.tsx';
import { useNotificationSettings } from './use-notification-settings.ts';

export function BrowserNotificationsSection() {
  const notificationSettings = useNotificationSettings();
  const [permission, setPermission] = useState(notificationPermission);
  const choose = async (on: boolean) => {
    if (!on) return notificationSettings.change({ browser: false });
    const answer = await requestNotificationPermission();
    setPermission(answer);
    return answer === 'granted' && notificationSettings.change({ browser: true });
  };
  return (
    <SettingsSection id="avisos" title={copy.noticesTitle}>
      <QueryResult query={notificationSettings.query} rows={1} label={copy.loading}>
        {({ browser }) => (
          <SwitchRow
            title={copy.notices}
            note={
              browser && permission === 'default'
                ? copy.noticesElsewhere
                : copy.noticesNote[permission]
            }
            checked={browser && permission === 'granted'}
            saving={notificationSettings.saving}
            disabled={permission === 'unsupported'}
            onChange={(on) => void choose(on)}
          />
        )}
      </QueryResult>
      {notificationSettings.error !== null && (
        <ApiErrorBanner error={{ message: notificationSettings.error }} />
      )}
      <NearbyAnnouncementSwitch />
    </SettingsSection>
  );
}

function NearbyAnnouncementSwitch() {
  const [isEnabled, setEnabled] = useState(isNearbyAnnouncementEnabled);
  const choose = (enabled: boolean) => {
    setNearbyAnnouncement(enabled);
    setEnabled(enabled);
  };
  return (
    <SwitchRow
      title={copy.nearbyAnnouncement}
      note={copy.nearbyAnnouncementHint}
      checked={isEnabled}
      saving={false}
      onChange={choose}
    />
  );
}
