import { useDebouncedValue } from '@mantine/hooks'
import type { Made } from '#domain/listings/rules/made.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { useRules } from '#web/form/rules/use-rules.ts'
import type { Draft, Product } from '../page/draft.ts'

/** After a change the rules are applied to what is typed, in milliseconds (MAP-098). */
const appliedMs = 500

/** What rules change in a product as it is typed, by `nameKey` of the attribute, or `title` and `description`. */
export interface MadeOf {
  follows: boolean
  texts: Partial<Record<'title' | 'description', Made>>
  attributes: ReadonlyMap<string, Made>
}

/** @returns undefined until the rules are there */
export function useMade({ id, templateId, configuration }: Product, draft: Draft): MadeOf | undefined {
  const follows = draft.configuration.dynamicMappingEnabled
  const { engine, pending } = useRules({ id, templateId, follows })
  const [settled] = useDebouncedValue(draft, appliedMs)
  // Only before the first drawing: what is switched on later may come a moment after.
  if (pending && configuration.dynamicMappingEnabled) return undefined
  const changed = engine?.made(settled) ?? []
  const texts = new Map(changed.filter(({ isText }) => isText).map((change) => [change.target.toLowerCase(), change]))
  const [title, description] = [texts.get('title'), texts.get('description')]
  return {
    follows,
    texts: { ...(title && { title }), ...(description && { description }) },
    attributes: new Map(changed.filter(({ isText }) => !isText).map((change) => [nameKey(change.target), change])),
  }
}
