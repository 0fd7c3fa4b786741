/** Onboarding checklist on the overview, until onboarding is completed. */
import { Link } from 'react-router-dom';
import { Icon } from '#src/components/icon.tsx';
import { Section } from '#src/components/section.tsx';
import { onboardingCopy as copy } from '#src/copy/onboarding.ts';
import { useOnboardingProgress } from '#src/features/onboarding/use-onboarding-progress.ts';
import styles from './onboarding-checklist.module.css';

export function OnboardingChecklist() {
  const { progress } = useOnboardingProgress();
  if (progress === null || progress.isCompleted) return null;
  const done = [progress.matchId !== null, progress.hasThreshold, progress.isEmailConfirmed];
  const currentIndex = done.indexOf(false);
  if (currentIndex === -1) return null;
  return (
    <Section id="checklist" title={copy.todoTitle}>
      <ol className={styles.todo}>
        {copy.todo.map(({ title, hint }, index) => (
          <li
            key={title}
            className={
              done[index]
                ? styles['is-done']
                : index === currentIndex
                  ? styles['is-now']
                  : undefined
            }
          >
            <span className={styles.todo__m}>
              {done[index] && (
                <>
                  <Icon name="check" />
                  <span className="vh">Hecho: </span>
                </>
              )}
            </span>
            <span>
              <b>{title}</b>
              <span className="meta">{hint}</span>
              {index === currentIndex && (
                <Link className="hit linkbtn" to="/onboarding">
                  {copy.go}
                </Link>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
