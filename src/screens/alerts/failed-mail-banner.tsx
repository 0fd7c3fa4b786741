/** Banner for alerts whose mail failed for good, until they are read; and its query. */
import { Link } from 'react-router-dom';
import { settingsPath } from '#domain/app-links.ts';
import { Icon } from '#src/components/icon.tsx';
import { alertsCopy as copy } from '#src/copy/alerts.ts';
import { useGetAlertsQuery } from '#store/api/base-api.ts';

export const useFailedMailAlerts = () =>
  useGetAlertsQuery({ failed: 'true', unread: 'true', limit: '1' });

export function FailedMailBanner({ onSee }: { onSee: () => void }) {
  const { data } = useFailedMailAlerts();
  const failed = data?.items.filter(({ read }) => !read) ?? [];
  if (failed.length === 0) return null;
  return (
    <div className="banner banner--error banner--top" role="status">
      <Icon name="warning" />
      <p>
        <b>{copy.unsent}</b> {copy.unsentNote}{' '}
        <button type="button" className="linkbtn hit" onClick={onSee}>
          {copy.seeUnsent}
        </button>{' '}
        · <Link to={settingsPath('canales')}>{copy.reviewMail}</Link>
      </p>
    </div>
  );
}
