import { Pill } from '@mantine/core'
import { attributesOf } from '#domain/analytics/attributes.ts'
import type { OrderSearch } from './order-search.ts'

/** What narrows the list without a field of its own, each with a way to take it off. */
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
    ...(search.held ? [{ words: 'On hold', change: { held: undefined } }] : []),
    ...(search.assigned
      ? [{ words: search.assigned === 'me' ? 'Assigned to me' : 'Unassigned', change: { assigned: undefined } }]
      : []),
    ...(search.tags ? [{ words: `Tagged ${search.tags.join(' or ')}`, change: { tags: undefined } }] : []),
    ...(search.search ? [{ words: `Search: “${search.search}”`, change: { search: undefined } }] : []),
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
    ...(search.anyTime ? [{ words: 'Any date', change: { anyTime: undefined } }] : []),
  ]
  return (
    <Pill.Group>
      {chips.map(({ words, change }) => (
        <Pill
          key={words}
          withRemoveButton
          onRemove={() => onChange(change)}
          removeButtonProps={{ 'aria-label': `Remove filter ${words}`, 'aria-hidden': false, tabIndex: 0 }}
        >
          {words}
        </Pill>
      ))}
    </Pill.Group>
  )
}
