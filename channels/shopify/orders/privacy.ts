import { z } from 'zod'
import { ChannelError } from '../../channel.ts'
import type { PrivacyCalls, PrivacyRequest } from '../../privacy.ts'
import { gid } from '../calls.ts'
import { verify } from '../webhooks.ts'

const Id = z.union([z.number(), z.string()])
// @see https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance read 2026-11-22
const Body = z.object({
  shop_domain: z.string(),
  orders_to_redact: z.array(Id).nullish(),
  orders_requested: z.array(Id).nullish(),
})
type Body = z.output<typeof Body>

const ordersOf = (ids: Body['orders_to_redact']) => (ids ?? []).map((id) => gid('Order', String(id)))
const requests: Record<string, (body: Body) => PrivacyRequest> = {
  'customers/redact': (body) => ({
    kind: 'forget_orders',
    shop: body.shop_domain,
    externalOrderIds: ordersOf(body.orders_to_redact),
  }),
  'customers/data_request': (body) => ({
    kind: 'tell',
    shop: body.shop_domain,
    externalOrderIds: ordersOf(body.orders_requested),
  }),
  'shop/redact': (body) => ({ kind: 'forget_shop', shop: body.shop_domain }),
}

/** The three topics that Shopify asks of every public app. They are set on the app, not by shop. */
export const shopifyPrivacy: PrivacyCalls = {
  refusal: 401,
  async receive({ raw, headers, clientSecret }) {
    if (!verify(raw, headers, clientSecret)) throw new ChannelError('invalid', 'The signature doesn’t match.')
    const request = requests[headers['x-shopify-topic'] ?? '']
    const body = Body.safeParse(JSON.parse(raw.toString('utf8')))
    return request && body.success ? [request(body.data)] : []
  },
}
