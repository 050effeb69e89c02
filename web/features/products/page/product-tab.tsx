import { Switch } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { RulesButton } from '#web/form/rules/rules-link.tsx'
import { SizeWeight } from '#web/form/products/size-weight.tsx'
import { useWritable, Writable } from '#web/may.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { EntriesOf } from '#web/ui/inputs/entries.tsx'
import { plural } from '#web/ui/format.ts'
import { TwoColumns } from '#web/ui/layout/page.tsx'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { InPieces } from '#web/ui/layout/later.tsx'
import { partOf } from '#web/ui/layout/part.tsx'
import { FormSkeleton, TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { rowsOf } from '../attributes/attribute-rows.ts'
import { ConditionField } from '../create/condition-field.tsx'
import {
  DescriptionField,
  DetailFields,
  NotesField,
  NumberFields,
  PlaceFields,
  Section,
  TitleField,
} from './details-fields.tsx'
import { attributesOf } from './draft.ts'
import { useOpened } from './editor.ts'
import { Filled } from '../attributes/filled.tsx'
import { serverError } from './form.ts'
import { GenerateDetails } from '../generate/generate-detail.tsx'
import { Images } from '../images/images.tsx'
import strip from './listing-strip.module.css'
import { ReadinessCard } from './readiness-card.tsx'
import classes from './products.module.css'
import { LockedSkuField } from './sku-field.tsx'
import { RemotePictures } from '../images/remote-pictures.tsx'
import { StockBoxes } from './stock-boxes.tsx'
import { useAnchor } from './use-anchor.ts'
import { useMade } from '../attributes/use-made.ts'
import { VariationsEditor, variationProblem } from '../variations/variations-editor.tsx'

const ListingStrip = partOf(async () => (await import('./listing-strip.tsx')).ListingStrip)
/** These stand further down the page. */
const Beside = partOf(async () => (await import('./beside.tsx')).Beside)
const DeleteButton = onDemand(async () => (await import('../actions/delete-button.tsx')).DeleteButton)
const loadAttributes = async () => (await import('../attributes/attribute-section.tsx')).AttributeSection
const AttributeSection = partOf(loadAttributes)
// It comes with the page, not when it is drawn so far: by then somebody may type without a network. Whoever draws it is told of an error.
void loadAttributes().catch(() => undefined)

/** Everything about one product, editable in place: what matters most first, and of one with variations these. */
export function ProductTab() {
  const { editor, product } = useOpened()
  // Edits belong to this tab: whoever leaves it was asked and let them go.
  const discard = useEffectEvent(() => editor.discard())
  useEffect(() => () => discard(), [])
  // As the page was opened: it does not move under the hands of whoever adds the first one.
  const [variationsFirst] = useState(() => product.variations.length > 0)
  return (
    <>
      <ListingStrip fallback={<div className={strip.strip} />} />
      {editor.conflict && (
        <Callout tone="warning">
          Someone else saved this product while you edited it. Nothing is lost: save again to put yours on top of
          theirs, and to choose where both of you changed the same.
        </Callout>
      )}
      {variationsFirst && (
        <Writable needs="products:write">
          <EntriesOf form={editor.entries}>
            <Variations />
          </EntriesOf>
        </Writable>
      )}
      <TwoColumns
        main={
          <div>
            <Writable needs="products:write">
              <EntriesOf form={editor.entries}>
                <Sections variationsFirst={variationsFirst} />
              </EntriesOf>
            </Writable>
          </div>
        }
        aside={
          <InPieces first={0}>
            <ReadinessCard />
            <Beside />
          </InPieces>
        }
      />
    </>
  )
}

function Sections({ variationsFirst }: { variationsFirst: boolean }) {
  const {
    product,
    template,
    editor: { draft, form, setImages, save },
  } = useOpened()
  const writable = useWritable()
  const made = useMade(product, draft)
  if (!made) return <FormSkeleton fields={6} label="Loading the rules" />
  const texts = { form, names: template.attributes.map((a) => a.name), made }
  const place = (
    <Section id="place" title="Storage location">
      <PlaceFields form={form} made={made} />
    </Section>
  )
  return (
    <InPieces>
      {variationsFirst && place}
      <Section
        id="images"
        title="Title and images"
        aside={
          <span className="subtle small">
            {draft.images.length} of 24 images. Drag to reorder; the first is the main image.
          </span>
        }
      >
        <TitleField {...texts} />
        <GenerateDetails form={form} template={template.name} fields={['title']} />
        <Images value={draft.images} onChange={setImages} />
        <RemotePictures productId={product.id} urls={draft.images.map(({ url }) => url)} />
      </Section>
      <Section id="price" title="Price and stock">
        <NumberFields form={form} template={template} isBundle={product.bundled === 'bundle'} />
        <StockBoxes />
      </Section>
      <Section id="attributes" title="Attributes" aside={<Filled template={template} draft={draft} />}>
        <div className={classes.rules}>
          <Switch
            label="Dynamic mapping"
            description="Rules change what’s published, not what you enter here."
            checked={draft.configuration.dynamicMappingEnabled}
            onChange={(event) => form.set('configuration', { dynamicMappingEnabled: event.currentTarget.checked })}
          />
          <RulesButton size="xs" />
        </div>
        <AttributeSection
          form={form}
          template={template}
          productId={product.id}
          made={made}
          onSave={save}
          fallback={
            <TableSkeleton
              rows={rowsOf(attributesOf(template), draft.attributes).length + 1}
              label="Loading the attributes"
            />
          }
        />
      </Section>
      <Section id="text" title="Description">
        <DescriptionField {...texts} />
        <GenerateDetails form={form} template={template.name} fields={['description']} />
      </Section>
      <Section id="details" title="Details">
        <DetailFields
          form={form}
          sku={<LockedSkuField form={form} lock={product.skuLock} />}
          condition={<ConditionField form={form} />}
        />
        <NotesField form={form} />
      </Section>
      {!variationsFirst && place}
      <Section id="size" title="Size and weight">
        <SizeWeight value={draft.sizeAndWeight} onChange={(next) => form.set('sizeAndWeight', next)} />
      </Section>
      {!variationsFirst && <Variations />}
      {writable && (
        <Section id="delete" title="Delete product">
          <DeleteButton product={product} />
        </Section>
      )}
      <Anchored />
    </InPieces>
  )
}

function Variations() {
  const {
    product,
    template,
    editor: { draft, form, error },
  } = useOpened()
  // What a bundle is made of is said in its card; it has none.
  if (product.bundled === 'bundle') return null
  return (
    <Section
      id="variations"
      title="Variations"
      aside={
        draft.variations.length > 0 && (
          <span className="subtle small">Leave price or cost blank to use the product’s.</span>
        )
      }
    >
      {product.variations.length === 0 && draft.variations.length > 0 && product.quantity > 0 && (
        <Callout tone="warning">
          The {plural(product.quantity, 'unit')} counted so far {product.quantity === 1 ? 'belongs' : 'belong'} to no
          variation. Enter below how many each of them has.
        </Callout>
      )}
      <VariationsEditor
        template={template}
        draft={draft}
        onChange={(next) => form.set('variations', next)}
        errorOf={(index, field) =>
          serverError(error, `variations.${index}.${field}`) ?? variationProblem(index, field, draft.variations)
        }
      />
    </Section>
  )
}

/** Once all that an address may name is there. */
function Anchored() {
  useAnchor()
  return null
}
