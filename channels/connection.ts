import type { Http, Picture } from './call.ts'
import type { AccountFacts, App } from './connect.ts'

/** Everything an adapter needs to speak for one integration. No refresh token, no database, no retry loop. */
export interface Connection<S = unknown> {
  http: Http
  accessToken: string
  /** Named origins of the channel's hosts from settings, without trailing slash; may hold `{shop}`. */
  origins: Record<string, string>
  app: App
  /** The account on the channel: shop domain, seller id. Empty where the channel has none. */
  shop: string
  /** What else is known of it. */
  facts: AccountFacts
  /** The account's own; '' before `account` was asked. */
  currency: string
  settings: S
  now: () => Date
  /** A fresh random UUID, for channels that want one. */
  uuid: () => string
  /** The bytes of a picture of a listing. @throws ChannelError `invalid` when it cannot be had */
  picture: (url: string) => Promise<Picture>
}
