/** What happened to lines like the one being written: of how many the price reached how many, in 1, 7 and 30 days. */
import type { ArticleId } from '#src/copy/support-articles.ts';
import { reachCopy as copy } from '#src/copy/threshold-form-texts.ts';
import type { Preview } from '#store/api/api-types.ts';
import { type QueryError, unreadText } from '../errors/to-display-error.ts';
import styles from './line-reach.module.css';

const helpArticle: ArticleId = 'lineas-como-esta';

/** @param preview undefined while it is being asked for */
export function LineReach(props: {
  readonly preview: Preview | undefined;
  readonly error: QueryError | undefined;
}) {
  const { preview, error } = props;
  if (preview?.reach === null) return null;
  const isFew = preview?.reach?.length === 0;
  return (
    <section
      className={`${styles.reach} ${isFew ? styles['is-few'] : ''} meta`}
      aria-label={copy.title}
    >
      {preview?.reach && preview.reach.length > 0 ? (
        <ul>
          {preview.reach.map((reach) => (
            <li key={reach.days}>{copy.share(reach)}</li>
          ))}
        </ul>
      ) : (
        <p>{preview ? copy.few : error ? unreadText(error, copy.unread) : copy.counting}</p>
      )}
      <p>
        {copy.past} {/* Another tab: what is written here stays. */}
        <a href={`/support#${helpArticle}`} target="_blank" rel="noopener">
          {copy.how}
        </a>
      </p>
    </section>
  );
}
