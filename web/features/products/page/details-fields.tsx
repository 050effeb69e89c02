import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { mostOf } from '#contract/products/fields.ts'
import { allTags } from '#contract/products/products.ts'
import { withoutTags } from '#domain/html/tags.ts'
import type { Made } from '#domain/listings/rules/made.ts'
import { resolve } from '#domain/products/attributes/references.ts'
import { valuesOf } from '#domain/products/attributes/values.ts'
import { useRead } from '#web/api.ts'
import { HtmlEditor } from '#web/form/html/editor.tsx'
import { noteOf } from '#web/form/mentions/mention.ts'
import { TitleInput } from '#web/form/mentions/title-input.tsx'
import { number } from '#web/ui/format.ts'
import { MoneyInput, QuantityInput } from '#web/ui/inputs/number-input.tsx'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { BarcodeField } from './barcode-field.tsx'
import { fieldLabels, placeFields, type Template } from './draft.ts'
import { MadeHint } from '../attributes/made-hint.tsx'
import type { MadeOf } from '../attributes/use-made.ts'
import type { ProductForm } from './form.ts'
import { GenerateDetails } from '../generate/generate-detail.tsx'
import { SuggestPrice } from '../prices/suggest-button.tsx'
import classes from './products.module.css'

interface Props {
  form: ProductForm
  /** Attributes that may be mentioned. */
  names: readonly string[]
  /** The template's name. */
  template: string
  /** What rules make of it when it is listed. */
  made?: MadeOf | undefined
}

type TextProps = Omit<Props, 'template'>

/** The title, with what rules make of it. */
export function TitleField({ form: { draft, set, errorOf, touch }, names, made }: TextProps) {
  const values = valuesOf(draft)
  return (
    <>
      <TitleInput
        id="title"
        label="Title"
        required
        names={names}
        noteOf={noteOf(values)}
        value={draft.title}
        error={errorOf('title')}
        description={
          draft.title.includes('{{') ? `Reads: ${resolve(draft.title, values).text}` : 'Type @ to mention an attribute.'
        }
        onChange={(next) => set('title', next)}
        onBlur={() => touch('title')}
      />
      {made?.texts.title && <MadeHint made={made.texts.title} />}
    </>
  )
}

/** The description, with what rules make of it. */
export function DescriptionField({ form: { draft, set, errorOf, touch }, names, made }: TextProps) {
  return (
    <>
      <HtmlEditor
        id="description"
        label="Description"
        required
        names={names}
        values={valuesOf(draft)}
        value={draft.description}
        error={errorOf('description')}
        onChange={(next) => {
          set('description', next)
          touch('description')
        }}
        onBlur={() => touch('description')}
      />
      {made?.texts.description && <MadeHint made={withoutMarkup(made.texts.description)} />}
    </>
  )
}

/** SKU, barcode, condition and tags in a row. */
export function DetailFields({
  form: { draft, set, errorOf },
  sku,
  condition,
}: Pick<Props, 'form'> & { sku: ReactNode; condition: ReactNode }) {
  const tags = useRead(allTags)
  return (
    <div className={classes.four}>
      {sku}
      <BarcodeField
        id="barcode"
        value={draft.barcode}
        onChange={(next) => set('barcode', next)}
        error={errorOf('barcode')}
      />
      {condition}
      <TagInput
        label="Tags"
        value={draft.tags}
        options={tags.data}
        onChange={(next) => set('tags', next)}
        error={errorOf('tags')}
      />
    </div>
  )
}

export const NotesField = ({ form: { draft, set, errorOf } }: Pick<Props, 'form'>) => (
  <Textarea
    label="Internal notes"
    description="Only visible to your team. Never published."
    minRows={2}
    value={draft.notes}
    error={errorOf('notes')}
    onChange={(event) => set('notes', event.currentTarget.value)}
  />
)

/** What a new product begins with: SKU, barcode, condition and tags, then title, description and notes. */
export const TextFields = ({ sku, condition, ...props }: Props & { sku: ReactNode; condition: ReactNode }) => (
  <>
    <DetailFields form={props.form} sku={sku} condition={condition} />
    <TitleField {...props} />
    <DescriptionField {...props} />
    <GenerateDetails form={props.form} template={props.template} />
    <NotesField form={props.form} />
  </>
)

/** As a line of words. */
const withoutMarkup = (made: Made): Made => ({
  ...made,
  after: withoutTags(made.after, ' ').replaceAll(/\s+/g, ' ').trim(),
})

/** Quantity, sold and the three amounts. With variations each of them is counted, and their totals stand here. */
export function NumberFields({
  form,
  template,
  isBundle = false,
}: {
  form: ProductForm
  template: Template
  isBundle?: boolean
}) {
  const { draft, set, errorOf, touch } = form
  const { variations } = draft
  return (
    <div className={classes.numbers}>
      {variations.length > 0 ? (
        <TextInput
          label="Quantity"
          readOnly
          value={number(variations.reduce((sum, v) => sum + (v.quantity ?? 0), 0))}
          error={errorOf('quantity')}
          description={<a href="#variations">Total of variations. Edit stock per variation.</a>}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      ) : (
        <QuantityInput
          label="Quantity"
          required
          readOnly={isBundle}
          description={isBundle && <a href="#bundle">Calculated from its components</a>}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.quantity}
          error={errorOf('quantity')}
          onChange={(next) => set('quantity', next)}
          onBlur={() => touch('quantity')}
        />
      )}
      {(['price', 'cost', 'msrp'] as const).map((field) => (
        <MoneyInput
          key={field}
          label={fieldLabels[field]}
          value={draft[field]}
          error={errorOf(field)}
          onChange={(next) => set(field, next)}
          {...(field === 'price' && { rightSection: <SuggestPrice form={form} template={template} /> })}
        />
      ))}
      <QuantityInput
        label="Sold"
        title="Used for analytics"
        noun="number of units"
        readOnly={variations.length > 0}
        value={draft.sold}
        error={errorOf('sold')}
        onChange={(next) => set('sold', next)}
      />
    </div>
  )
}

/** Whom it comes from and where it lies. */
export const PlaceFields = ({
  form: { draft, set, errorOf },
  made,
}: {
  form: ProductForm
  made?: MadeOf | undefined
}) => (
  <div className={classes.four}>
    {placeFields.map((field) => (
      <TextInput
        key={field}
        id={field}
        label={fieldLabels[field]}
        maxLength={mostOf(field)}
        value={draft[field]}
        error={errorOf(field)}
        description={hintOf(made?.attributes.get(field))}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => set(field, event.currentTarget.value)}
      />
    ))}
  </div>
)

const hintOf = (made: Made | undefined) => made && <MadeHint made={made} />

/** A part of a form under its own heading, reached by `#id`. */
export const Section = ({
  id,
  title,
  aside,
  children,
}: {
  id: string
  title: string
  aside?: ReactNode
  children: ReactNode
}) => (
  <section className={classes.section} id={id}>
    <header className={classes.sectionHead}>
      <h2>{title}</h2>
      {aside}
    </header>
    {children}
  </section>
)
