import { type Handler, ok, route } from '../api/call.ts'
import type { Seller } from '../state.ts'

const getUser: Handler = ({ shop, context }) =>
  ok({
    userId: context.store.get<Seller>('seller', shop.seller)?.userId,
    username: shop.seller,
    accountType: 'INDIVIDUAL',
    registrationMarketplaceId: 'EBAY_US',
    status: 'CONFIRMED',
  })

export const identityRoutes = [route('commerce.identity.readonly', 'GET', '/commerce/identity/v1/user/', getUser)]
