import { z } from 'zod'
import { EtsyNode, EtsyProperty, etsyReplies } from '#contract/channels/shapes/etsy.ts'
import { ChannelError } from '../channel.ts'
import { allPages } from '../kit/paging.ts'
import { splitList } from '../kit/text.ts'
import { type EtsyConnection, find, get, ofShop } from './calls.ts'
import { listOf } from './wire.ts'

/** A number there; a field keeps it as a text. */
const Id = z.coerce.string()

const taxonomy = async (c: EtsyConnection) => (await get(c, listOf(EtsyNode), '/seller-taxonomy/nodes')).results

/** What a category asks; null of one that is gone. */
export async function propertiesOf(c: EtsyConnection, taxonomyId: string): Promise<EtsyProperty[] | null> {
  if (!/^\d+$/.test(taxonomyId))
    throw new ChannelError('invalid', 'Choose a category first.', {
      fields: { taxonomyIds: 'Choose a category first.' },
    })
  return (await find(c, listOf(EtsyProperty), `/seller-taxonomy/nodes/${taxonomyId}/properties`))?.results ?? null
}

async function shippingProfiles(c: EtsyConnection) {
  const shape = listOf(
    z.looseObject({ shipping_profile_id: Id, title: z.string().nullish(), is_deleted: z.boolean().default(false) }),
  )
  const { results } = await get(c, shape, ofShop(c, '/shipping-profiles'))
  return etsyReplies.shippingProfiles.parse(
    results.filter(({ is_deleted }) => !is_deleted).map((profile) => ({ ...profile, title: profile.title ?? '' })),
  )
}

const Policy = z.looseObject({
  return_policy_id: Id,
  accepts_returns: z.boolean(),
  accepts_exchanges: z.boolean(),
  return_deadline: z.number().nullish(),
})
/** Etsy gives them no name (LST-270). */
export const labelOfPolicy = (policy: z.output<typeof Policy>): string =>
  [
    policy.accepts_returns ? 'Returns' : 'No Returns',
    policy.accepts_exchanges ? 'Exchanges' : 'No Exchanges',
    ...(policy.return_deadline ? [`${policy.return_deadline} Days`] : []),
  ].join(', ')

async function returnPolicies(c: EtsyConnection) {
  const { results } = await get(c, listOf(Policy), ofShop(c, '/policies/return'))
  return etsyReplies.returnPolicies.parse(
    results.map((policy) => ({
      ...policy,
      return_deadline: policy.return_deadline ?? null,
      label: labelOfPolicy(policy),
    })),
  )
}

const words: Record<string, string> = { ready_to_ship: 'Ready to ship', made_to_order: 'Made to order' }
const Processing = z.looseObject({
  readiness_state_id: Id,
  readiness_state: z.string(),
  processing_days_display_label: z.string().default(''),
})
const PAGE = 100

async function processingProfiles(c: EtsyConnection) {
  const all = await allPages(async (offset = '0') => {
    const query = { limit: String(PAGE), offset }
    const { count, results } = await get(c, listOf(Processing), ofShop(c, '/readiness-state-definitions'), query)
    const end = Number(offset) + results.length
    return { items: results, next: results.length > 0 && end < count ? String(end) : undefined }
  })
  return etsyReplies.processingProfiles.parse(
    all.map(({ readiness_state: state, processing_days_display_label: days, ...one }) => ({
      ...one,
      label: [words[state] ?? state, days].filter(Boolean).join(', '),
    })),
  )
}

const sections = async (c: EtsyConnection) =>
  etsyReplies.sections.parse(
    (await get(c, listOf(z.looseObject({ shop_section_id: Id, title: z.string() })), ofShop(c, '/sections'))).results,
  )

/** What listings begin with: the shop's first profiles and its first policy. */
export async function defaults(c: EtsyConnection): Promise<Record<string, string>> {
  const [shipping, returns, processing] = await Promise.all([
    shippingProfiles(c),
    returnPolicies(c),
    processingProfiles(c),
  ])
  return {
    shippingProfileId: shipping[0]?.shipping_profile_id ?? '',
    returnPolicyId: returns[0]?.return_policy_id ?? '',
    processingProfileId: processing[0]?.readiness_state_id ?? '',
  }
}

type Query = Record<string, string>
export const etsyLookups = {
  taxonomy,
  properties: async (c: EtsyConnection, { taxonomyId = '' }: Query) => (await propertiesOf(c, taxonomyId)) ?? [],
  /** Category → its properties. */
  propertiesMany: async (c: EtsyConnection, { taxonomyIds = '' }: Query) =>
    Object.fromEntries(
      await Promise.all(splitList(taxonomyIds).map(async (id) => [id, (await propertiesOf(c, id)) ?? []] as const)),
    ),
  shippingProfiles,
  returnPolicies,
  processingProfiles,
  sections,
}
