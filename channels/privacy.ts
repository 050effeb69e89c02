import type { Http } from './call.ts'

/** What a channel asks us to do with what we know of people. */
export type PrivacyRequest =
  /** Forget a person, whatever they bought and wherever. */
  | { kind: 'forget_person'; accounts: string[] }
  /** Forget the buyer of these orders of a shop. */
  | { kind: 'forget_orders'; shop: string; externalOrderIds: string[] }
  /** The shop has left: forget all its buyers. */
  | { kind: 'forget_shop'; shop: string }
  /** A buyer wants to know what is kept of them; the shop's owner tells them. */
  | { kind: 'tell'; shop: string; externalOrderIds: string[] }

/** A channel calls one address of the operator's app about people's data, whichever account they bought from. */
export interface PrivacyCalls {
  /** What a forged call is answered with. */
  refusal: 401 | 412
  /** Answers the question whether the address is ours; undefined where nothing is asked. @param token that the operator gave the channel with the address */
  challenge?(o: { query: Record<string, string>; address: string; token: string }): object | undefined
  /** @throws ChannelError `invalid` when the channel did not sign it */
  receive(o: {
    raw: Buffer
    headers: Record<string, string>
    http: Http
    origins: Record<string, string>
    clientId: string
    clientSecret: string
    now: Date
  }): Promise<PrivacyRequest[]>
}
