import { Button } from '@mantine/core'
import type { CallReply } from '#contract/endpoint.ts'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { listSharing, saveSharingException } from '#contract/sync/sharing.ts'
import { ActionButton } from '#web/actions/action-link.tsx'
import { listActions } from '#web/actions/list-actions.ts'
import { toIntegrations, toProduct } from '#web/addresses.ts'
import { isAwaited, useRead, useWrite } from '#web/api.ts'
import { StockSharing } from '#web/form/sharing/stock-sharing.tsx'
import { sharingName } from '#web/form/words/sharing.ts'
import { LookOnly, useMay } from '#web/may.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { ago, dateTime, number, plural } from '#web/ui/format.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { CouldNotLoad } from '#web/ui/layout/could-not-load.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card, Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import classes from './sharing.module.css'

type Rules = CallReply<typeof listSharing>
type Rule = Rules['data'][number]

const isException = ({ templateId, productId }: Rule) => templateId !== null || productId !== null
/** So many exceptions the list holds at most. */
const LISTED = 500

/** How channels share stock: what the organization has chosen, and where something else counts. */
export function SharingPage() {
  const rules = useRead(listSharing)
  const integrations = useRead(listIntegrations)
  const mayChange = useMay('organization:write')
  return (
    <Page title="Stock sharing" crumbs={[{ label: 'Integrations', to: toIntegrations() }]}>
      <div className={classes.page}>
        <p className="muted">
          Decide how many units each channel shows when they sell from the same stock. A product’s setting overrides its
          template’s, which overrides the organization’s.
        </p>
        {!mayChange && <LookOnly needs="organization:write" />}
        {rules.isError && !rules.data ? (
          <Card title="Organization default">
            <ErrorState error={rules.error} retry={() => void rules.refetch()} />
          </Card>
        ) : !rules.data || isAwaited(integrations) ? (
          // What is chosen pushes down the exceptions, and all of it stands below what a missing channel says.
          <FormSkeleton fields={6} label="Loading stock sharing" />
        ) : (
          <>
            <CouldNotLoad what="Your channels" read={integrations} />
            <NoChannels integrations={integrations.data} />
            <Card title="Organization default">
              <div className="stack">
                <StockSharing
                  of={{}}
                  sharing={rules.data.data.find((rule) => !isException(rule))?.sharing ?? { mode: 'shared' }}
                />
                <p className="muted">{oversoldWords(rules.data.oversold)}</p>
              </div>
            </Card>
            <Exceptions rules={rules.data} />
          </>
        )}
      </div>
    </Page>
  )
}

/** The seller's own number, so that the cost is no guess. */
const oversoldWords = ({ orders, of }: Rules['oversold']) =>
  of === 0
    ? 'No orders in the last 90 days, so there’s no oversell rate to show yet.'
    : orders === 0
      ? `None of your ${plural(of, 'order')} in the last 90 days was oversold.`
      : `${number(orders)} of your ${plural(of, 'order')} in the last 90 days ${orders === 1 ? 'was' : 'were'} oversold.`

function NoChannels({ integrations }: { integrations: CallReply<typeof listIntegrations> | undefined }) {
  if (
    !integrations ||
    Object.values(integrations).some(
      (integration) => integration?.authenticated || integration?.others.some((other) => other.authenticated),
    )
  )
    return null
  return (
    <Callout action={<ActionButton of={listActions.connectChannel} size="xs" variant="default" />}>
      No channels connected. This setting applies once two channels sell the same product.
    </Callout>
  )
}

function Exceptions({ rules }: { rules: Rules }) {
  const mayChange = useMay('products:write')
  const end = useWrite(saveSharingException, {
    onSuccess: () => toast.success('Exception removed. Your channels update over the next few minutes.'),
  })
  const ask = async ({ templateId, productId, name }: Rule) => {
    const sure = await confirm({
      title: `Remove the exception for ${name}?`,
      body: `${name} goes back to the default setting. Quantities on your channels update over the next few minutes.`,
      confirm: 'Remove exception',
    })
    if (sure)
      end.mutate({
        body: {
          ...(templateId === null ? {} : { templateId }),
          ...(productId === null ? {} : { productId }),
          sharing: null,
        },
      })
  }
  const rows = rules.data.filter(isException)
  return (
    <Card
      title="Exceptions"
      padded={false}
      footer={
        rules.data.length === LISTED && (
          <span className="subtle small">
            Showing the first {number(LISTED)}. Open a product to see its own setting.
          </span>
        )
      }
    >
      <DataTable
        label="Exceptions"
        columns={columnsOf(mayChange, (rule) => void ask(rule))}
        rows={rows}
        rowKey={(row) => `${row.templateId} ${row.productId}`}
        empty={
          <p className={classes.none}>
            No exceptions. Add one on a template’s Details tab or on a product page under “Stock sharing”.
          </p>
        }
      />
    </Card>
  )
}

const columnsOf = (mayChange: boolean, end: (rule: Rule) => void): readonly Column<Rule>[] => [
  {
    key: 'for',
    header: 'For',
    phone: 'title',
    render: ({ templateId, productId, name }) =>
      productId !== null ? (
        <Link className="mono" {...toProduct(productId)} hash="shares">
          {name}
        </Link>
      ) : templateId !== null ? (
        <Link to="/template/$templateId/details" params={{ templateId: String(templateId) }} hash="sharing">
          {name}
        </Link>
      ) : (
        name
      ),
  },
  { key: 'what', header: 'Applies to', render: ({ productId }) => (productId === null ? 'Template' : 'Product') },
  { key: 'sharing', header: 'Sharing', render: ({ sharing }) => sharingName(sharing) },
  {
    key: 'set',
    header: 'Set',
    render: ({ setBy, setAt }) => (
      <span className="muted" title={dateTime(setAt)}>
        {[setBy, ago(setAt)].filter(Boolean).join(', ')}
      </span>
    ),
  },
  ...(mayChange
    ? [
        {
          key: 'end',
          header: <span className="sr-only">Remove</span>,
          label: 'Remove',
          align: 'right' as const,
          phone: 'bare' as const,
          render: (rule: Rule) => (
            <Button
              size="xs"
              variant="default"
              aria-label={`Remove the exception for ${rule.name}`}
              onClick={() => end(rule)}
            >
              Remove
            </Button>
          ),
        },
      ]
    : []),
]
