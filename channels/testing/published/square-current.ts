type Json = Record<string, unknown>

/** No value may stand here. */
const retired: Json = { not: {} }
const place: Json = { type: 'string', maxLength: 100, nullable: true }

/**
 * What changed between the published description of 2025-08-20 and the version that we send, in the part that we use. Newer descriptions are not
 * published; this is what Square's release notes of 2026-07-15 and the types of its SDK 46.0.0 (2026-09-16) say, field by field.
 * @see https://developer.squareup.com/docs/changelog/connect-logs/2026-07-15
 */
export function toCurrentSquare(document: Json): void {
  const schemas = inside(document, 'components', 'schemas')
  const properties = (name: string) => inside(schemas, name, 'properties')
  Object.assign(properties('InventoryAdjustment'), {
    location_id: retired,
    from_location_id: place,
    to_location_id: place,
    physical_count_id: place,
    reason_id: place,
    vendor_id: place,
  })
  Object.assign(properties('InventoryChange'), { transfer: retired })
  Object.assign(properties('InventoryPhysicalCount'), { adjustment_id: place })
  inside(schemas, 'InventoryChangeType')['enum'] = ['PHYSICAL_COUNT', 'ADJUSTMENT']
  enumOf(inside(schemas, 'InventoryState')).push('UNTRACKED')
  enumOf(inside(schemas, 'FulfillmentType')).push('IN_STORE')
}

function inside(from: Json, ...names: string[]): Json {
  const object = names.reduce<unknown>((value, name) => (value as Json | undefined)?.[name], from)
  if (typeof object !== 'object' || object === null) throw new Error(`The description has no ${names.join('.')}.`)
  return object as Json
}
const enumOf = (schema: Json): unknown[] => {
  if (!Array.isArray(schema['enum'])) throw new Error('The description lists no values.')
  return schema['enum']
}
