/** The four categories, and the article whose title was followed: `/support#confirmar-correo`. */
import { type MouseEvent, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Icon } from '#src/components/icon.tsx';
import { useHydrated } from '#src/components/use-hydrated.ts';
import { supportCopy } from '#src/copy/support.ts';
import { type Article, type Category, categories } from '#src/copy/support-articles.ts';

export function Categories() {
  const { hash } = useAddress();
  return (
    <section className="cats" aria-label={supportCopy.categories}>
      {categories.map(({ title, articles }) => (
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

/** Shows nothing when the address names no article. */
export function ChosenArticle() {
  const { hash, key } = useAddress();
  const chosen = findArticle(hash);
  // The key, so that following the link of the open article leads to it again.
  return chosen === null ? null : <ArticleView key={key} {...chosen} />;
}

function ArticleView({
  article,
  category,
}: {
  readonly article: Article;
  readonly category: Category;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('article')?.scrollIntoView();
  }, []);
  const others = category.articles.filter(({ id }) => id !== article.id);
  // The link that was followed is where a keyboard goes on from.
  const giveFocusBack = (event: MouseEvent) => {
    if (event.detail === 0) document.getElementById(linkId(article))?.focus();
  };
  return (
    <article className="help__article" aria-labelledby="articulo">
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
      <nav className="help__more" aria-label={supportCopy.moreOn(category.title)}>
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
        className="iconbtn help__close"
        to="/support"
        replace
        aria-label={supportCopy.closeArticle}
        onClick={giveFocusBack}
      >
        <Icon name="close" />
      </Link>
    </article>
  );
}

/** The server never hears of the part after `#`: what it sent is the page without an article. */
function useAddress(): { readonly hash: string; readonly key: string } {
  const { hash, key } = useLocation();
  return { hash: useHydrated() ? hash : '', key };
}

const linkId = ({ id }: Article): string => `enlace-${id}`;

function findArticle(hash: string) {
  for (const category of categories) {
    const article = category.articles.find(({ id }) => hash === `#${id}`);
    if (article !== undefined) return { article, category };
  }
  return null;
}
