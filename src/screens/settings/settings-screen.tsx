/** /dashboard/configuracion: how often we write, where to, and every line in one list. */
import { Failed, Skeleton } from '#src/components/states.tsx';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import { useGetConfigQuery } from '#store/api/monitoring-api.ts';
import { FrequencySection } from './frequency-section.tsx';
import { MailSection } from './mail-section.tsx';
import { ThresholdsSection } from './thresholds-section.tsx';

export function SettingsScreen() {
  const { data, error, refetch } = useGetConfigQuery();
  return (
    <>
      <div className="mast">
        <h1 className="headline">{copy.title}</h1>
      </div>
      {data === undefined && error === undefined && <Skeleton rows={4} label={copy.title} />}
      {data === undefined && error !== undefined && (
        <Failed
          message={error.message ?? 'No se ha podido leer tu configuración.'}
          retryLabel="Reintentar"
          onRetry={refetch}
        />
      )}
      {data !== undefined && (
        <>
          <FrequencySection />
          <MailSection />
          <ThresholdsSection />
        </>
      )}
    </>
  );
}
