import type { Http } from './call.ts'
import type { App } from './connect.ts'
import type { Connection } from './connection.ts'

export interface WebhookEvent {
  /** Same for every delivery of one event. */
  eventId: string
  /** Whose it is, as `account` answers; where one address is for all accounts, each event names its own. */
  account?: string
  /** `catalogue`: something about listings; the next look at them finds it. */
  kind: 'orders' | 'stock' | 'catalogue' | 'uninstalled' | 'other'
  externalId: string
  /** Of `stock`: what it now shows. */
  quantity?: number
}

/** A call of the channel, as it came. */
export interface Delivery {
  raw: Buffer
  /** Lower-case names. */
  headers: Record<string, string>
  /** The address that was called, byte for byte as the channel was given it: some sign it, too. */
  url: string
  app: App
  now: Date
  /** For a channel whose keys have to be asked for. */
  http: Http
  origins: Record<string, string>
}
export interface Heard {
  events: WebhookEvent[]
  /** What a handshake told: whoever enters it on the channel's page has proved that the address is theirs. */
  proof?: string
  /** What a handshake wants back; without it the channel is told that all is well. */
  answer?: { status: number; body: string }
}

export interface Webhooks<S = unknown> {
  /** `app`: one address for all accounts of the operator's app. */
  scope: 'account' | 'app'
  /** Before its first call it sends a code to the address, which whoever entered the address there enters, too. */
  sendsCode?: true
  /** It calls of new sales alone: what becomes of an order is seen by looking as often as without calls. */
  tells?: 'sales'
  /** Answers the channel's question whether `url` is ours; undefined where nothing is asked. */
  challenge?(o: { query: Record<string, string>; url: string; app: App }): object | undefined
  /** Makes the channel call `url`; harmless when it already does. Absent: it is set up by hand, on the channel; the account's page tells the address. */
  subscribe?(c: Connection<S>, url: string): Promise<void>
  /** What a call says, once it is known to be the channel's; what proves that may have to be fetched first. Compares in constant time. @throws ChannelError `invalid` when it is forged */
  receive(delivery: Delivery): Heard | Promise<Heard>
}
