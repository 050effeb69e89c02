import type { Source, Step } from '#contract/listings/origins.ts'
import { references } from '../../products/attributes/references.ts'
import { nameKey } from '../../products/attributes/values.ts'

/** Longer texts only begin in an explanation. */
const MOST_CHARACTERS = 200

/** How each value of a listing came about: by its field, or `field.name` for one of a list. First where it began. */
export type Origins = Record<string, Step[]>

/** Nobody asks why about most listings, so an explanation is put together the first time that somebody does. */
export function whenAsked(put: () => Origins): () => Origins {
  let known: Origins | undefined
  return () => {
    known ??= put()
    return known
  }
}

/** Begins a longer text, never through the middle of a character. */
export const brief = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')}…` : text

/** @param written with its references @param value with them replaced */
export const step = (source: Source, written: string, value: string): Step => ({
  from: source.from,
  name: source.name,
  value: brief(value),
  mentions: references(written),
})

const fields: Readonly<Record<string, string>> = { images: 'images' }

/** A source as it stands in a sentence. @param channel its name */
export function sourceWords({ from, name }: Source, channel: string): string {
  switch (from) {
    case 'product':
      return `the product's ${fields[name] ?? name}`
    case 'attribute':
      return `the attribute ${name}`
    case 'schema':
      return `the listing template “${name}”`
    case 'override':
      return `this product’s ${channel} override`
    case 'account':
      return `the ${channel} account's default`
    case 'rule':
      return `the rule “${name}”`
    case 'mapping':
      return `the value mapping “${name}”`
  }
}

/** Where a value comes from, in a sentence: `Title comes from the product's title, with @Brand.` */
export function originWords(label: string, steps: readonly Step[], channel: string): string {
  const [first] = steps
  if (!first) return `${label} is empty.`
  const mentioned = first.mentions.map((name) => `@${name}`)
  return `${label} comes from ${sourceWords(first, channel)}${mentioned.length > 0 ? `, with ${mentioned.join(', ')}` : ''}.${steps.map(ruleWords).join('')}`
}

/** What a rule or a value mapping did, after the sentence on where the value began. */
function ruleWords({ from, name, value, rule, because }: Step): string {
  if (from === 'rule') return ` Rule ${rule ?? 1} of “${name}” changed it: ${because ?? 'always'}.`
  return from === 'mapping' ? ` Value mapping “${name}” changed it to “${value}”.` : ''
}

/** The same in a word or two. */
export function shortWords(steps: readonly Step[]): string {
  const last = steps.at(-1)
  if (!last) return 'Not set'
  const words: Record<Source['from'], string> = {
    product: 'Product',
    attribute: `Attribute ${last.name}`,
    schema: 'Template',
    override: 'This product',
    account: 'Account',
    rule: `Rule ${last.name}`,
    mapping: 'Value mapping',
  }
  return words[last.from]
}

/** How a field came about; of an attribute whatever the case of its name. */
export const stepsOf = (origins: Readonly<Record<string, readonly Step[]>>, field: string): readonly Step[] =>
  origins[field] ?? Object.entries(origins).find(([path]) => nameKey(path) === nameKey(field))?.[1] ?? []
