/** Help categories, and the article chosen by the URL hash (`/support#confirmar-correo`). */
import { type MouseEvent, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Icon } from '#src/components/icon.tsx';
import { useHydrated } from '#src/components/use-hydrated.ts';
import { supportCopy } from '#src/copy/support.ts';
import {
  type Article,
  type ArticleCategory,
  articleCategories,
} from '#src/copy/support-articles.ts';
import styles from './support.module.css';

export function Categories() {
  const { hash } = useHydratedHash();
  return (
    <section className={styles.cats} aria-label={supportCopy.categories}>
      {articleCategories.map(({ title, articles }) => (
        <div key={title}>
          <h2>{title}</h2>
          <ul>
            {articles.map((article) => (
              <li key={article.id}>
                <Link
                  id={linkId(article)}
                  to={`#${article.id}`}
                  aria-current={hash === `#${article.id}` ? 'true' : undefined}
                >
                  {article.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** Renders nothing when the hash names no article. */
export function ChosenArticle() {
  const { hash, key } = useHydratedHash();
  const chosen = findArticle(hash);
  // Keyed by navigation, so that the link of the open article scrolls to it again.
  return chosen === null ? null : <ArticleView key={key} {...chosen} />;
}

function ArticleView({
  article,
  category,
}: {
  readonly article: Article;
  readonly category: ArticleCategory;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('article')?.scrollIntoView();
  }, []);
  const others = category.articles.filter(({ id }) => id !== article.id);
  // Only for the keyboard (`detail` 0): back to the link that opened the article.
  const restoreFocus = (event: MouseEvent) => {
    if (event.detail === 0) document.getElementById(linkId(article))?.focus();
  };
  return (
    <article className={styles.help__article} aria-labelledby="articulo">
      <p className="label">{category.title}</p>
      <h2 className="title" id="articulo" tabIndex={-1} ref={heading}>
        {article.title}
      </h2>
      {article.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {article.place !== undefined && (
        <p>
          <Link className="btn btn--outline" to={article.place.path}>
            {article.place.label}
          </Link>
        </p>
      )}
      <nav className={styles.help__more} aria-label={supportCopy.moreOn(category.title)}>
        <p className="meta">{supportCopy.moreOn(category.title)}</p>
        <ul>
          {others.map(({ id, title }) => (
            <li key={id}>
              <Link to={`#${id}`}>{title}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <Link
        className={`iconbtn ${styles.help__close}`}
        to="/support"
        replace
        aria-label={supportCopy.closeArticle}
        onClick={restoreFocus}
      >
        <Icon name="close" />
      </Link>
    </article>
  );
}

/** The hash is empty until hydration: the server does not receive it and renders no article. */
function useHydratedHash(): { readonly hash: string; readonly key: string } {
  const { hash, key } = useLocation();
  return { hash: useHydrated() ? hash : '', key };
}

const linkId = ({ id }: Article): string => `enlace-${id}`;

function findArticle(hash: string) {
  for (const category of articleCategories) {
    const article = category.articles.find(({ id }) => hash === `#${id}`);
    if (article !== undefined) return { article, category };
  }
  return null;
}
