import type { EbaySchema } from '#contract/channels/ebay-shapes.ts'

export type AspectValue = EbaySchema['aspects'][number]

const key = (name: string) => name.trim().toLowerCase()
const isFilled = ({ value }: AspectValue) => [value].flat().some((v) => v.trim() !== '')

/** What a product's listing says of single item specifics covers what its template says of the same; a blank one covers nothing. */
export function coverAspects(template: readonly AspectValue[], own: readonly AspectValue[]): AspectValue[] {
  const covering = own.filter(isFilled)
  const names = new Set(covering.map((a) => key(a.aspectName)))
  return [...template.filter((a) => !names.has(key(a.aspectName))), ...covering]
}

/** The values of one item specific, without blanks. */
export function valuesIn(aspects: readonly AspectValue[], name: string): string[] {
  const found = aspects.find((a) => key(a.aspectName) === key(name))
  return found ? [found.value].flat().filter((v) => v.trim() !== '') : []
}

/** The list with one item specific set; without it when `values` holds nothing. */
export function withAspect(
  aspects: readonly AspectValue[],
  {
    name,
    values,
    dataType,
    required,
  }: { name: string; values: readonly string[]; dataType: string; required: boolean },
): AspectValue[] {
  const rest = aspects.filter((a) => key(a.aspectName) !== key(name))
  const [only, ...more] = values.filter((v) => v !== '')
  if (only === undefined) return rest
  return [...rest, { aspectName: name, value: more.length ? [only, ...more] : only, dataType, required }]
}

/** What keeps values out of a list of allowed ones; a value that still holds a reference is judged once it is resolved (LST-091, LST-093). */
export function outside(values: readonly string[], options: readonly string[], strict: boolean): string | undefined {
  if (!options.length) return undefined
  const strange = values.find((value) => !value.includes('{{') && !options.includes(value))
  return strange === undefined ? undefined : `${strange} is not in ${strict ? 'allowed' : 'suggested'} values.`
}
