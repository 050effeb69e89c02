import { MOST_KEPT_VALUES, MOST_VALUES, type ValueMappingChange } from '#contract/mappings/values.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { AppError, invalid } from '../../../errors.ts'

type Mapping = Pick<ValueMappingChange, 'name' | 'mappings'>

const countOf = (mappings: readonly Mapping[]): number =>
  mappings
    .flatMap(({ mappings: fields }) => fields.flatMap(({ values }) => values))
    .reduce((sum, { sourceValues }) => sum + Math.max(1, sourceValues.length), 0)

/**
 * @param known the mappings that stay as they are
 * @param before all as they are: whoever has too many may still save fewer
 * @throws invalid_input with each field that is not right
 */
export function checkValues(
  changes: readonly ValueMappingChange[],
  known: readonly Mapping[],
  before: readonly Mapping[],
): void {
  const fields: Record<string, string> = {}
  const names = new Set(known.map(({ name }) => nameKey(name)))
  const ids = new Set<string>()
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
      for (const [v, { targetValue }] of values.entries()) {
        if (targetValue.trim() && made.has(targetValue))
          fields[`${path}.mappings.${f}.values.${v}.targetValue`] = 'Value already exists'
        made.add(targetValue)
      }
    }
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', Object.values(fields)[0], { fields })
  const count = countOf(changes)
  if (count > MOST_VALUES)
    throw invalid(
      'valueMappings',
      `These mappings have ${count.toLocaleString('en')} values. You can save up to ${MOST_VALUES.toLocaleString('en')} at once.`,
    )
  const total = count + countOf(known)
  if (total > MOST_KEPT_VALUES && total > countOf(before))
    throw invalid(
      'valueMappings',
      `Your value mappings would have ${total.toLocaleString('en')} values together. You can keep up to ${MOST_KEPT_VALUES.toLocaleString('en')}. Delete values or mappings that you no longer need.`,
    )
}
