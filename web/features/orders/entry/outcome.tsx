import { Button } from '@mantine/core'
import { toOrder } from '#web/addresses.ts'
import { ApiError } from '#web/call.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { Link } from '#web/ui/link.tsx'
import { stepNames } from './steps.ts'
import type { OrderInWriting } from './use-order.ts'

/** What became of the order. @param onStep leads to the step where a refusal can be mended; without it the field is on this page */
export const Outcome = ({ order, onStep }: { order: OrderInWriting; onStep?: (step: number) => void }) => (
  <>
    {order.failure && <Failure error={order.failure} onStep={onStep} />}
    {order.created && (
      <Callout tone="success" action={<Link {...toOrder(order.created.id)}>Open it now</Link>}>
        Created Order! It opens in a moment.
      </Callout>
    )}
  </>
)

const stepOf: readonly (readonly [RegExp, number])[] = [
  [/^order\.items/, 1],
  [/source|externalOrderId/, 2],
  [/discountAmount|feeAmount|taxAmount/, 6],
]

function Failure({ error, onStep }: { error: Error; onStep: ((step: number) => void) | undefined }) {
  const fields = error instanceof ApiError ? Object.keys(error.fields) : []
  const at = stepOf.find(([pattern]) => fields.some((field) => pattern.test(field)))?.[1]
  return (
    <Callout
      tone="danger"
      action={
        at !== undefined &&
        onStep && (
          <Button variant="default" size="xs" onClick={() => onStep(at)}>
            Go to {stepNames[at]}
          </Button>
        )
      }
    >
      {error.message} Your entries are still here.
    </Callout>
  )
}
