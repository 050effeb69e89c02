import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { filledParts } from '#domain/orders/entry/manual.ts'
import { EntriesOf } from '#web/ui/inputs/entries.tsx'
import { money, plural } from '#web/ui/format.ts'
import { Card, TwoColumns } from '#web/ui/layout/page.tsx'
import { StepFoot } from '#web/ui/dialogs/step-foot.tsx'
import { type Draft, totalsOf } from './draft.ts'
import {
  AddressFields,
  BillingFields,
  CustomerFields,
  NotesFields,
  PaymentFields,
  ShippingFields,
  SourceFields,
} from './fields.tsx'
import classes from './new-order.module.css'
import { Outcome } from './outcome.tsx'
import { QuickLines } from './quick-lines.tsx'
import { Summary } from './review-step.tsx'
import { problemOf } from './steps.ts'
import { useRefusal } from './use-steps.ts'
import type { OrderInWriting } from './use-order.ts'

/** The usual order on one screen: who, what, and what else where it is needed. */
export function QuickOrder({ order }: { order: OrderInWriting }) {
  const { draft, entries } = order
  const [tried, setTried] = useState(false)
  const problem = entries.problem ?? problemOf(1, draft, 0) ?? problemOf(2, draft, 0)
  const refuse = useRefusal(problem)
  const create = () => {
    setTried(true)
    if (!problem) return void order.send()
    entries.focus()
    refuse()
  }
  const { quantity, total } = totalsOf(draft)
  return (
    <>
      <EntriesOf form={entries}>
        <TwoColumns
          main={
            <>
              <Card title="Customer">
                <div className="stack">
                  <CustomerFields {...order} />
                  <Fold title="Address" says={addressOf(draft)}>
                    <h3>Shipping Address</h3>
                    <AddressFields
                      legend="Shipping Address"
                      value={draft.shipping}
                      onChange={(shipping) => order.set({ shipping })}
                    />
                    <h3>Billing Address</h3>
                    <BillingFields {...order} />
                  </Fold>
                </div>
              </Card>
              <QuickLines order={order} tried={tried} />
              <Card title="More">
                <Folds order={order} tried={tried} />
              </Card>
            </>
          }
          aside={<Summary draft={draft} />}
        />
      </EntriesOf>
      <Outcome order={order} />
      <StepFoot
        problem={problem}
        hint={draft.items.length > 0 ? `${plural(quantity, 'item')}, ${money(total / 100)}` : undefined}
      >
        <Button
          onClick={create}
          loading={order.pending}
          disabled={Boolean(order.created)}
          data-disabled={Boolean(problem) || undefined}
          aria-disabled={Boolean(problem)}
        >
          Create Order
        </Button>
      </StepFoot>
    </>
  )
}

/** What has a usual answer: the answer in words, its fields behind it. One that the server refused stands open. */
function Folds({ order, tried }: { order: OrderInWriting; tried: boolean }) {
  const { draft, errorOf } = order
  const refused = (...fields: string[]) => fields.some((field) => errorOf(field) !== undefined)
  return (
    <div>
      <Fold
        title="Source"
        says={draft.source.trim() || 'Must select source'}
        open={refused('source', 'externalOrderId') || (tried && !draft.source.trim())}
      >
        <SourceFields {...order} tried={tried} />
      </Fold>
      <Fold
        title="Shipping"
        says={inWords(draft.shippingStatus, draft.shippingMethod, draft.shippingCost, draft.trackingNumber)}
        open={refused('shippingDate', 'shippingCost')}
      >
        <ShippingFields {...order} />
      </Fold>
      <Fold
        title="Payment"
        says={inWords(draft.paymentStatus, draft.paymentMethod, draft.paymentAmount)}
        open={refused('paymentAmount', 'paymentDate')}
      >
        <PaymentFields {...order} />
      </Fold>
      <Fold
        title="Notes & Adjustments"
        says={inWords(draft.notes.split('\n')[0] ?? '', adjusted(draft)) || 'None'}
        open={refused('discountAmount', 'feeAmount', 'taxAmount')}
      >
        <NotesFields {...order} />
      </Fold>
    </div>
  )
}

const Fold = ({
  title,
  says,
  open = false,
  children,
}: {
  title: string
  says: string
  open?: boolean
  children: ReactNode
}) => (
  <details className={classes.fold} open={open || undefined}>
    <summary>
      <span className="name">{title}</span> <span className={classes.says}>{says}</span>
    </summary>
    <div className={classes.folded}>{children}</div>
  </details>
)

/** What is said, apart; amounts of 0 say nothing. */
const inWords = (...parts: readonly (string | number | null)[]) =>
  parts
    .map((part) => (typeof part === 'number' ? part > 0 && money(part) : part?.trim()))
    .filter(Boolean)
    .join(' · ')

const adjusted = ({ discount, fees, tax }: Draft) =>
  (
    [
      ['Discount', discount],
      ['Fees', fees],
      ['Tax', tax],
    ] as const
  )
    .flatMap(([name, amount]) => (amount ? [`${name} ${money(amount)}`] : []))
    .join(' · ')

function addressOf({ shipping }: Draft): string {
  const { name, line1, city, region, postalCode } = filledParts(shipping)
  return [name, line1, city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ') || 'None yet'
}
