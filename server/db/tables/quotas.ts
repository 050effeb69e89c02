import type { Generated } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { At, MaybeAt } from './columns.ts'

export interface ChannelQuotasTable {
  channel: ChannelId
  /** The integration; 0: the operator's app. */
  accountId: number
  /** '' counts every call. */
  lane: string
  seconds: number
  tokens: number
  countedAt: At
  used: Generated<number>
  windowEndsAt: MaybeAt
  calls: number | null
  blockedUntil: MaybeAt
}
export interface ChannelQuotaSharesTable {
  organizationId: number
  integrationId: number
  lane: string
  seconds: number
  used: number
  windowEndsAt: At
}
export interface ChannelQuotaHoursTable {
  channel: ChannelId
  accountId: number
  lane: string
  seconds: number
  integrationId: number
  endsAt: At
  used: number
}
export interface ChannelSeatsTable {
  channel: ChannelId
  accountId: number
  lane: string
  seat: number
  holder: string
  heldUntil: At
}

/** Keys of the operator's app, sealed. */
export interface ChannelKeysTable {
  channel: string
  id: string
  key: Buffer
  expiresAt: Date
}

/** What a channel sent last to the address that it calls for all accounts. */
export interface ChannelProofsTable {
  channel: string
  proof: string
  heardAt: Generated<Date>
}
