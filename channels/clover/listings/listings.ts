import type { ChannelProduct, ChannelVariant, ListingState } from '../../product.ts'
import { ChannelError, type ExternalListing, type Outcome, type Page } from '../../channel.ts'
import { done, each, refused } from '../../kit/batch.ts'
import { all, type CloverConnection } from '../calls.ts'
import { changeItems, itemsById, itemsPage } from './items.ts'
import { urlOf } from './map.ts'
import { Attribute, countOf, isOnSale, type Item, ItemGroup } from '../wire.ts'

const itemsPerPage = 100

/** Hides items: they leave the register and keep their ids. Those that are gone already are fine. */
export const end = (c: CloverConnection, batch: ExternalListing[]): Promise<Outcome[]> =>
  each(batch, 1, async ({ parts }) => {
    const ids = Object.values(parts).flatMap(({ itemId }) => itemId ?? [])
    const outcomes = await changeItems(
      c,
      ids.map((id) => ({ id, hidden: true })),
    )
    const bad = outcomes.find((outcome) => !outcome.ok && outcome.error.kind !== 'not_found')
    return bad && !bad.ok ? refused(bad.error) : done
  })

/**
 * Every item, hidden ones too. A group is one product: it comes with the page that holds the first of its items; those of its items that stand on other pages
 * are read by their ids.
 */
export async function pull(c: CloverConnection, cursor = '0'): Promise<Page<ChannelProduct>> {
  const offset = Number(cursor)
  const { elements } = await itemsPage(c, offset, itemsPerPage)
  const items = elements.filter(({ deletedTime }) => !deletedTime)
  const known = items.some(({ itemGroup }) => itemGroup) ? await familiesOf(c) : nothing
  const headed = items.flatMap((item) => {
    const group = known.groups.get(item.itemGroup?.id ?? '')
    return group && idsOf(group)[0] === item.id ? [group] : []
  })
  const onPage = new Map(items.map((item) => [item.id, item]))
  const elsewhere = headed.flatMap(idsOf).filter((id) => !onPage.has(id))
  const all = new Map([...onPage, ...(await itemsById(c, elsewhere))])
  const products: ChannelProduct[] = []
  for (const item of items) {
    const group = item.itemGroup ? known.groups.get(item.itemGroup.id) : undefined
    if (!group) products.push(productOf(c, [item], known))
    else if (idsOf(group)[0] === item.id) {
      const members = idsOf(group).flatMap((id) => all.get(id) ?? [])
      products.push(productOf(c, members, known, group))
    }
  }
  return {
    items: products,
    next: elements.length < itemsPerPage ? undefined : String(offset + itemsPerPage),
  }
}

interface Known {
  groups: Map<string, ItemGroup>
  /** Id → name. */
  attributes: Map<string, string>
}
const nothing: Known = { groups: new Map(), attributes: new Map() }

async function familiesOf(c: CloverConnection): Promise<Known> {
  const groups = await all(c, ItemGroup, 'item_groups', [['expand', 'items']])
  const attributes = await all(c, Attribute, 'attributes')
  return {
    groups: new Map(groups.map((group) => [group.id, group])),
    attributes: new Map(attributes.map(({ id, name }) => [id, name ?? ''])),
  }
}

const idsOf = ({ items }: ItemGroup): string[] => (items?.elements ?? []).map(({ id }) => id)

function stateOf(items: Item[]): ListingState {
  if (items.every(({ hidden }) => hidden === true)) return 'hidden'
  return items.some(isOnSale) ? 'live' : 'sold_out'
}

function productOf(c: CloverConnection, items: Item[], known: Known, group?: ItemGroup): ChannelProduct {
  const [first] = items
  if (!first) throw new ChannelError('unavailable', 'Clover returned an item group without items.')
  const [category] = first.categories?.elements ?? []
  return {
    externalId: group?.id ?? first.id,
    url: urlOf(c),
    state: stateOf(items),
    updatedAt: new Date(Math.max(...items.map(({ modifiedTime }) => modifiedTime ?? 0))),
    title: group?.name ?? first.name ?? '',
    description: '',
    images: [],
    category: { id: category?.id ?? '', name: category?.name ?? '' },
    brand: '',
    condition: '',
    tags: [],
    attributes: [],
    sizeAndWeight: null,
    currency: c.currency,
    variants: items.map((item): ChannelVariant => variantOf(item, known)),
    data: group ? { groupId: group.id } : {},
  }
}

function variantOf(item: Item, known: Known): ChannelVariant {
  const options = (item.options?.elements ?? []).flatMap(({ name, attribute }) => {
    const axis = known.attributes.get(attribute?.id ?? '')
    return axis && name ? [[axis, name] as const] : []
  })
  return {
    sku: item.sku ?? '',
    options: Object.fromEntries(options),
    price: item.price ?? 0,
    quantity: countOf(item),
    barcode: item.code ?? '',
    image: '',
    part: { itemId: item.id },
  }
}
