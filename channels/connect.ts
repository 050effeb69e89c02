import type { Ask } from '#contract/integrations/integrations.ts'
import type { HttpAnswer, HttpCall } from './call.ts'

/** The operator's registration with a channel. Some channels want it in every call. */
export interface App {
  clientId: string
  clientSecret: string
  /** Whatever else the channel gave the operator, by name: the key that its webhooks are signed with, a token of the app itself. */
  secrets: Record<string, string>
}

/** What is known of an account in the channel's own words: the seller's answers (`region`), what its consent and `account` said (`merchantId`). Kept. */
export type AccountFacts = Record<string, string>
/** Whose account it is. */
export interface AccountIdentity {
  accountId: string
  shop: string
  name: string
  currency: string
  facts?: AccountFacts
  /** Of a channel with several sites: the one where the account was opened. */
  site?: string
}

/** How a channel is connected, by at least one of both. Where there are both, the seller chooses. */
export interface Connect {
  oauth?: OAuth2
  key?: PastedKey
}

interface Asking {
  /** What the seller answers before; one form draws them. The answer to `shop` becomes the connection's shop, the others its facts. */
  asks: readonly Ask[]
  /** The answers as the channel writes them. @throws ChannelError `invalid`, with the answer that is wrong in `fields` */
  normalise?(answers: Record<string, string>): Record<string, string>
}

/** A token that the seller makes on the channel and pastes here. It does not end. */
export interface PastedKey extends Asking {
  /** Answers that are kept encrypted with the token and never shown again are of the kind `secret`. */
  readTokens(answers: Record<string, string>): Tokens
}

/** OAuth 2 authorization-code grant as data; one shared flow reads it. */
export interface OAuth2 extends Asking {
  /** `channel`: the seller installs the app there, and the channel sends the browser to us, without a state of ours. */
  startsAt: 'us' | 'channel'
  /** Sends a challenge along (S256) and proves it with the code. */
  pkce: boolean
  scopes: readonly string[]
  /** Where the browser goes. @param redirect our callback, or the channel's registered name for it. @param challenge '' without `pkce` */
  authorizeUrl(o: {
    origins: Record<string, string>
    clientId: string
    redirect: string
    state: string
    shop: string
    facts: AccountFacts
    challenge: string
  }): string
  /** What the callback proves and says. @throws ChannelError `invalid` when its signature, state or shop does not hold */
  readCallback(o: {
    query: Record<string, string>
    clientSecret: string
    shop: string
    facts: AccountFacts
    now: Date
  }): {
    code: string
    facts?: AccountFacts
    /** Whose consent it is, as its owner knows the shop, where the callback says so: named in the question whether to connect one that began at the channel. */
    shop?: string
  }
  /** @param verifier '' without `pkce`. @param callback every parameter that came with the code */
  tokenRequest(
    o: TokenContext & { code: string; redirect: string; verifier: string; callback: Record<string, string> },
  ): HttpCall
  /** Absent: the token does not end. */
  refreshRequest?(o: TokenContext & { refreshToken: string }): HttpCall
  /** Where a refresh token serves once: what still gives access for the one just used, of which the answer was lost. */
  recoverRequest?(o: TokenContext & { refreshToken: string }): HttpCall
  /**
   * @param now taken before the request, so that an end reckoned from it never promises too much
   * @throws ChannelError `revoked` when the grant is refused for good, else `unauthorized`, `rate_limited` or `unavailable`
   */
  readTokens(answer: HttpAnswer, now: Date): Tokens
}
export interface TokenContext extends App {
  origins: Record<string, string>
  shop: string
  facts: AccountFacts
}
export interface Tokens {
  accessToken: string
  /** Null: never. */
  expiresAt: Date | null
  /** Absent: the old one stays valid. */
  refreshToken?: string
  refreshExpiresAt?: Date
  /** What came with the token: the merchant it is for. */
  facts?: AccountFacts
}
