import type { ColumnType } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import type { At, MaybeAt, Owned } from './columns.ts'

export interface NotificationSettingsTable {
  organizationId: number
  userId: number
  kind: NotificationKind
  /** Since when it was asked for; null is off. */
  browserSince: MaybeAt
  mailSince: MaybeAt
}
export interface NotificationsTable extends Owned {
  kind: NotificationKind
  key: string
  subject: string
  detail: string
  path: string
  at: At
}
export interface NotificationMailsTable {
  organizationId: number
  userId: number
  kind: NotificationKind
  notificationId: number
  at: ColumnType<Date, Date | string, never>
}
