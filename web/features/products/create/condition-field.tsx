import { conditionsFor, joinCondition, splitCondition, wizardConditions } from '#domain/products/condition.ts'
import { Select } from '#web/ui/choices/select.tsx'
import type { ProductForm } from '../page/form.ts'

const props = (form: ProductForm) => ({
  required: true,
  error: form.errorOf('condition'),
  onBlur: () => form.touch('condition'),
})

/** The wizard's condition: some choices ask for a closer one (PRO-072..PRO-075). */
export function WizardCondition({ form }: { form: ProductForm }) {
  const { first, second } = splitCondition(form.draft.condition)
  const closer = wizardConditions[first] ?? []
  const known = Object.keys(wizardConditions)
  const choose = (next: string) => form.set('condition', joinCondition(next, wizardConditions[next]?.[0] ?? ''))
  return (
    <>
      <Select
        label="Condition"
        {...props(form)}
        value={first}
        onChange={(next) => next && choose(next)}
        data={known.includes(first) || !first ? known : [first, ...known]}
      />
      {closer.length > 0 && (
        <Select
          label={first === 'New Other' ? 'What’s different' : 'Wear'}
          data={[...closer]}
          value={second}
          onChange={(next) => next && form.set('condition', joinCondition(first, next))}
        />
      )}
    </>
  )
}

/** The product page's condition (PRO-076, PRO-077). */
export const ConditionField = ({ form }: { form: ProductForm }) => (
  <Select
    label="Condition"
    {...props(form)}
    data={conditionsFor(form.draft.condition)}
    value={form.draft.condition || null}
    onChange={(next) => next && form.set('condition', next)}
  />
)
