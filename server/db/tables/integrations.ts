import type { ColumnType, Generated } from 'kysely'
import type { Exchange } from '#channels/certify/record.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { CheckResult } from '#contract/integrations/checks.ts'
import type { ReadinessItem } from '#contract/integrations/health.ts'
import type { PriceRule } from '#contract/pricing/price-rule.ts'
import type { At, Json, MaybeAt, MaybeJson, Owned } from './columns.ts'

export interface IntegrationsTable extends Owned {
  channel: ChannelId
  shop: Generated<string>
  accountId: Generated<string>
  accountName: Generated<string>
  currency: Generated<string>
  status: Generated<'unauthenticated' | 'authenticated' | 'expired'>
  problem: Generated<string>
  settings: Json<Record<string, unknown>>
  priceRule: MaybeJson<PriceRule>
  /** Of the settings, kept by the database. */
  buffer: ColumnType<number, never, never>
  locationId: ColumnType<string, never, never>
  /** In the channel's own words. */
  facts: Json<Record<string, string>>
  tokens: Buffer | null
  accessExpiresAt: MaybeAt
  refreshExpiresAt: MaybeAt
  authenticatedAt: MaybeAt
  hookKey: Generated<string>
  ordersCursor: MaybeAt
  ordersWholeCursor: MaybeAt
  ordersRereadAt: MaybeAt
  /** When the last complete look began; and the last that read the whole overlap. */
  ordersCheckedAt: MaybeAt
  ordersWholeAt: MaybeAt
  ordersDueAt: MaybeAt
  ordersClaimedUntil: MaybeAt
  holdUntil: MaybeAt
  /** Since when nothing goes through, why, and how often it was tried. */
  heldSince: MaybeAt
  heldKind: Generated<string>
  heldReason: Generated<string>
  heldTries: Generated<number>
  /** Since when its orders cannot be read though other calls go through, and why. */
  ordersFailingSince: MaybeAt
  ordersProblem: Generated<string>
  /** It was just connected, or came back: it is looked at before it is told anything, until then at the latest. */
  lookFirstUntil: MaybeAt
  driftRule: Generated<'ask' | 'ours' | 'theirs'>
  ordersSeenAt: MaybeAt
  /** It was last found to call us; and why it does not. */
  hookedAt: MaybeAt
  hooksProblem: Generated<string>
  readiness: MaybeJson<ReadinessItem[]>
  readinessAt: MaybeAt
  stockCheckedAt: MaybeAt
  /** Where the next read of quantities beside orders goes on. */
  lastReadListingId: Generated<number>
  /** Nothing is sent since then, until the seller confirms; null: it is off. */
  shadowSince: MaybeAt
  createdAt: At
  updatedAt: At
}

/** A check of an account with a test product. */
export interface ConnectionChecksTable extends Owned {
  integrationId: number
  state: Generated<'queued' | 'running' | 'done' | 'interrupted'>
  /** Counted up by whoever takes it; who took it before no longer writes. */
  attempt: Generated<number>
  /** A test product of a check, or of an attempt, before it may still be there. */
  leftBefore: Generated<boolean>
  startedAt: At
  /** Its worker was last alive. */
  seenAt: At
  endedAt: MaybeAt
  results: Json<CheckResult[]>
  exchanges: MaybeJson<Exchange[]>
}
export interface CheckTables {
  connectionChecks: ConnectionChecksTable
}
