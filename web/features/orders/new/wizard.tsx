import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { listProducts } from '#contract/products.ts'
import { ApiError, call, messageOf } from '#web/call.ts'
import { Callout } from '#web/ui/callout.tsx'
import { money, plural } from '#web/ui/format.ts'
import { EntriesOf, useEntries } from '#web/ui/entries.tsx'
import { useLeaveGuard } from '#web/ui/save-bar.tsx'
import { StepFoot } from '#web/ui/step-foot.tsx'
import { StepBar } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CustomerStep, NotesStep, PaymentStep, ShippingStep, SourceStep } from './detail-steps.tsx'
import { type Draft, itemOf, newDraft, orderOf, type Product, productFields, totalsOf } from './draft.ts'
import classes from './new-order.module.css'
import type { Choose } from './new-order-page.tsx'
import { PricingStep } from './pricing-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { lastStep, mayGo, openAfterMs, problemOf, stepNames } from './steps.ts'
import { useCreateOrder } from './use-create.ts'

/** The server takes no more lines than that. */
const mostLines = 200

interface Props {
  Picker: ComponentType<Choose>
  preselected: readonly Product[]
  /** SKUs of the address that no product has. */
  missing: readonly string[]
  onClear: () => void
}

const detailSteps = [undefined, undefined, undefined, CustomerStep, ShippingStep, PaymentStep, NotesStep] as const

/** The steps from products to review. What was typed stays until the order exists. */
export function OrderWizard({ Picker, preselected, missing, onClear }: Props) {
  const [draft, setDraft] = useState<Draft>(() => ({ ...newDraft, items: preselected.map(itemOf) }))
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const [step, setStep] = useState(preselected.length > 0 ? 1 : 0)
  const [picked, setPicked] = useState(step === 0)
  /** Another round begins with nothing chosen in the table. */
  const [round, setRound] = useState(0)
  const [tried, setTried] = useState(-1)
  const [touched, setTouched] = useState(false)
  const [fetching, setFetching] = useState(false)
  const created = useCreation()
  const { create } = created
  useLeaveGuard((touched || chosen.size > 0) && !create.isSuccess, 'This order is not created yet. What you entered')
  const set = (change: Partial<Draft>) => {
    setTouched(true)
    if (!create.isSuccess) create.reset()
    setDraft((now) => ({ ...now, ...change }))
  }
  const entries = useEntries()
  const problem = entries.problem ?? problemOf(step, draft, chosen.size)
  const errorOf = (field: string) =>
    create.error instanceof ApiError ? create.error.fields[`order.${field}`] : undefined

  const show = (next: number) => {
    // What is wrong on this step is not lost on the way to another.
    if (entries.problem && next !== step) return entries.focus()
    if (next === 0) setPicked(true)
    setStep(next)
  }
  /** Leaving Products copies the chosen ones, unless there are lines already (ORD-159, ORD-160). */
  const go = async (next: number) => {
    if (step !== 0 || next === 0 || draft.items.length > 0) return show(next)
    if (chosen.size > mostLines) return toast.info(`An order has at most ${mostLines} lines.`)
    setFetching(true)
    try {
      const items = await productsOf([...chosen.values()])
      setDraft((now) => ({ ...now, items: items.map(itemOf) }))
      show(next)
    } catch (error) {
      toast.error('The products could not be loaded.', messageOf(error))
    } finally {
      setFetching(false)
    }
  }
  const next = () => {
    setTried(step)
    if (problem) {
      entries.focus()
      return toast.error(problem)
    }
    if (step === lastStep) create.mutate(orderOf(draft))
    else void go(step + 1)
  }
  const clear = () => {
    entries.discard()
    set({ items: [] })
    setChosen(new Map())
    setRound(round + 1)
    setPicked(true)
    setStep(0)
    onClear()
  }
  const Details = detailSteps[step]
  const totals = totalsOf(draft)
  return (
    <div className={classes.wizard}>
      <StepBar
        label="Steps"
        current={step}
        steps={stepNames.map((label, index) => ({
          label,
          onSelect:
            !create.isSuccess && !create.isPending && mayGo(step, index, draft, chosen.size)
              ? () => void go(index)
              : undefined,
        }))}
      />
      {preselected.length > 0 && (
        <Callout
          tone="info"
          action={
            <Button variant="subtle" size="xs" onClick={clear}>
              Clear
            </Button>
          }
        >
          {plural(preselected.length, 'product')} preselected.
        </Callout>
      )}
      {missing.length > 0 && <Callout tone="warning">Not in your inventory: {missing.join(', ')}.</Callout>}
      {picked && (
        <div hidden={step !== 0} className={classes.wideStep}>
          {draft.items.length > 0 && (
            <Callout>
              This order has {plural(draft.items.length, 'line')} already. To choose other products, remove them on the
              step Pricing first.
            </Callout>
          )}
          <Picker key={round} onChange={setChosen} />
        </div>
      )}
      {step > 0 && (
        <div className={step === lastStep ? classes.wideStep : classes.step}>
          <EntriesOf form={entries}>
            {step === 1 && (
              <PricingStep
                items={draft.items}
                set={set}
                errorOf={(at, field) => errorOf(`items.${at}.${field}`)}
                tried={tried === 1}
              />
            )}
            {step === 2 && <SourceStep draft={draft} set={set} errorOf={errorOf} tried={tried === 2} />}
            {Details && <Details draft={draft} set={set} errorOf={errorOf} />}
          </EntriesOf>
          {step === lastStep && <ReviewStep draft={draft} />}
        </div>
      )}
      {create.error && <Failure error={create.error} onStep={show} />}
      {create.data && (
        <Callout tone="success" action={<Link to={`/order/${create.data.id}` as string}>Open it now</Link>}>
          Created Order! It opens in a moment.
        </Callout>
      )}
      <StepFoot
        onBack={step > 0 && !create.isSuccess ? () => show(step - 1) : undefined}
        problem={problem}
        hint={draft.items.length > 0 ? `${plural(totals.quantity, 'item')}, ${money(totals.total / 100)}` : undefined}
      >
        <Button
          onClick={next}
          loading={create.isPending || fetching}
          disabled={create.isSuccess}
          data-disabled={Boolean(problem) || undefined}
          aria-disabled={Boolean(problem)}
        >
          {step === lastStep ? 'Create Order' : 'Next'}
        </Button>
      </StepFoot>
    </div>
  )
}

async function productsOf(skus: readonly string[]): Promise<Product[]> {
  const { data } = await call(listProducts, { query: { skus: [...skus], limit: mostLines, fields: productFields } })
  const bySku = new Map(data.map((product) => [product.sku, product]))
  return skus.flatMap((sku) => bySku.get(sku) ?? [])
}

/** Creates the order; then it opens by itself. */
function useCreation() {
  const navigate = useNavigate()
  const create = useCreateOrder({
    onSuccess: () => toast.success('Created Order!'),
    onError: (error) => toast.error('Failed to create order. Try again later.', error.message),
  })
  const id = create.data?.id
  useEffect(() => {
    if (id === undefined) return
    const open = setTimeout(
      () => void navigate({ to: '/order/$orderId', params: { orderId: String(id) }, ignoreBlocker: true }),
      openAfterMs,
    )
    return () => clearTimeout(open)
  }, [id, navigate])
  return { create }
}

/** Why it failed, and the way to where it can be mended. */
function Failure({ error, onStep }: { error: ApiError; onStep: (step: number) => void }) {
  const fields = Object.keys(error.fields)
  const at = fields.some((field) => field.startsWith('order.items'))
    ? 1
    : fields.some((field) => /source|externalOrderId/.test(field))
      ? 2
      : fields.some((field) => /discountAmount|feeAmount|taxAmount/.test(field))
        ? 6
        : undefined
  return (
    <Callout
      tone="danger"
      action={
        at !== undefined && (
          <Button variant="default" size="xs" onClick={() => onStep(at)}>
            Go to {stepNames[at]}
          </Button>
        )
      }
    >
      {error.message} Nothing you entered is lost.
    </Callout>
  )
}
