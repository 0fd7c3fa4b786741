/** FAQ accordion: one open answer at a time, filtered by the search. */
import { Fragment, useState } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '#src/components/async-states.tsx';
import { type Question, questions } from '#src/copy/faq.ts';
import { questionCountText, supportCopy } from '#src/copy/support.ts';
import { articleCategories } from '#src/copy/support-articles.ts';
import styles from './support.module.css';
import { excerptAround, textRangesOf } from './text-ranges.ts';

const articles = articleCategories.flatMap((category) => category.articles);

export function Faq({
  search,
  onClear,
}: {
  readonly search: string;
  readonly onClear: () => void;
}) {
  const [openId, setOpenId] = useState<string | null>(null);
  const isFiltered = search.trim() !== '';
  const matches = (text: string) => !isFiltered || textRangesOf(text, search).length > 0;
  const shown = questions.filter(({ question, answer }) => matches(question) || matches(answer));
  return (
    <section aria-labelledby="preguntas">
      <div className="sec-h">
        <h2 className="title" id="preguntas">
          {supportCopy.questions}
        </h2>
        <p className="meta end" role="status">
          {questionCountText(shown.length, isFiltered)}
        </p>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title={supportCopy.noneTitle}
          action={{ label: supportCopy.clear, onClick: onClear }}
        >
          {supportCopy.none}
        </EmptyState>
      ) : (
        <div className={styles.acc} data-testid="questions">
          {shown.map((question) => (
            <Item
              key={question.id}
              {...question}
              search={search}
              isOpen={question.id === openId}
              onToggle={() => setOpenId(question.id === openId ? null : question.id)}
            />
          ))}
        </div>
      )}
      {isFiltered && <ArticlesFound search={search} />}
    </section>
  );
}

interface ItemProps extends Question {
  readonly search: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Item({ id, question, answer, search, isOpen, onToggle }: ItemProps) {
  // An excerpt of a closed answer that matches, when its question does not.
  const [first] =
    isOpen || textRangesOf(question, search).length > 0 ? [] : textRangesOf(answer, search);
  return (
    <div className={styles.acc__item}>
      <h3>
        <button
          type="button"
          id={`pregunta-${id}`}
          aria-expanded={isOpen}
          aria-controls={`respuesta-${id}`}
          onClick={onToggle}
        >
          <span>
            <Highlighted text={question} words={search} />
          </span>
          <span className={styles.pm} aria-hidden="true" />
        </button>
      </h3>
      {first !== undefined && (
        <p className={`${styles.acc__why} meta`}>
          <Highlighted text={excerptAround(answer, first)} words={search} />
        </p>
      )}
      <section id={`respuesta-${id}`} aria-labelledby={`pregunta-${id}`} hidden={!isOpen}>
        <p>
          <Highlighted text={answer} words={search} />
        </p>
      </section>
    </div>
  );
}

function ArticlesFound({ search }: { search: string }) {
  const found = articles.filter(({ title, paragraphs }) =>
    [title, ...paragraphs].some((text) => textRangesOf(text, search).length > 0),
  );
  if (found.length === 0) return null;
  return (
    <div className={styles.help__also}>
      <p className="meta">{supportCopy.alsoInArticles}</p>
      <ul>
        {found.map(({ id, title }) => (
          <li key={id}>
            <Link to={`#${id}`}>
              <span>
                <Highlighted text={title} words={search} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A text with every match of the search marked. */
function Highlighted({ text, words }: { readonly text: string; readonly words: string }) {
  const found = textRangesOf(text, words);
  const endOffsets = [0, ...found.map(({ end }) => end)];
  return (
    <>
      {found.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(endOffsets[index], start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(endOffsets.at(-1))}
    </>
  );
}
