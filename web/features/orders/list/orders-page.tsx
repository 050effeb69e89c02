import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { searchOrders } from '#contract/orders/orders.ts'
import { getStart } from '#contract/organizations/organizations.ts'
import { orderName } from '#domain/orders/name.ts'
import { ActionButton } from '#web/actions/action-link.tsx'
import { listActions } from '#web/actions/list-actions.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { useAccounts } from '#web/form/channels/account.tsx'
import { useMay } from '#web/may.tsx'
import { number } from '#web/ui/format.ts'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { PageTabs } from '#web/ui/layout/tabs.tsx'
import { Navigate, useNavigate } from '#web/ui/link.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import classes from '../page/orders.module.css'
import tabs from './tabs.module.css'
import { orderColumns } from './order-columns.tsx'
import { filterOf, firstPage, type OrderSearch, orderTabs, tabNames, turnTo } from './order-search.ts'

const OrdersDialogs = onDemand(async () => (await import('./orders-dialogs.tsx')).OrdersDialogs)

const OrderFilters = onDemand(async () => (await import('./order-filters.tsx')).OrderFilters)

const HandleChosen = onDemand(async () => (await import('../handling/handle-chosen.tsx')).HandleChosen)

const NoOrders = onDemand(async () => (await import('./no-orders.tsx')).NoOrders)

const OrderTools = onDemand(async () => (await import('../views/order-tools.tsx')).OrderTools)

const PackButton = onDemand(async () => (await import('./toolbar.tsx')).PackButton)

const OrdersToolbar = onDemand(async () => (await import('./toolbar.tsx')).OrdersToolbar)

const pageSize = 25

/** All orders, from every channel, newest first. Its days are the organization's, which the sidebar's counts tell as well. */
export function OrdersPage() {
  const start = useRead(getStart)
  if (start.data) {
    const { today, oversoldOrders, unknownOrders, packableOrders } = start.data
    return <Orders today={today} toSettle={oversoldOrders + unknownOrders} toPack={packableOrders} />
  }
  return (
    <Page title="Orders">
      {start.isError ? (
        <ErrorState error={start.error} retry={() => void start.refetch()} />
      ) : (
        <TableSkeleton rows={12} label="Orders, loading" />
      )}
    </Page>
  )
}

/** What is done with the list as a whole, and with the orders that are chosen. */
function Actions({ toPack, ...list }: Parameters<typeof OrdersToolbar>[0] & { toPack: number }) {
  const mayPack = useMay('orders:write')
  return (
    <>
      <OrdersToolbar {...list} />
      {mayPack && <PackButton chosen={list.chosen} ready={toPack} />}
      <ActionButton of={listActions.newOrder} />
    </>
  )
}

/** @param toSettle orders that are short of stock, or of SKUs that nobody knows @param toPack those that can be packed, up to 1,000 */
function Orders({ today, toSettle, toPack }: { today: string; toSettle: number; toPack: number }) {
  const search = useSearch({ from: '/orders' })
  const navigate = useNavigate({ from: '/orders' })
  const mayWrite = useMay('orders:write')
  // A new day begins while nobody looks: the list stays that of the day on which it was opened.
  const [openedOn] = useState(today)
  const { tab = 'all', page = 0, after, until, sort } = search
  const accounts = useAccounts()
  const filter = filterOf(search, openedOn)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const selectedIds = [...chosen]
  const orders = useRead(
    searchOrders,
    { query: { ...filter, page, pageSize, after, until, sort } },
    { keepPrevious: true },
  )
  const change = (part: Partial<OrderSearch>) => void navigate({ search: (before) => ({ ...before, ...part }) })
  const show = (part: Partial<OrderSearch>) => change({ ...firstPage, ...part })
  // Nothing stands on a page that was never there, or whose last order has gone meanwhile: not even how many there are.
  if (page > 0 && orders.data?.length === 0 && !orders.isPlaceholderData)
    return <Navigate to="/orders" search={{ ...search, ...firstPage }} replace />
  const total = orders.data ? (orders.data[0]?.totalRows ?? 0) : undefined
  const itemsCapped = orders.data?.[0]?.itemsCapped
  const count = total === undefined ? undefined : `${number(total)}${itemsCapped ? '+' : ''}`
  return (
    <Page
      title="Orders"
      count={count}
      flush
      actions={
        <Actions
          toSettle={toSettle}
          toPack={toPack}
          chosen={selectedIds}
          filter={filter}
          onOpen={(dialog) => change({ dialog })}
        />
      }
      below={
        <div className={tabs.tabs}>
          <PageTabs
            label="Orders by state"
            tabs={orderTabs.map((name) => ({
              label: tabNames[name],
              active: name === tab,
              link: linkTo({
                to: '/orders',
                search: { ...search, ...firstPage, dialog: undefined, tab: name === 'all' ? undefined : name },
              }),
            }))}
          />
          <div className={tabs.tools}>
            <OrderTools search={search} today={openedOn} />
          </div>
        </div>
      }
    >
      <div className={classes.tools}>
        <OrderFilters search={search} today={openedOn} onChange={show} />
      </div>
      {orders.isError && !orders.data ? (
        <ErrorState error={orders.error} retry={() => void orders.refetch()} />
      ) : (
        <DataTable
          wide
          label="Orders"
          columns={orderColumns(accounts, orders.data)}
          rows={orders.data}
          rowKey={(order) => order.id}
          rowLabel={orderName}
          sort={{ by: sort ?? 'date', descending: sort === undefined }}
          onSort={({ by }) => show({ sort: by === 'shipBy' && sort !== 'shipBy' ? 'shipBy' : undefined })}
          selected={chosen}
          onSelect={setChosen}
          footer={
            chosen.size > 0 && (
              <>
                {number(chosen.size)} selected
                {mayWrite && (
                  <span className={classes.onPhone}>
                    <PackButton chosen={selectedIds} ready={toPack} />
                  </span>
                )}
                {mayWrite && <HandleChosen ids={selectedIds} />}
                <Button variant="subtle" size="xs" onClick={() => setChosen(new Set())}>
                  Clear
                </Button>
              </>
            )
          }
          stale={orders.isPlaceholderData}
          page={{
            offset: page * pageSize,
            limit: pageSize,
            items: total ?? 0,
            itemsCapped,
            onChange: (offset) => change(turnTo(Math.floor(offset / pageSize), page, sort ? [] : (orders.data ?? []))),
          }}
          empty={<NoOrders search={search} onClear={() => void navigate({ search: {} })} />}
        />
      )}
      {search.dialog && (
        <OrdersDialogs
          dialog={search.dialog}
          chosen={selectedIds}
          filter={filter}
          total={count ?? ''}
          onClose={() => change({ dialog: undefined })}
        />
      )}
    </Page>
  )
}
