import { attributesOf } from '#domain/analytics/attributes.ts'
import { FilterChip } from '#web/ui/filters/filter-bar.tsx'
import type { OrderSearch } from './order-search.ts'

/** What narrows the list without a menu of its own, each with a way to take it off. */
export function OrderChips({
  search,
  onChange,
}: {
  search: OrderSearch
  onChange: (change: Partial<OrderSearch>) => void
}) {
  const chips = [
    ...(search.oversold ? [{ words: 'Oversold', change: { oversold: undefined } }] : []),
    ...(search.sold ? [{ words: 'Excluding cancelled', change: { sold: undefined } }] : []),
    ...(search.rate
      ? [
          {
            words: search.rate === 'known' ? 'Included in analytics' : 'Missing exchange rate',
            change: { rate: undefined },
          },
        ]
      : []),
    ...(search.currency ? [{ words: `In ${search.currency}`, change: { currency: undefined } }] : []),
    ...(search.tags ? [{ words: `Tagged ${search.tags.join(' or ')}`, change: { tags: undefined } }] : []),
    ...(search.templates
      ? [{ words: `With products of ${search.templates.join(' or ')}`, change: { templates: undefined } }]
      : []),
    ...(search.attributes
      ? [
          {
            words: `With products of ${attributesOf(search)
              .map(({ name, values, action }) => `${name} ${action ? 'not ' : ''}${values.join(' or ')}`)
              .join(' and ')}`,
            change: { attributes: undefined },
          },
        ]
      : []),
  ]
  return (
    <>
      {chips.map(({ words, change }) => (
        <FilterChip key={words} name={words} onRemove={() => onChange(change)} />
      ))}
    </>
  )
}
