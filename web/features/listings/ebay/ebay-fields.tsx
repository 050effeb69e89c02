import { Select, Textarea, TextInput } from '@mantine/core'
import { ebayConditions } from '#contract/channels/ebay.ts'
import { useRead } from '#web/api.ts'
import { lookupOf } from '#web/lookups.ts'
import { TitleInput } from '#web/form/title-input.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { FormSkeleton } from '#web/ui/skeleton.tsx'
import { fromEbay, leavesOf, splitIds } from '../categories/categories.ts'
import { CategoryPicker } from '../categories/category-picker.tsx'
import { EbayAspects } from './ebay-aspects.tsx'
import { EbayPolicyFields } from './ebay-policy-fields.tsx'
import { type EditorProps, inputId, textOf } from '../editor/fields.ts'
import classes from '../listings.module.css'
import { Section } from '../editor/section.tsx'
import { Texts } from '../editor/texts.tsx'

const titleChars = 80
const ownCondition = 'the product'
const conditions = [
  { value: ownCondition, label: "The product's own" },
  ...Object.values(ebayConditions).map((label) => ({ value: label, label })),
]

/** How a template lists on eBay, or what one product says of its own (LST-122..LST-175). */
export function EbayFields(props: EditorProps) {
  const { scope, fields, below } = props
  const chosen = splitIds(
    scope === 'product' ? fields.selectedCategoryIds || below.ebayCategoryIds : fields.ebayCategoryIds,
  )
  return (
    <>
      <Section title={scope === 'product' ? 'Select Category' : 'Categories'}>
        <Categories {...props} />
      </Section>
      <Section title="Details">
        <Texts {...props} titleChars={titleChars} />
        {scope === 'template' && <TemplateDetails {...props} />}
      </Section>
      {scope === 'template' && <EbayPolicyFields {...props} />}
      <EbayAspects {...props} categoryIds={scope === 'product' ? chosen.slice(0, 1) : chosen} />
    </>
  )
}

function Categories({ scope, fields, below, onChange, about, errors }: EditorProps) {
  const tree = useRead(lookupOf('ebay', 'categories'))
  if (tree.isError) return <Callout tone="danger">eBay's categories could not be loaded: {tree.error.message}</Callout>
  const product = scope === 'product'
  if (!tree.data) return <FormSkeleton fields={1} height={product ? 95 : 116} label="Loading eBay's categories" />
  const root = fromEbay(tree.data.rootCategoryNode)
  const offered = splitIds(below.ebayCategoryIds)
  const own = splitIds(product ? fields.selectedCategoryIds : fields.ebayCategoryIds)
  const inherited = product && !own.length ? offered.slice(0, 1) : []
  const version = tree.data.categoryTreeVersion
  return (
    <CategoryPicker
      id={inputId('ebayCategoryIds')}
      label={product ? 'Category' : 'eBay categories'}
      root={root}
      leaves={leavesOf(root)}
      value={own.length ? own : inherited}
      onChange={(ids) =>
        onChange(
          product
            ? { selectedCategoryIds: ids.join(',') }
            : { ebayCategoryIds: ids.join(','), ebayCategoryVersion: version },
        )
      }
      limit={product ? 1 : undefined}
      required={product}
      about={about}
      error={errors.ebayCategoryIds}
      hint={
        !product
          ? 'Each product of this template is listed in one of these; with one here, in that.'
          : inherited.length
            ? 'Chosen by the listing template.'
            : offered.length || own.length
              ? undefined
              : 'Listing template has no configured categories. Select any category'
      }
    />
  )
}

const TemplateDetails = ({ fields, onChange, names, errors }: EditorProps) => (
  <div className={classes.half}>
    <div className={classes.whole}>
      <TextInput
        id={inputId('subtitle')}
        label="Subtitle"
        maxLength={55}
        value={textOf(fields, 'subtitle')}
        onChange={(event) => onChange({ subtitle: event.currentTarget.value })}
        error={errors.subtitle}
      />
    </div>
    <Select
      id={inputId('condition')}
      label="Condition"
      data={conditions}
      value={textOf(fields, 'condition') || ownCondition}
      onChange={(condition) => onChange({ condition: condition === ownCondition ? '' : (condition ?? '') })}
      error={errors.condition}
    />
    <TitleInput
      id={inputId('brand')}
      label="Brand"
      names={names}
      maxLength={65}
      placeholder="The product's Brand"
      value={textOf(fields, 'brand')}
      onChange={(brand) => onChange({ brand })}
      error={errors.brand}
    />
    <div className={classes.whole}>
      <Textarea
        id={inputId('conditionDescription')}
        label="Condition description"
        minRows={2}
        maxLength={1000}
        value={textOf(fields, 'conditionDescription')}
        onChange={(event) => onChange({ conditionDescription: event.currentTarget.value })}
        error={errors.conditionDescription}
      />
    </div>
  </div>
)
