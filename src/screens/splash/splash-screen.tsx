/** Splash until the first session state is known; after ten seconds, a message and a retry button. */
import { brand } from '#domain/brand.ts';
import { BrandMark } from '#src/components/brand-mark.tsx';
import { Button } from '#src/components/button.tsx';
import { useSession } from '#src/features/session/session-context.ts';

export function SplashScreen() {
  const { session, actions } = useSession();
  return (
    <main className="splash" aria-busy={!session.isSlow}>
      <div className="splash__in">
        <span className="splash__m" aria-hidden="true">
          <BrandMark />
        </span>
        <h1 className="vh">{brand.name}</h1>
        <span className="splash__line" aria-hidden="true">
          <i />
        </span>
        {session.isSlow ? (
          <div className="splash__slow">
            <p role="status">
              <b>Está tardando más de lo normal.</b>
              <br />
              No hemos podido comprobar tu sesión en 10 segundos.
            </p>
            <Button onClick={actions.retry}>Reintentar</Button>
          </div>
        ) : (
          <p className="vh" role="status">
            Comprobando tu sesión
          </p>
        )}
      </div>
    </main>
  );
}
