/** Error pages: unknown route, and a screen that threw. */
import { Link, useLocation } from 'react-router-dom';
import { PageMain } from '#src/components/page-main.tsx';
import { PublicHeader } from '#src/features/layout/public-header.tsx';
import { usePageTitle } from '#src/hooks/use-page-title.ts';
import styles from './error-screen.module.css';

export function NotFoundScreen() {
  return (
    <ErrorPage
      tiles="404"
      title="Página no encontrada"
      lead="Esta dirección no lleva a ninguna página."
    />
  );
}

export function ErrorScreen({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  const name = error instanceof Error ? error.name : 'Error';
  return (
    <ErrorPage
      tiles="ERROR"
      title="Unexpected Application Error!"
      titleLanguage="en"
      lead="Esta pantalla ha fallado. Tus alertas no dependen de ella: se comprueban en el servidor."
      detail={`${name} · ${pathname}`}
    />
  );
}

function ErrorPage(props: {
  readonly tiles: string;
  readonly title: string;
  readonly titleLanguage?: string;
  readonly lead: string;
  readonly detail?: string;
}) {
  usePageTitle(props.title);
  return (
    <div>
      <PublicHeader>
        <Link className="btn btn--quiet" to="/support">
          Ayuda
        </Link>
      </PublicHeader>
      <PageMain id="contenido" className={`wrap ${styles.err}`}>
        <section aria-labelledby="error-title">
          <div className={`board ${styles.err__b}`}>
            <span
              className={props.tiles.length > 3 ? `flap ${styles.err__word}` : 'flap'}
              aria-hidden="true"
            >
              {[...props.tiles].map((tile, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: tiles of one fixed word never move
                <b key={index}>{tile}</b>
              ))}
            </span>
            <svg
              className={styles.err__art}
              viewBox="0 0 600 120"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <path
                d="M0 84H600"
                stroke="var(--color-board-rule)"
                strokeWidth="3"
                vectorEffect="non-scaling-stroke"
              />
            </svg>
            <i className={styles.err__ball} aria-hidden="true" />
          </div>
          <h1 className="headline" id="error-title" lang={props.titleLanguage}>
            {props.title}
          </h1>
          <p className={styles.err__p}>{props.lead}</p>
          <a className="btn btn--primary btn--tall" href="/">
            Volver al resumen
          </a>
          {props.detail !== undefined && (
            <details className={`adv ${styles.err__d}`}>
              <summary>Datos para soporte</summary>
              <p className="meta">
                <span className="mono">{props.detail}</span>
              </p>
            </details>
          )}
        </section>
      </PageMain>
    </div>
  );
}
