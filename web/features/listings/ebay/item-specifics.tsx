import type { CallReply } from '#contract/endpoint.ts'
import type { lookups } from '#contract/integrations/lookups.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { useRead } from '#web/api.ts'
import { useOfAccount } from '#web/form/channels/account.tsx'
import { lookupOf } from '#web/lookups.ts'
import { Attributes } from '../editor/attributes/attributes.tsx'
import type { PartProps } from '../editor/fields.ts'

/** What eBay says of one item specific. */
type Aspect = CallReply<typeof lookups.ebay.aspects>[number]

/** Each aspect once, though several categories have it. */
const distinct = (byCategory: Record<string, Aspect[]>): Aspect[] => [
  ...new Map(
    Object.values(byCategory)
      .flat()
      .map((a) => [nameKey(a.localizedAspectName), a]),
  ).values(),
]

const askedOf = ({ localizedAspectName: name, aspectConstraint: rule, aspectValues = [] }: Aspect) => ({
  name,
  rule,
  group: rule.aspectRequired
    ? ('Required' as const)
    : rule.aspectUsage === 'RECOMMENDED'
      ? ('Recommended' as const)
      : ('Optional' as const),
  multi: rule.itemToAspectCardinality === 'MULTI',
  strict: rule.aspectMode === 'SELECTION_ONLY',
  options: aspectValues.map((v) => v.localizedValue),
})

/** What eBay wants to know in the chosen categories. */
export function EbayAspects(props: PartProps) {
  const { categoryIds } = props
  const account = useOfAccount()
  const read = useRead(
    lookupOf('ebay', 'aspectsMany'),
    { query: { categoryIds: categoryIds.join(','), ...account } },
    { enabled: categoryIds.length > 0, keepPrevious: true },
  )
  return (
    <Attributes
      {...props}
      attributes={read.data && distinct(read.data).map(askedOf)}
      failed={read.isError ? read.error.message : undefined}
      restOf={({ rule }) => ({ dataType: rule.aspectDataType ?? 'STRING', required: rule.aspectRequired ?? false })}
    />
  )
}
