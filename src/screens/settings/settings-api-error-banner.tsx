/** What the server refused, in its words; where a plan is the reason, the way to another. */
import { Link } from 'react-router-dom';
import { Icon } from '#src/components/icon.tsx';
import { settingsCopy as copy } from '#src/copy/settings.ts';

export interface ProblemProps {
  readonly message: string;
  /** A plan does not allow it. */
  readonly isPlanLimit?: boolean;
}

export function ApiErrorBanner({ message, isPlanLimit = false }: ProblemProps) {
  return (
    <div className="banner banner--error" role="alert">
      <Icon name="warning" />
      <p>
        {message} {isPlanLimit && <Link to="/dashboard/plan">{copy.seePlans}</Link>}
      </p>
    </div>
  );
}
