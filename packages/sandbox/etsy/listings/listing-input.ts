import { nodeOf, propertiesOf } from './catalog.ts'
import { invalid } from '../api/errors.ts'
import type { Form } from '../api/input.ts'
import { totalOf } from './listing-view.ts'
import { checkOperators, safetyIn } from './safety.ts'
import type { Listing, ListingText, Shop } from '../state.ts'

const titleChars = 140
const tagsMost = 13
const tagChars = 20
const materialsMost = 13
export const picturesMost = 20
const whoMade = ['i_did', 'someone_else', 'collective']
const weightUnits = ['oz', 'lb', 'g', 'kg']
const sizeUnits = ['in', 'ft', 'mm', 'cm', 'm', 'yd', 'inches']
const types = ['physical', 'download', 'both']

/** Which years these names speak of moves on every January: what is twenty years old is vintage. */
function erasOf(year: number): string[] {
  const border = year - 19
  const decades = Array.from({ length: 10 }, (_, i) => `${1990 - 10 * i}s`)
  const recent = [`2020_${year}`, '2010_2019', `${border}_2009`, `before_${border}`, `2000_${border - 1}`]
  return ['made_to_order', ...recent, ...decades, '1800s', '1700s', 'before_1700']
}

const oneOf = (name: string, value: string | undefined, known: readonly string[]): string | undefined => {
  if (value !== undefined && !known.includes(value)) throw invalid(`Invalid value for '${name}': ${value}`)
  return value
}

function titleOf(form: Form): string | undefined {
  const title = form.text('title')
  if (title === undefined) return undefined
  if (title.trim() === '') throw invalid('title is required')
  if (title.length > titleChars) throw invalid(`title must be ${titleChars} characters or fewer`)
  if (/[^\p{L}\p{Nd}\p{P}\p{Sm}\p{Zs}™©®]/u.test(title)) throw invalid('The title contains invalid characters')
  const doubled = ['%', ':', '&', '+'].find((sign) => title.split(sign).length > 2)
  if (doubled) throw invalid(`The title may contain ${doubled} only once`)
  return title
}

function wordsOf(form: Form, name: 'tags' | 'materials'): string[] | undefined {
  const words = form.list(name)
  if (words === undefined) return undefined
  const most = name === 'tags' ? tagsMost : materialsMost
  if (words.length > most) throw invalid(`A listing can have ${most} ${name} at most`)
  const strange = name === 'tags' ? /[^\p{L}\p{Nd}\p{Zs}\-'™©®]/u : /[^\p{L}\p{Nd}\p{Zs}]/u
  if (words.some((word) => strange.test(word))) throw invalid(`A listing contains invalid characters /${name}`)
  if (name === 'tags' && words.some((word) => word.length > tagChars))
    throw invalid(`A tag can have ${tagChars} characters at most /tags`)
  return words
}

function known(shop: Shop, form: Form) {
  const ids = {
    shipping_profile_id: 'shippingProfile',
    return_policy_id: 'returnPolicy',
    readiness_state_id: 'processingProfile',
    shop_section_id: 'section',
  } as const
  return Object.fromEntries(
    Object.entries(ids).flatMap(([name, kind]) => {
      const id = form.whole(name)
      if (id === undefined) return []
      if (id !== null && !shop.get(kind, id)) throw invalid(`Invalid ${name}: ${id}`)
      return [[name, id]]
    }),
  )
}

function sizeOf(form: Form) {
  const numbers = ['item_weight', 'item_length', 'item_width', 'item_height'].flatMap((name) => {
    const value = form.float(name)
    if (value !== undefined && value !== null && value <= 0) throw invalid(`${name} must be greater than 0`)
    return value === undefined ? [] : [[name, value]]
  })
  const weight = oneOf('item_weight_unit', form.text('item_weight_unit') || undefined, weightUnits)
  const size = oneOf('item_dimensions_unit', form.text('item_dimensions_unit') || undefined, sizeUnits)
  return {
    ...Object.fromEntries(numbers),
    ...(weight !== undefined && { item_weight_unit: weight }),
    ...(size !== undefined && { item_dimensions_unit: size }),
  }
}

/** What a form says of a listing, each part only where it is given. @throws EtsyError 400 */
export function textIn(shop: Shop, form: Form): Partial<ListingText> {
  const year = shop.context.now().getUTCFullYear()
  const taxonomyId = form.whole('taxonomy_id')
  if (typeof taxonomyId === 'number' && !nodeOf(shop.context, taxonomyId))
    throw invalid(`Invalid taxonomy_id: ${taxonomyId}`)
  const description = form.text('description')
  if (description !== undefined && description.trim() === '') throw invalid('description is required')
  const fields = {
    title: titleOf(form),
    description,
    taxonomy_id: taxonomyId ?? undefined,
    type: oneOf('type', form.text('type'), types) as ListingText['type'] | undefined,
    who_made: oneOf('who_made', form.text('who_made'), whoMade),
    when_made: oneOf('when_made', form.text('when_made'), erasOf(year)),
    is_supply: form.yes('is_supply'),
    tags: wordsOf(form, 'tags'),
    materials: wordsOf(form, 'materials'),
    should_auto_renew: form.yes('should_auto_renew'),
    ...known(shop, form),
    ...sizeOf(form),
    ...safetyIn(form),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** What keeps a listing from being sold. @throws EtsyError 400 */
export function checkActive(shop: Shop, listing: Listing): void {
  const physical = listing.type !== 'download'
  if (listing.images.length === 0) throw invalid('A listing must have at least one image to be active')
  if (physical && !shop.get('shippingProfile', listing.shipping_profile_id ?? ''))
    throw invalid('A shipping_profile_id is required for physical listings.')
  if (physical && !shop.get('returnPolicy', listing.return_policy_id ?? ''))
    throw invalid('A return_policy_id is required for physical listings.')
  if (physical && !shop.get('processingProfile', listing.readiness_state_id ?? ''))
    throw invalid('A readiness_state_id is required for physical listings.')
  const missing = propertiesOf(listing.taxonomy_id).find(
    ({ id, required }) => required && !listing.attributes.some(({ property_id }) => property_id === id),
  )
  if (missing) throw invalid('Must supply all required attributes')
  checkOperators(shop, listing)
  if (totalOf(listing) === 0 && listing.state !== 'sold_out')
    throw invalid('Cannot activate a listing in this state: state = edit')
}
