/** What screen readers announce by themselves. */
import { useState } from 'react';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import {
  isNearbyAnnouncementEnabled,
  setNearbyAnnouncement,
} from '#src/features/notifications/nearby-announcement-preference.ts';
import { SettingsPart } from './settings-section.tsx';
import { SwitchRow } from './switch-row.tsx';

export function AccessibilitySection() {
  const [isEnabled, setEnabled] = useState(isNearbyAnnouncementEnabled);
  const choose = (enabled: boolean) => {
    setNearbyAnnouncement(enabled);
    setEnabled(enabled);
  };
  return (
    <SettingsPart part="accesibilidad">
      <SwitchRow
        title={copy.nearbyAnnouncement}
        note={copy.nearbyAnnouncementHint}
        checked={isEnabled}
        saving={false}
        onChange={choose}
      />
    </SettingsPart>
  );
}
