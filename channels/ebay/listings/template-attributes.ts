import type { CategoryAttribute, EbayAspect } from '#contract/channels/shapes/ebay.ts'

/** Limits of a template's attribute. */
const NAME_CHARS = 100
const OPTION_CHARS = 500
const MOST_OPTIONS = 10_000
const strength = { required: 2, recommended: 1, optional: 0 }

/** The aspects of some categories as attributes of one template: required ones first, each name once, as demanding as the strictest category. */
export function templateAttributes(categories: readonly (readonly EbayAspect[])[]): CategoryAttribute[] {
  const attributes = new Map<string, CategoryAttribute>()
  for (const aspect of categories.flat()) {
    const made = attributeOf(aspect)
    if (!made.name || made.name.length > NAME_CHARS) continue
    const key = made.name.toLowerCase()
    const known = attributes.get(key)
    attributes.set(key, known ? both(known, made) : made)
  }
  return [...attributes.values()].toSorted((a, b) => strength[b.constraint] - strength[a.constraint])
}

const attributeOf = ({
  localizedAspectName,
  aspectConstraint: constraint,
  aspectValues,
}: EbayAspect): CategoryAttribute => ({
  name: localizedAspectName.trim(),
  type: constraint.aspectDataType === 'NUMBER' ? 'number' : 'text',
  defaultValue: '',
  constraint: constraint.aspectRequired
    ? 'required'
    : constraint.aspectUsage === 'RECOMMENDED'
      ? 'recommended'
      : 'optional',
  options: optionsOf(aspectValues.map(({ localizedValue }) => localizedValue)),
})

/** A value that one category offers is offered; where one takes any, so does the attribute, and its options are suggestions. */
const both = (a: CategoryAttribute, b: CategoryAttribute): CategoryAttribute => ({
  ...a,
  type: a.type === b.type ? a.type : 'text',
  constraint: strength[b.constraint] > strength[a.constraint] ? b.constraint : a.constraint,
  options: optionsOf([...a.options, ...b.options]),
})

const optionsOf = (values: readonly string[]) =>
  [...new Set(values.map((value) => value.trim()))]
    .filter((value) => value !== '' && value.length <= OPTION_CHARS)
    .slice(0, MOST_OPTIONS)
