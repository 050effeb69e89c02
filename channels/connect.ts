import type { HttpAnswer, HttpCall } from './call.ts'

/** OAuth 2 authorization-code grant as data; one shared flow reads it. */
export interface OAuth2 {
  kind: 'oauth2'
  /** The seller must name the shop before the flow (Shopify). */
  needsShop: boolean
  scopes: readonly string[]
  /** The shop as the channel writes it, from what a seller types. @throws ChannelError `invalid` */
  normaliseShop?(shop: string): string
  /** Where the browser goes. @param redirect our callback, or the channel's registered name for it */
  authorizeUrl(o: {
    origins: Record<string, string>
    clientId: string
    redirect: string
    state: string
    shop: string
  }): string
  /** @throws ChannelError `invalid` when the callback's signature, state or shop does not hold */
  verifyCallback(o: { query: Record<string, string>; clientSecret: string; shop: string; now: Date }): void
  tokenRequest(o: TokenContext & { code: string; redirect: string }): HttpCall
  refreshRequest(o: TokenContext & { refreshToken: string }): HttpCall
  /** @throws ChannelError `revoked` when the grant is refused for good, else `unauthorized`, `rate_limited` or `unavailable` */
  readTokens(answer: HttpAnswer): Tokens
}
export interface TokenContext {
  origins: Record<string, string>
  clientId: string
  clientSecret: string
  shop: string
}
export interface Tokens {
  accessToken: string
  /** Seconds from now. */
  expiresIn: number
  /** Absent: the old one stays valid. */
  refreshToken?: string
  refreshExpiresIn?: number
}
