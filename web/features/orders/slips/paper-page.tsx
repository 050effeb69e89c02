import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { type CSSProperties, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { getSlipSettings, type SlipPaper, type SlipSettings } from '#contract/orders/slips.ts'
import { ordersOnPaper } from '#contract/orders/work.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import { toPick } from '#domain/orders/slips/paper.ts'
import { sheets, slipParts } from '#domain/orders/slips/sheets.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { Segments } from '#web/ui/choices/segments.tsx'
import { plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { LinkButton, useNavigate } from '#web/ui/link.tsx'
import { usePaper } from '#web/ui/theme/use-paper.ts'
import type { Order } from '../order.ts'
import { PackingSlip } from './packing-slip.tsx'
import { packLink } from './paper-link.ts'
import classes from './paper.module.css'
import { paperChoices } from './papers.ts'
import { type Grouping, PickList } from './pick-list.tsx'

const SlipSettingsDialog = lazy(() => import('./slip-settings.tsx'))

const titles = { pick: 'Pick List', slips: 'Packing Slip' } as const

/** A pick list or packing slips as they are printed. The browser's print dialog opens by itself, once. */
export function PaperPage() {
  const { kind = 'pick', orders: ids = [], paper = 'a4', by = 'order' } = useSearch({ from: '/orders/print' })
  const navigate = useNavigate({ from: '/orders/print' })
  const orders = useRead(ordersOnPaper, { query: { ids } }, { enabled: ids.length > 0 })
  const client = useRead(getClient)
  const { look, isLookKnown } = useSlipLook(kind)
  const shown = orders.data?.filter((order) => !order.held && (kind === 'slips' || toPick(order)))
  const isLoaded = !client.isPending && isLookKnown
  const ready = Boolean(shown?.length && isLoaded)
  usePaper(pageRule(paper, kind, shown))
  usePrinted(ready)
  const { onHold, left } = leftOut(orders.data, shown)
  return (
    <Page
      title={titles[kind]}
      unprinted
      crumbs={[{ label: 'Orders', to: linkTo({ to: '/orders' }) }]}
      actions={
        <>
          {kind === 'pick' && (
            <Segments
              aria-label="Group by"
              value={by}
              data={[
                { value: 'order', label: 'By order' },
                { value: 'place', label: 'By shelf' },
              ]}
              onChange={(value) =>
                void navigate({
                  search: (before) => ({ ...before, by: value === 'place' ? (value as Grouping) : undefined }),
                })
              }
            />
          )}
          <Segments
            aria-label="Paper"
            value={paper}
            data={paperChoices}
            onChange={(value) => void navigate({ search: (before) => ({ ...before, paper: value }) })}
          />
          {look && <SlipSettingsButton settings={look} />}
          {kind === 'pick' && <PackThese orders={shown ?? []} />}
          <Button leftSection={<Icon name="printer" />} disabled={!ready} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      {ids.length === 0 ? (
        <NothingChosen>Select orders in the list first.</NothingChosen>
      ) : orders.isError ? (
        <ErrorState error={orders.error} retry={() => void orders.refetch()} />
      ) : !shown || !isLoaded ? (
        <FormSkeleton fields={6} label="Loading the orders" />
      ) : (
        <>
          <LeftOut onHold={onHold} left={left} />
          {shown.length === 0 ? (
            <NothingChosen>{whyNothing(onHold, left)}</NothingChosen>
          ) : (
            <div className={classes.desk} data-paper={paper} style={sizesOf(paper)}>
              {kind === 'pick' ? (
                <PickList orders={shown} by={by} />
              ) : (
                <Slips orders={shown} sender={client.data?.displayName} look={look} />
              )}
            </div>
          )}
        </>
      )}
    </Page>
  )
}

const Slips = ({
  orders,
  sender = '',
  look,
}: {
  orders: readonly Order[]
  sender: string | undefined
  look: SlipSettings | undefined
}) => orders.map((order) => <PackingSlip key={order.id} order={order} sender={sender} look={look} />)

/** What the organization's slips show; a pick list waits for none of it. */
function useSlipLook(kind: keyof typeof titles) {
  const settings = useRead(getSlipSettings, {}, { enabled: kind === 'slips' })
  return { look: settings.data, isLookKnown: kind === 'pick' || settings.data !== undefined || settings.isError }
}

function SlipSettingsButton({ settings }: { settings: SlipSettings }) {
  const mayEdit = useMay('organization:write')
  const [isOpen, setIsOpen] = useState(false)
  if (!mayEdit) return null
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Slip settings
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <SlipSettingsDialog settings={settings} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The page that the browser prints on. A slip alone counts its pages; of several, each would count those of all. */
function pageRule(paper: SlipPaper, kind: keyof typeof titles, orders: readonly unknown[] = []): string {
  const isAlone = kind === 'slips' && orders.length === 1
  const { css, margin } = sheets[paper]
  const count = `@bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8px sans-serif }`
  return `size: ${css}; margin: ${margin}mm${isAlone ? `; ${count}` : ''}`
}

/** The sizes that the PDF of many slips has, too. */
function sizesOf(paper: SlipPaper): CSSProperties {
  const { width, height, margin } = sheets[paper]
  return {
    '--sheet-width': `${width}mm`,
    '--sheet-height': `${height}mm`,
    '--sheet-margin': `${margin}mm`,
    '--bars-width': `${slipParts.bars.width}mm`,
    '--bars-height': `${slipParts.bars.height}mm`,
    '--logo-width': `${slipParts.logo.width}mm`,
    '--logo-height': `${slipParts.logo.height}mm`,
  } as CSSProperties
}

/** Of the chosen orders, those that are not printed. */
function leftOut(chosen: readonly Order[] = [], shown: readonly Order[] = []) {
  const onHold = chosen.filter((order) => order.held).length
  return { onHold, left: chosen.length - shown.length - onHold }
}

/** What was chosen and is not printed, and why. */
const LeftOut = ({ onHold, left }: { onHold: number; left: number }) => (
  <>
    {onHold > 0 && (
      <div className={classes.note}>
        <Callout tone="warning">
          {plural(onHold, 'order')} on hold not included. Release the hold to print {onHold === 1 ? 'it' : 'them'}.
        </Callout>
      </div>
    )}
    {left > 0 && (
      <div className={classes.note}>
        <Callout>
          {plural(left, 'order')} not included because {left === 1 ? 'it’s' : 'they’re'} shipped or cancelled.
        </Callout>
      </div>
    )}
  </>
)

function whyNothing(onHold: number, left: number): string {
  if (onHold > 0) return 'Orders on hold can’t be printed.'
  return left > 0 ? 'These orders have nothing left to pick.' : 'These orders don’t exist in your organization.'
}

/** What was picked is packed next. */
function PackThese({ orders }: { orders: readonly { id: number }[] }) {
  const mayPack = useMay('orders:write')
  if (!mayPack || orders.length === 0) return null
  return (
    <LinkButton {...packLink(orders.map(({ id }) => id))} variant="default" leftSection={<Icon name="scan" />}>
      Pack
    </LinkButton>
  )
}

const NothingChosen = ({ children }: { children: ReactNode }) => (
  <EmptyState
    title="Nothing to print"
    drawing={false}
    actions={
      <LinkButton to="/orders" variant="default">
        Orders
      </LinkButton>
    }
  >
    {children}
  </EmptyState>
)

/** Opens the print dialog when all is drawn. */
function usePrinted(ready: boolean): void {
  const printed = useRef(false)
  useEffect(() => {
    if (!ready || printed.current) return
    printed.current = true
    void document.fonts.ready.then(() => window.print())
  }, [ready])
}
