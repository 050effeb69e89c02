import { useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import type { lookups } from '#contract/integrations/lookups.ts'
import { type Entry, entriesIn } from '#domain/listings/content/attributes.ts'
import { useRead } from '#web/api.ts'
import { useOfAccount } from '#web/form/channels/account.tsx'
import { lookupOf } from '#web/lookups.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { Attributes } from '../editor/attributes/attributes.tsx'
import type { PartProps } from '../editor/fields.ts'

type Property = CallReply<typeof lookups.etsy.properties>[number]

/** Each property once, though several categories have it; what is no attribute of a listing is left out. */
const distinct = (byCategory: Record<string, Property[]>): Property[] => [
  ...new Map(
    Object.values(byCategory)
      .flat()
      .filter(({ supports_attributes }) => supports_attributes !== false)
      .map((property) => [property.property_id, property]),
  ).values(),
]

const nameOf = ({ display_name, name }: Property) => display_name || name

/** What Etsy asks in the chosen category; values that are measured have a scale of their own (LST-250, LST-260, LST-262..LST-267). */
export function EtsyProperties(props: PartProps) {
  const { categoryIds, field, fields, below } = props
  const account = useOfAccount()
  const read = useRead(
    lookupOf('etsy', 'propertiesMany'),
    { query: { taxonomyIds: categoryIds.join(','), ...account } },
    { enabled: categoryIds.length > 0, keepPrevious: true },
  )
  // A scale that is chosen before its value.
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({})
  const entryOf = (of: Readonly<Record<string, unknown>>, { property_id: id }: Property): Entry | undefined =>
    entriesIn(of, field.name).find(({ propertyId }) => propertyId === id)
  const scaleOf = (property: Property): number | null => {
    const entry = entryOf(fields, property) ?? entryOf(below, property)
    return typeof entry?.scaleId === 'number' ? entry.scaleId : (chosen[property.property_id] ?? null)
  }
  const choose = (property: Property, scaleId: number) => {
    setChosen((before) => ({ ...before, [property.property_id]: scaleId }))
    const entries = entriesIn(fields, field.name)
    if (entryOf(fields, property))
      props.onChange({
        [field.name]: entries.map((entry) =>
          entry.propertyId === property.property_id ? { ...entry, scaleId } : entry,
        ),
      })
  }
  const askedOf = (property: Property) => {
    const { possible_values: possible = [], scales = [], is_multivalued: isMany, max_values_allowed: most } = property
    const scale = scaleOf(property)
    const name = nameOf(property)
    return {
      property,
      name,
      group: property.is_required ? ('Required' as const) : ('Optional' as const),
      multi: isMany === true && most !== 1,
      most: isMany === true ? (most ?? undefined) : undefined,
      strict: possible.length > 0,
      anyCase: true,
      options: possible.filter(({ scale_id }) => scale === null || scale_id === scale).map((value) => value.name),
      beside: scales.length > 0 && (
        <Select
          aria-label={`Scale of ${name}`}
          placeholder="Scale"
          w={120}
          data={scales.map(({ scale_id, display_name }) => ({ value: String(scale_id), label: display_name }))}
          value={scale === null ? null : String(scale)}
          onChange={(value) => value && choose(property, Number(value))}
        />
      ),
    }
  }
  return (
    <Attributes
      {...props}
      attributes={read.data && distinct(read.data).map(askedOf)}
      failed={read.isError ? read.error.message : undefined}
      restOf={({ property }) => ({
        propertyId: property.property_id,
        scaleId: scaleOf(property),
        required: property.is_required ?? false,
      })}
    />
  )
}
