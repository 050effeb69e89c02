import { Button } from '@mantine/core'
import { type ComponentType } from 'react'
import { Callout } from '#web/ui/layout/callout.tsx'
import { EntriesOf } from '#web/ui/inputs/entries.tsx'
import { money, plural } from '#web/ui/format.ts'
import { StepFoot } from '#web/ui/dialogs/step-foot.tsx'
import { StepBar } from '#web/ui/layout/tabs.tsx'
import type { Choose } from './choose.ts'
import { CustomerStep, NotesStep, PaymentStep, ShippingStep, SourceStep } from './detail-steps.tsx'
import { totalsOf } from './draft.ts'
import classes from './new-order.module.css'
import { Outcome } from './outcome.tsx'
import { PricingStep } from './pricing-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { lastStep, stepNames } from './steps.ts'
import type { OrderInWriting } from './use-order.ts'
import { useSteps } from './use-steps.ts'

const detailSteps = [undefined, undefined, undefined, CustomerStep, ShippingStep, PaymentStep, NotesStep] as const

/** The steps from products to review. */
export function AllSteps({ order, Picker }: { order: OrderInWriting; Picker: ComponentType<Choose> }) {
  const { draft, set, errorOf } = order
  const { step, picked, tried, problem, fetching, show, next, leadTo } = useSteps(order)
  const Details = detailSteps[step]
  const { quantity, total } = totalsOf(draft)
  return (
    <>
      <StepBar
        label="Steps"
        current={step}
        steps={stepNames.map((label, index) => ({ label, onSelect: leadTo(index) }))}
      />
      {picked && (
        <div hidden={step !== 0} className={classes.wideStep}>
          {draft.items.length > 0 && (
            <Callout>
              This order already has {plural(draft.items.length, 'line')}. To choose other products, remove them in
              Pricing first.
            </Callout>
          )}
          <Picker onChange={order.setChosen} />
        </div>
      )}
      {step > 0 && (
        <div className={step === lastStep ? classes.wideStep : classes.step}>
          <EntriesOf form={order.entries}>
            {step === 1 && (
              <PricingStep
                draft={draft}
                set={set}
                errorOf={(at, field) => errorOf(`items.${at}.${field}`)}
                tried={tried}
              />
            )}
            {step === 2 && <SourceStep draft={draft} set={set} errorOf={errorOf} tried={tried} />}
            {Details && <Details draft={draft} set={set} errorOf={errorOf} />}
          </EntriesOf>
          {step === lastStep && <ReviewStep draft={draft} />}
        </div>
      )}
      <Outcome order={order} onStep={show} />
      <StepFoot
        onBack={step > 0 && !order.created ? () => show(step - 1) : undefined}
        problem={problem}
        hint={draft.items.length > 0 ? `${plural(quantity, 'item')}, ${money(total / 100)}` : undefined}
      >
        <Button
          onClick={next}
          loading={order.pending || fetching}
          disabled={Boolean(order.created)}
          data-disabled={Boolean(problem) || undefined}
          aria-disabled={Boolean(problem)}
        >
          {step === lastStep ? 'Create Order' : 'Next'}
        </Button>
      </StepFoot>
    </>
  )
}
