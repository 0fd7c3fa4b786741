/** The invoices, newest first; each links to the provider's page. */
import { ErrorState, Skeleton } from '#src/components/async-states.tsx';
import { Icon } from '#src/components/icon.tsx';
import { Section } from '#src/components/section.tsx';
import { mediumDate, money } from '#src/copy/format.ts';
import { currentPeriodCopy as copy } from '#src/copy/plan.ts';
import { unreadText } from '#src/features/errors/to-display-error.ts';
import type { Invoice } from '#store/api/api-types.ts';
import { useGetInvoicesQuery } from '#store/api/billing-api.ts';
import styles from './invoice-list.module.css';

export function InvoiceList() {
  const { data, error, refetch } = useGetInvoicesQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <Section id="plan-invoices" title={copy.invoices}>
      {data === undefined && error === undefined && <Skeleton rows={2} label={copy.invoices} />}
      {data === undefined && error !== undefined && (
        <ErrorState message={unreadText(error, copy.invoicesUnread)} onRetry={refetch} />
      )}
      {data?.items.length === 0 && <p className="meta">{copy.noInvoices}</p>}
      {data !== undefined && data.items.length > 0 && (
        <ul className={styles.inv}>
          {data.items.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function InvoiceRow({ invoice }: { readonly invoice: Invoice }) {
  const { number, issuedAt, cents, status, url } = invoice;
  return (
    <li>
      <span>
        <b>{mediumDate(issuedAt)}</b>
        <span className="meta">
          {number}
          {status !== 'paid' && ` · ${copy.status[status]}`}
          {cents < 0 && ` · ${copy.credit}`}
        </span>
      </span>
      <span className="fig">{money(cents, 'EUR')}</span>
      {url !== null && (
        <a
          className="iconbtn"
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={copy.openInvoice(number)}
        >
          <Icon name="download" />
        </a>
      )}
    </li>
  );
}
