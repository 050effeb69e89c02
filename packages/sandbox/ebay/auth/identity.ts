import { type Handler, ok, route } from '../api/call.ts'
import { marketplaces } from '../listings/catalog.ts'
import type { Seller } from '../state.ts'

/** Where the account was opened. Here its name says so: one that ends in `_de` is German, others American. */
const registeredAt = (seller: string): string => {
  const site = `EBAY_${/_([a-z]{2})$/.exec(seller)?.[1]?.toUpperCase()}`
  return marketplaces.includes(site) ? site : 'EBAY_US'
}

const getUser: Handler = ({ shop, context }) =>
  ok({
    userId: context.store.get<Seller>('seller', shop.seller)?.userId,
    username: shop.seller,
    accountType: 'INDIVIDUAL',
    registrationMarketplaceId: registeredAt(shop.seller),
    status: 'CONFIRMED',
  })

export const identityRoutes = [route('commerce.identity.readonly', 'GET', '/commerce/identity/v1/user/', getUser)]
