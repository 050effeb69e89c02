import { type ComponentType, type ReactNode, useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import { createProduct } from '#contract/products/products.ts'
import { useWrite } from '#web/api.ts'
import { useKept } from '#web/form/kept.ts'
import type { AttributeOffers } from '#web/form/mentions/attribute-offers.ts'
import type { ListingChoice, ListingChoices } from '#web/form/products/listing-choice.ts'
import { useSkuTaken } from '#web/form/products/sku-taken.ts'
import { useLeaveGuard } from '#web/ui/dialogs/leave-guard.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { creationOf, type Draft, type Field, newDraft, type Template } from '../page/draft.ts'
import { serverError, useComplaints } from '../page/form.ts'
import { WizardFoot } from './foot.tsx'
import { AttributesStep, DetailsStep, ReviewStep } from './steps.tsx'
import { useSaveChoices } from './use-save-choices.ts'

export const wizardSteps = ['Method', 'Details', 'Listing Configurations', 'Attributes', 'Review & Create'] as const
/** What comes next, of steps 1 to 3; step 0 has a foot of its own. */
const hints: readonly (string | undefined)[] = [
  undefined,
  'Proceed to listing configurations',
  'Proceed to attributes',
  'Proceed to next step',
]
const lastStep = wizardSteps.length - 1

/** What a new product's listings are chosen with; it belongs to another area. */
export interface ListingParts {
  Configurations: ComponentType<{
    templateId: number
    choices: ListingChoices
    onChange: (channel: ChannelId, choice: ListingChoice) => void
  }>
  OfferedOptions: ComponentType<{
    templateId: number
    choices: ListingChoices
    children: (offers: AttributeOffers) => ReactNode
  }>
}

interface Props {
  listings: ListingParts
  template: Template
  step: number
  onStep: (step: number) => void
  onChangeTemplate: () => void
}

/** Steps 1 to 4 of a product from a template. What was typed is kept until the product exists. */
export function TemplateWizard({ listings, template, step, onStep, onChangeTemplate }: Props) {
  const saved = useKept<Draft>(`new-product ${template.id}`, () => newDraft(template))
  const { draft } = saved
  const listing = useKept<{ choices: ListingChoices }>(`new-product listing ${template.id}`, () => ({ choices: {} }))
  const saveChoices = useSaveChoices()
  const skuProblem = useSkuTaken(draft.sku)
  const [begun, setBegun] = useState(false)
  const navigate = useNavigate()
  const create = useWrite(createProduct, {
    once: true,
    quiet: true,
    onSuccess: ({ id }) => {
      toast.success('Product created.')
      saveChoices(id, listing.draft.choices)
      saved.forget()
      listing.forget()
      setBegun(false)
      void navigate({
        to: '/product/$productId',
        params: { productId: String(id) },
        search: { created: true },
        ignoreBlocker: true,
      })
    },
    onError: (error) => {
      if (serverError(error, 'sku')) onStep(1)
    },
  })
  const complaints = useComplaints(draft, create.error)
  useLeaveGuard(begun && !create.isSuccess, 'This new product')
  const set = <F extends Field>(field: F, value: Draft[F] | ((now: Draft[F]) => Draft[F])) => {
    setBegun(true)
    complaints.changed(field)
    saved.change((now) => ({ ...now, [field]: typeof value === 'function' ? value(now[field]) : value }))
  }
  const form = { draft, set, errorOf: complaints.errorOf, touch: complaints.touch }
  const entries = useEntries()
  const problem = draft.sku.trim() ? (entries.problem ?? skuProblem) : 'Must enter a SKU'
  /** What is wrong on this step is neither sent nor lost on the way to another. */
  const leave = (go: () => void) => (entries.problem ? entries.focus() : go())
  const next = () => {
    if (entries.problem) entries.focus()
    else if (problem) {
      complaints.touch('sku', 'title', 'description')
      onStep(1)
      if (step === lastStep && !skuProblem) toast.error('Please select a SKU.')
    } else if (step === lastStep) create.mutate({ body: { product: creationOf(draft, template.id) } })
    else onStep(step + 1)
  }
  const failed = create.error && !serverError(create.error, 'sku')
  return (
    <>
      <Callout
        tone="info"
        action={
          <button type="button" className="link" onClick={onChangeTemplate}>
            Change
          </button>
        }
      >
        From the template <b>{template.name}</b>. Its defaults are filled in below.
      </Callout>
      <EntriesOf form={entries}>
        {step === 1 && (
          <DetailsStep
            template={template}
            form={form}
            skuProblem={skuProblem}
            setImages={(change) => set('images', change)}
          />
        )}
        {step === 2 && (
          <listings.Configurations
            templateId={template.id}
            choices={listing.draft.choices}
            onChange={(channel, choice) => {
              setBegun(true)
              listing.change(({ choices }) => ({ choices: { ...choices, [channel]: choice } }))
            }}
          />
        )}
        {step === 3 && (
          <listings.OfferedOptions templateId={template.id} choices={listing.draft.choices}>
            {(offers) => <AttributesStep template={template} form={form} offers={offers} />}
          </listings.OfferedOptions>
        )}
      </EntriesOf>
      {step === lastStep && (
        <ReviewStep template={template} draft={draft} onEdit={() => onStep(1)} onEditAttributes={() => onStep(3)} />
      )}
      {failed && <Callout tone="danger">{create.error.message} Your entries are still here.</Callout>}
      <WizardFoot
        onBack={() => leave(step === 1 ? onChangeTemplate : () => onStep(step - 1))}
        onNext={next}
        next={step === lastStep ? 'Create' : 'Next'}
        loading={create.isPending}
        problem={problem}
        hint={hints[step]}
      />
    </>
  )
}
