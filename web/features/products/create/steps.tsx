import { Button } from '@mantine/core'
import type { Image } from '#contract/shapes.ts'
import { judge } from '#domain/products/readiness.ts'
import { resolve } from '#domain/products/attributes/references.ts'
import { valuesOf } from '#domain/products/attributes/values.ts'
import type { AttributeOffers } from '#web/form/mentions/attribute-offers.ts'
import { HtmlPreview } from '#web/form/html/preview.tsx'
import { SizeWeight } from '#web/form/products/size-weight.tsx'
import { money, number } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { AttributesGrid } from '../attributes/attributes-grid.tsx'
import { Filled } from '../attributes/filled.tsx'
import { WizardCondition } from './condition-field.tsx'
import { NumberFields, PlaceFields, Section, TextFields } from '../page/details-fields.tsx'
import { attributesOf, type Draft, fieldLabels, placeFields, type Template } from '../page/draft.ts'
import type { ProductForm } from '../page/form.ts'
import { GenerateAttributes } from '../generate/generate-attributes.tsx'
import { Images } from '../images/images.tsx'
import { NewSkuField } from './new-sku-field.tsx'
import { Thumb } from '#web/ui/images/thumb.tsx'
import classes from './wizard.module.css'

interface StepProps {
  template: Template
  form: ProductForm
}

const namesOf = (template: Template) => template.attributes.map((a) => a.name)

interface DetailsStepProps extends StepProps {
  skuProblem: string | undefined
  setImages: (change: (images: Image[]) => Image[]) => void
}

export function DetailsStep({ template, form, skuProblem, setImages }: DetailsStepProps) {
  return (
    <div>
      <Section id="details" title="Details">
        <TextFields
          form={form}
          names={namesOf(template)}
          template={template.name}
          sku={<NewSkuField form={form} problem={skuProblem} templateId={template.id} />}
          condition={<WizardCondition form={form} />}
        />
      </Section>
      <Section
        id="images"
        title="Images"
        aside={
          <span className="subtle small">
            {form.draft.images.length} of 24. Drag to reorder; the first is the main image.
          </span>
        }
      >
        <Images value={form.draft.images} onChange={setImages} />
      </Section>
      <Section id="price" title="Stock and price">
        <NumberFields form={form} template={template} />
      </Section>
      <Section id="size" title="Size and weight">
        <SizeWeight value={form.draft.sizeAndWeight} onChange={(next) => form.set('sizeAndWeight', next)} />
      </Section>
      <Section id="place" title="Storage location">
        <PlaceFields form={form} />
      </Section>
    </div>
  )
}

/** @param offers for the attributes, which the chosen categories decide */
export const AttributesStep = ({ template, form, offers }: StepProps & { offers: AttributeOffers }) => (
  <Section id="attributes" title="Attributes" aside={<Filled template={template} draft={form.draft} />}>
    <GenerateAttributes form={form} template={template} always onSave={async () => true} />
    <AttributesGrid
      template={attributesOf(template)}
      value={form.draft.attributes}
      offers={offers}
      onChange={(next) => form.set('attributes', next)}
    />
  </Section>
)

interface ReviewProps {
  template: Template
  draft: Draft
  onEdit: () => void
  onEditAttributes: () => void
}

export function ReviewStep({ template, draft, onEdit, onEditAttributes }: ReviewProps) {
  const values = valuesOf(draft)
  const { missing } = judge(draft, attributesOf(template))
  const facts = [
    [
      'SKU',
      <span key="sku" className="mono">
        {draft.sku}
      </span>,
    ],
    ['Template', template.name],
    ['Condition', draft.condition],
    ['Tags', draft.tags.join(', ')],
    ['Quantity', number(draft.quantity ?? 0)],
    ['Price', money(draft.price ?? 0)],
    ['Cost', money(draft.cost ?? 0)],
    ['MSRP', money(draft.msrp ?? 0)],
    ['Barcode', draft.barcode],
    ...placeFields.map((field) => [fieldLabels[field], draft[field]] as const),
    ['Images', number(draft.images.length)],
  ] as const
  return (
    <>
      <Card
        title={resolve(draft.title, values).text || 'No title'}
        actions={
          <Button variant="default" size="xs" onClick={onEdit}>
            Edit Details
          </Button>
        }
      >
        <div className={classes.review}>
          <Thumb url={draft.images[0]?.url ?? ''} size={96} />
          <dl className={classes.facts}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value || <span className="subtle">Empty</span>}</dd>
              </div>
            ))}
          </dl>
        </div>
        <HtmlPreview label="Description preview" html={draft.description} values={values} />
      </Card>
      <Card
        title="Attributes"
        actions={
          <Button variant="default" size="xs" onClick={onEditAttributes}>
            Edit Attributes
          </Button>
        }
      >
        <div className="stack">
          {missing.length > 0 && (
            <p className="muted">
              Missing: {missing.join(', ')}. You can create the product now and add these before publishing.
            </p>
          )}
          <dl className={classes.facts}>
            {draft.attributes
              .filter((a) => a.value.trim())
              .map((a) => (
                <div key={a.name}>
                  <dt>{a.name}</dt>
                  <dd>{a.value}</dd>
                </div>
              ))}
          </dl>
        </div>
      </Card>
    </>
  )
}
