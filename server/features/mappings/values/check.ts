import { MOST_VALUES, type ValueMappingChange } from '#contract/mappings/values.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { AppError, invalid } from '../../../errors.ts'

/** @param known names of the mappings that stay as they are @throws invalid_input with each field that is not right */
export function checkValues(changes: readonly ValueMappingChange[], known: readonly string[]): void {
  const fields: Record<string, string> = {}
  const names = new Set(known.map(nameKey))
  const ids = new Set<string>()
  let count = 0
  for (const [at, { uuid, name, mappings }] of changes.entries()) {
    const path = `valueMappings.${at}`
    if (ids.has(uuid)) fields[`${path}.uuid`] = 'This mapping is there twice.'
    ids.add(uuid)
    if (names.has(nameKey(name))) fields[`${path}.name`] = 'Name already exists'
    names.add(nameKey(name))
    const targets = new Set<string>()
    for (const [f, { targetName, values }] of mappings.entries()) {
      if (!targetName.trim()) fields[`${path}.mappings.${f}.targetName`] = 'Choose a field.'
      if (targets.has(nameKey(targetName))) fields[`${path}.mappings.${f}.targetName`] = 'Field already exists'
      targets.add(nameKey(targetName))
      const made = new Set<string>()
      for (const [v, { targetValue, sourceValues }] of values.entries()) {
        count += Math.max(1, sourceValues.length)
        if (targetValue.trim() && made.has(targetValue))
          fields[`${path}.mappings.${f}.values.${v}.targetValue`] = 'Value already exists'
        made.add(targetValue)
      }
    }
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', Object.values(fields)[0], { fields })
  if (count > MOST_VALUES)
    throw invalid(
      'valueMappings',
      `These mappings have ${count.toLocaleString('en')} values. You can save up to ${MOST_VALUES.toLocaleString('en')} at once.`,
    )
}
