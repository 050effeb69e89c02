import type { Shop } from '../state.ts'
import { aspectsOf } from './catalog.ts'

/** eBay announced it for June 2026. Which sizes it rewrites is not published: these are invented, after "Small" and "S" of the announcement. */
const FROM = '2026-06-01'
const standard: Record<string, string> = {
  'extra small': 'XS',
  small: 'S',
  medium: 'M',
  large: 'L',
  'extra large': 'XL',
  xxl: '2XL',
}

/** Rewrites sizes of live listings where their category takes any text for one. Both the item and its family show them so. */
export function standardizeSizes(shop: Shop, sku: string): void {
  if (shop.now() < FROM) return
  const offer = shop.offersOf(sku).find(({ status }) => status === 'PUBLISHED')
  const item = shop.get('item', sku)
  if (!offer || !item) return
  const names = aspectsOf(offer.categoryId).flatMap(({ localizedAspectName: name, aspectConstraint: rule }) =>
    rule.aspectMode === 'FREE_TEXT' && /(^|\s)Size$/.test(name) ? [name] : [],
  )
  const rewrite = (name: string, values: readonly string[]) =>
    names.includes(name) ? values.map((value) => standard[value.trim().toLowerCase()] ?? value) : [...values]
  const aspects = Object.fromEntries(
    Object.entries(item.product.aspects).map(([name, values]) => [name, rewrite(name, values)]),
  )
  if (JSON.stringify(aspects) === JSON.stringify(item.product.aspects)) return
  shop.put('item', sku, { ...item, product: { ...item.product, aspects } })
  const group = shop.groupOf(sku)
  if (!group) return
  const { specifications } = group.variesBy
  shop.put('group', group.inventoryItemGroupKey, {
    ...group,
    aspects: Object.fromEntries(Object.entries(group.aspects).map(([name, values]) => [name, rewrite(name, values)])),
    variesBy: {
      ...group.variesBy,
      specifications: specifications.map(({ name, values }) => ({ name, values: rewrite(name, values) })),
    },
  })
}
