import { useRead } from '#web/api.ts'
import { lookupOf } from '#web/lookups.ts'
import { TitleInput } from '#web/form/title-input.tsx'
import { SearchMultiSelect, SearchSelect } from '#web/ui/search-select.tsx'
import { TagInput } from '#web/ui/tag-input.tsx'
import { splitIds } from '../categories/categories.ts'
import { type EditorProps, inputId, textOf } from '../editor/fields.ts'
import classes from '../listings.module.css'
import { Section } from '../editor/section.tsx'
import { Texts } from '../editor/texts.tsx'

const titleChars = 255

/** How a template lists on Shopify, or what one product says of its own (LST-288..LST-304). */
export function ShopifyFields(props: EditorProps) {
  return (
    <>
      <Section title="Details">
        <Texts {...props} titleChars={titleChars} />
        {props.scope === 'template' && <TemplateDetails {...props} />}
      </Section>
      <Section title="Collections">
        <Collections {...props} />
      </Section>
      {props.scope === 'template' && (
        <Section title="Shopify Location">
          <Location {...props} />
        </Section>
      )}
    </>
  )
}

const TemplateDetails = ({ fields, onChange, names, errors }: EditorProps) => (
  <div className={classes.half}>
    <TitleInput
      id={inputId('productType')}
      label="Product Type"
      names={names}
      maxLength={255}
      value={textOf(fields, 'productType')}
      onChange={(productType) => onChange({ productType })}
      error={errors.productType}
    />
    <TitleInput
      id={inputId('vendor')}
      label="Vendor"
      names={names}
      maxLength={255}
      placeholder="The product's vendor, else its brand"
      value={textOf(fields, 'vendor')}
      onChange={(vendor) => onChange({ vendor })}
      error={errors.vendor}
    />
    <div className={classes.whole}>
      <TagInput
        id={inputId('tags')}
        label="Tags"
        placeholder="The product's own tags"
        value={splitIds(fields.tags)}
        onChange={(tags) => onChange({ tags: tags.join(',') })}
        error={errors.tags}
      />
    </div>
  </div>
)

function Collections({ scope, fields, below, onChange, errors }: EditorProps) {
  const collections = useRead(lookupOf('shopify', 'collections'))
  const field = scope === 'product' ? 'selectedCollectionIds' : 'collectionIds'
  const known = collections.data ?? []
  const inherited = splitIds(below.collectionIds).map((id) => known.find((c) => c.id === id)?.title ?? id)
  return (
    <SearchMultiSelect
      id={inputId('collectionIds')}
      label="Collections"
      placeholder={inherited.join(', ') || (collections.isError ? 'Collections could not be loaded' : 'None')}
      options={known.map(({ id, title }) => ({ value: id, label: title }))}
      value={splitIds(fields[field])}
      onChange={(ids) => onChange({ [field]: ids.join(',') })}
      error={errors.collectionIds}
    />
  )
}

function Location({ fields, onChange, errors }: EditorProps) {
  const locations = useRead(lookupOf('shopify', 'locations'))
  return (
    <SearchSelect
      id={inputId('locationId')}
      label="Location"
      clearable
      placeholder="The integration's default"
      options={(locations.data ?? []).map(({ id, name, isActive }) => ({
        value: id,
        label: isActive ? name : `${name} (closed)`,
        disabled: !isActive,
      }))}
      value={textOf(fields, 'locationId') || null}
      onChange={(locationId) => onChange({ locationId: locationId ?? '' })}
      error={
        errors.locationId ?? (locations.isError ? 'Locations could not be loaded. Reload to try again.' : undefined)
      }
    />
  )
}
