/** /how-it-works: tutorial for first-time collectors, with screenshots of the product. */
import { Link } from 'react-router-dom';
import { publicPages } from '#domain/public-pages.ts';
import { conditions } from '#domain/threshold.ts';
import { Icon } from '#src/components/icon.tsx';
import { PageMain } from '#src/components/page-main.tsx';
import {
  channelTexts,
  conditionTexts,
  howItWorksCopy as copy,
  noMailTexts,
  onceTexts,
  stepTexts,
} from '#src/copy/how-it-works.ts';
import { PageFoot } from '#src/features/layout/page-foot.tsx';
import { PublicHeader } from '#src/features/layout/public-header.tsx';
import { PlanTable } from '#src/features/plans/plan-table.tsx';
import { useSession } from '#src/features/session/session-context.ts';
import { usePageTitle } from '#src/hooks/use-page-title.ts';
import { CrossingIllustration } from './crossing-illustration.tsx';
import styles from './how-it-works-screen.module.css';
import { HowItWorksSection } from './how-it-works-section.tsx';
import { ProductPicture } from './product-picture.tsx';

const steps = ['matches', 'threshold', 'watching', 'mail', 'why'] as const;

export function HowItWorksScreen() {
  usePageTitle(publicPages['/how-it-works'].title);
  const { session } = useSession();
  const signedIn = session.status === 'authenticated';
  return (
    <>
      <PublicHeader>
        <Link className="btn btn--quiet for-visitors" to={signedIn ? '/dashboard' : '/login'}>
          <Icon name="back" />
          {signedIn ? copy.toDashboard : copy.toLogin}
        </Link>
      </PublicHeader>
      <PageMain id="contenido" className={`wrap ${styles.how}`}>
        <div className={`${styles.how__top} board`}>
          <div>
            <h1 className="headline">{copy.title}</h1>
            <p>{copy.lead}</p>
          </div>
          <CrossingIllustration />
        </div>
        <ol className={styles.how__steps}>
          {steps.map((name, index) => (
            <li key={name}>
              <div className={styles.how__txt}>
                <span className={`${styles.how__n} fig`} aria-hidden="true">
                  {index + 1}
                </span>
                <h2 className="title">{stepTexts[name].title}</h2>
                <p>{stepTexts[name].text}</p>
              </div>
              <ProductPicture name={name} description={stepTexts[name].picture} />
            </li>
          ))}
        </ol>
        <HowItWorksSection title={copy.conditionsTitle} lead={copy.conditionsLead}>
          <dl className={styles.how__terms}>
            {conditions.map((condition) => (
              <div key={condition}>
                <dt>{conditionTexts[condition].name}</dt>
                <dd>{conditionTexts[condition].text}</dd>
              </div>
            ))}
          </dl>
        </HowItWorksSection>
        <HowItWorksSection title={copy.onceTitle}>
          {onceTexts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </HowItWorksSection>
        <HowItWorksSection title={copy.channelsTitle}>
          {channelTexts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </HowItWorksSection>
        <HowItWorksSection title={copy.plansTitle} lead={copy.plansLead}>
          <PlanTable />
        </HowItWorksSection>
        <HowItWorksSection title={copy.noMailTitle} lead={copy.noMailLead}>
          <ol className={styles.how__checks}>
            {noMailTexts.map(({ name, text }) => (
              <li key={name}>
                <b>{name}</b> {text}
              </li>
            ))}
          </ol>
        </HowItWorksSection>
        <div className={styles.how__end}>
          <p className="title">{copy.endTitle}</p>
          {!signedIn && (
            <Link className="btn btn--primary btn--tall for-visitors" to="/register">
              {copy.createAccount}
            </Link>
          )}
          <Link className="btn btn--quiet" to="/support">
            {copy.questions}
          </Link>
        </div>
      </PageMain>
      <PageFoot
        label={copy.otherPages}
        links={[
          ['/terms', copy.terms],
          ['/privacy', copy.privacy],
        ]}
      />
    </>
  );
}
