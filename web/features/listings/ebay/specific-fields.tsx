import type { ReactNode } from 'react'
import { ebay } from '#contract/channels/ebay.ts'
import { Autocomplete } from '#web/ui/choices/autocomplete.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { optionsHint, shownOptions } from '#web/ui/choices/many-options.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Count } from '#web/ui/images/status-chip.tsx'
import { inputId } from '../editor/fields.ts'
import { CategoryPicker } from '../categories/category-picker.tsx'
import classes from '../create/create.module.css'
import type { Problems } from '../create/first-draft.ts'
import { categoryTree, type EbayWants, type Specific } from './use-ebay-wants.ts'

/** Where a suggestion comes from. */
export const Suggested = ({ children }: { children: ReactNode }) => (
  <span className={classes.suggested}>
    <Icon name="sparkle" size="s" />
    {children}
  </span>
)

interface Props {
  wants: EbayWants
  about: string
  errors: Problems
  onCategory: (id: string | null) => void
  onSpecific: (name: string, value: string) => void
}

/** What eBay wants to know of a new product; nothing while it is left out. */
export const EbayWanted = (props: Props) =>
  props.wants.on && (
    <>
      <EbayCategory {...props} />
      <EbaySpecifics {...props} />
    </>
  )

function EbayCategory({ wants, about, errors, onCategory }: Omit<Props, 'onSpecific'>) {
  if (wants.failed) return <Callout tone="danger">eBay's categories could not be loaded: {wants.failed}</Callout>
  if (!wants.root) return <FormSkeleton fields={1} label="Loading eBay's categories" />
  return (
    <div>
      <CategoryPicker
        id={inputId('category')}
        label="Category on eBay"
        root={wants.root}
        leaves={wants.leaves}
        value={wants.category ? [wants.category] : []}
        onChange={(ids) => onCategory(ids[0] ?? null)}
        limit={1}
        required
        about={about}
        channel={ebay.id}
        suggest={categoryTree.suggest}
        error={errors.category}
        hint={about ? undefined : 'Suggested from the title.'}
      />
      {wants.categorySuggested && <Suggested>from the title</Suggested>}
    </div>
  )
}

/** What eBay demands in the category, and nothing else. */
function EbaySpecifics({ wants, errors, onSpecific }: Pick<Props, 'wants' | 'errors' | 'onSpecific'>) {
  if (!wants.category) return null
  if (wants.loading) return <FormSkeleton fields={3} label="Loading item specifics" />
  const { specifics } = wants
  if (!specifics.length) return <p className="subtle">No item specifics for this category.</p>
  const filled = specifics.filter(({ value }) => value.trim()).length
  return (
    <section>
      <h2 className={classes.heading}>
        Item Specifics{' '}
        <Count tone={filled < specifics.length ? 'warning' : 'neutral'}>
          {filled} of {specifics.length} required
        </Count>
      </h2>
      <div className={classes.specifics}>
        {specifics.map((specific) => (
          <SpecificField
            key={specific.name}
            specific={specific}
            error={errors[`attributes.${specific.name}`]}
            onChange={(value) => onSpecific(specific.name, value)}
          />
        ))}
      </div>
    </section>
  )
}

function SpecificField({
  specific: { name, value, suggested, options, strict },
  error,
  onChange,
}: {
  specific: Specific
  error: string | undefined
  onChange: (value: string) => void
}) {
  const props = {
    id: inputId(`attributes.${name}`),
    label: name,
    required: true,
    error,
    limit: shownOptions,
    placeholder: optionsHint(options.length),
    data: [...new Set(options)],
  }
  return (
    <div>
      {strict ? (
        <Select {...props} searchable value={value || null} onChange={(next) => onChange(next ?? '')} />
      ) : (
        <Autocomplete {...props} value={value} onChange={onChange} />
      )}
      {suggested && <Suggested>from the title</Suggested>}
    </div>
  )
}
