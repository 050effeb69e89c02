import { nameKey } from '../products/attributes/values.ts'
import { type ValueMap, compileValues } from './values.ts'

/** Where a mapping is switched on or off: for all of a listing template, or for one listing of it. */
export interface Switch {
  listingTemplateId: number
  listingId: number | null
  active: boolean
}
/** A value mapping as it is kept. */
export interface KeptMap extends ValueMap {
  active: boolean
  switches: readonly Switch[]
}
export interface Where {
  listingTemplateId: number | null
  listingId: number | null
}

/** Whether a mapping is on for a listing (MAP-157..MAP-159): by the listing's own switch, else its listing template's, else it is. */
export function isOn({ active, switches }: Pick<KeptMap, 'active' | 'switches'>, where: Where): boolean {
  const of = (listingId: number | null) =>
    switches.find((toggle) => toggle.listingTemplateId === where.listingTemplateId && toggle.listingId === listingId)
  const own = where.listingId === null ? undefined : of(where.listingId)
  return active && (own ?? of(null))?.active !== false
}

/** Values that become something else now: by field, both by `nameKey`. */
export type Changed = Record<string, string[]>
/** The same where a switch makes a difference, and for all others (null). */
export interface ChangedAt {
  where: Where | null
  fields: Changed
}

/** Which values of which listings a change of mappings concerns. */
export function changedValues(before: readonly KeptMap[], after: readonly KeptMap[]): ChangedAt[] {
  const places = new Map<string, Where | null>([['', null]])
  for (const { switches } of [...before, ...after])
    for (const { listingTemplateId, listingId } of switches)
      places.set(`${listingTemplateId} ${listingId ?? ''}`, { listingTemplateId, listingId })
  return [...places.values()].flatMap((where) => {
    const fields = differences(at(before, where), at(after, where))
    return Object.keys(fields).length > 0 ? [{ where, fields }] : []
  })
}

const nowhere: Where = { listingTemplateId: null, listingId: null }
const at = (maps: readonly KeptMap[], where: Where | null) => maps.filter((map) => isOn(map, where ?? nowhere))

function differences(before: readonly ValueMap[], after: readonly ValueMap[]): Changed {
  const [was, is] = [compileValues(before), compileValues(after)]
  const changedBySource = new Map<string, Set<string>>()
  // A target is left as it is, so making or dropping one changes what becomes of it, too.
  for (const { mappings } of [...before, ...after])
    for (const { targetName, values } of mappings)
      for (const value of values.flatMap(({ sourceValues, targetValue }) => [...sourceValues, targetValue])) {
        if (was(targetName, value)?.value === is(targetName, value)?.value) continue
        const field = nameKey(targetName)
        changedBySource.set(field, (changedBySource.get(field) ?? new Set()).add(nameKey(value)))
      }
  return Object.fromEntries([...changedBySource].map(([field, values]) => [field, [...values]]))
}

/** Whether a change concerns a listing: reads the change once for many. The listing tells its values before any mapping, by field. */
export function concernedBy(changed: readonly ChangedAt[]) {
  const read = changed.map(({ where, fields }) => ({
    where,
    fields: new Map(Object.entries(fields).map(([field, values]) => [field, new Set(values)])),
  }))
  return (place: Where, values: readonly { field: string; value: string }[]): boolean =>
    read.some(
      ({ where, fields }) =>
        isWithin(place, where) && values.some(({ field, value }) => fields.get(nameKey(field))?.has(nameKey(value))),
    )
}

const isWithin = ({ listingTemplateId, listingId }: Where, where: Where | null) =>
  where === null ||
  (where.listingTemplateId === listingTemplateId && (where.listingId === null || where.listingId === listingId))
