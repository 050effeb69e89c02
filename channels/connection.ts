import type { Http, Picture } from './call.ts'
import type { AccountFacts, App } from './connect.ts'

/** A key that a channel made for the operator's app, for calls that it wants signed. */
export interface SigningKey {
  /** What the channel knows the key by: sent with each signed call. */
  token: string
  /** PKCS #8 of an Ed25519 key, in base64. */
  privateKey: string
}
/** One that was just made: the channel never tells the private key again. */
export interface NewSigningKey extends SigningKey {
  id: string
  expiresAt: Date
}

/** Makes a key of the operator's app, of a channel that wants some calls signed. Core keeps it, and has another made before it ends. */
export type CreateSigningKey = (c: Pick<Connection, 'http' | 'origins' | 'app'>) => Promise<NewSigningKey>

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
  /** The bytes of a file that Motto keeps itself; undefined of one elsewhere. Absent: Motto keeps none, as in tests of other things. */
  ownFile?: (url: string) => Promise<Picture | undefined>
  /** The app's key for signed calls, of a channel that wants any. Absent: nobody keeps one, as in tests of other things. */
  signingKey?: () => Promise<SigningKey>
}
