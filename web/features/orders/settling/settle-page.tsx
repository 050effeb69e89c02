import { useSearch } from '@tanstack/react-router'
import type { CallReply } from '#contract/endpoint.ts'
import { listUnsettled } from '#contract/orders/settling.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { useAccounts } from '#web/form/channels/account.tsx'
import { LookOnly, useMay } from '#web/may.tsx'
import { number } from '#web/ui/format.ts'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { PageTabs } from '#web/ui/layout/tabs.tsx'
import { LinkButton, useNavigate } from '#web/ui/link.tsx'
import { Pager } from '#web/ui/tables/pager.tsx'
import { Line } from './line.tsx'
import { Meanings } from './meanings.tsx'
import classes from './settling.module.css'

const pageSize = 25
type Found = CallReply<typeof listUnsettled>

const kinds = [
  [undefined, 'All'],
  ['short', 'Oversold'],
  ['unknown', 'Unknown SKUs'],
] as const
const countOf = ({ short, unknown }: Found, kind: (typeof kinds)[number][0]) =>
  kind === 'short' ? short : kind === 'unknown' ? unknown : short + unknown

/** Where orders are settled that are short of stock, or of SKUs that nobody knows: those that came first before others. */
export function SettlePage() {
  const { kind, order, page = 0 } = useSearch({ from: '/orders/issues' })
  const navigate = useNavigate({ from: '/orders/issues' })
  const lines = useRead(
    listUnsettled,
    { query: { kind, orderId: order, offset: page * pageSize, limit: pageSize } },
    { keepPrevious: true },
  )
  const maySettle = useMay('orders:write')
  const { data } = lines
  return (
    <Page
      title="Order issues"
      crumbs={[{ label: 'Orders', to: linkTo({ to: '/orders' }) }]}
      count={data ? number(data.items) : undefined}
      actions={
        order !== undefined && (
          <LinkButton to="/orders/issues" variant="default">
            All orders
          </LinkButton>
        )
      }
      below={
        order === undefined && (
          <PageTabs
            label="Issues to resolve"
            tabs={kinds.map(([value, label]) => ({
              label: data ? `${label} (${number(countOf(data, value))})` : label,
              active: value === kind,
              link: linkTo({ to: '/orders/issues', search: { kind: value } }),
            }))}
          />
        )
      }
    >
      {!maySettle && <LookOnly needs="orders:write" />}
      {lines.isError && !data ? (
        <ErrorState error={lines.error} retry={() => void lines.refetch()} />
      ) : !data ? (
        <FormSkeleton fields={5} label="Loading order issues" />
      ) : (
        <>
          <Lines query={data} isOfOrder={order !== undefined} maySettle={maySettle} />
          {data.items > pageSize && (
            <Pager
              label="Order issues: pagination"
              offset={page * pageSize}
              limit={pageSize}
              items={data.items}
              onChange={(offset) =>
                void navigate({ search: (before) => ({ ...before, page: offset / pageSize || undefined }) })
              }
            />
          )}
        </>
      )}
      <Meanings maySettle={maySettle} />
    </Page>
  )
}

function Lines({ query, isOfOrder, maySettle }: { query: Found; isOfOrder: boolean; maySettle: boolean }) {
  const { line: chosen } = useSearch({ from: '/orders/issues' })
  const navigate = useNavigate({ from: '/orders/issues' })
  const { nameOf } = useAccounts()
  if (query.data.length === 0)
    return (
      <EmptyState
        title="No order issues"
        drawing={!isOfOrder}
        actions={
          <LinkButton to="/orders" variant="default">
            Orders
          </LinkButton>
        }
      >
        {isOfOrder
          ? 'This order has no issues, or it’s no longer open.'
          : 'All open orders match products and have stock.'}
      </EmptyState>
    )
  return (
    <ul className={classes.lines} aria-label="Issues to resolve">
      {query.data.map((line) => (
        <Line
          key={line.id}
          line={line}
          account={nameOf(line.integrationId)}
          maySettle={maySettle}
          isOpen={line.id === chosen}
          onOpen={(open) =>
            void navigate({ search: (before) => ({ ...before, line: open ? line.id : undefined }), replace: true })
          }
        />
      ))}
    </ul>
  )
}
