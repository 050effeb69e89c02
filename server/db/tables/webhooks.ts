import type { ColumnType, Generated } from 'kysely'
import type { At, Json, MaybeAt, MaybeJson, Owned } from './columns.ts'

export interface WebhookEndpointsTable extends Owned {
  url: string
  description: Generated<string>
  types: string[]
  /** Sealed. */
  secret: Buffer
  formerSecret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  formerUntil: MaybeAt
  state: Generated<'active' | 'paused' | 'ended'>
  reason: Generated<'' | 'person' | 'failing' | 'gone'>
  /** In a row. */
  failures: Generated<number>
  failingSince: MaybeAt
  holdUntil: MaybeAt
  leaseUntil: MaybeAt
  createdBy: number | null
  createdAt: At
  updatedAt: At
}
/** Written and taken by triggers alone, within one transaction. */
export interface WebhookNotesTable extends Owned {
  tx: Generated<string>
  leads: boolean
  record: string
  subjectId: number
  type: string
  data: MaybeJson<object>
}
export interface WebhookDeliveriesTable extends Owned {
  endpointId: number
  messageId: Generated<string>
  record: string
  type: string
  data: Json<object>
  at: At
  state: Generated<'waiting' | 'delivered' | 'failed'>
  attempts: Generated<number>
  nextAt: MaybeAt
  triedAt: MaybeAt
  status: ColumnType<number | null, number | null | undefined, number | null>
  answer: Generated<string>
  tookMs: ColumnType<number | null, number | null | undefined, number | null>
}
