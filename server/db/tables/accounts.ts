import type { ColumnType, Generated } from 'kysely'
import { type At, type MaybeAt, type Owned } from './columns.ts'

export interface UsersTable {
  id: Generated<number>
  uuid: Generated<string>
  email: string
  name: Generated<string>
  description: Generated<string>
  image: Generated<string>
  /** Null for somebody who only signs in with an identity provider. */
  passwordHash: ColumnType<string | null, string | null, string | null>
  emailConfirmedAt: MaybeAt
  isSuper: Generated<boolean>
  createdAt: At
  twoFactorSecret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  twoFactorAt: MaybeAt
  twoFactorStep: Generated<number>
}
export interface OrganizationsTable {
  id: Generated<number>
  name: string
  displayName: string
  description: Generated<string>
  /** Of its prices. */
  currency: Generated<string>
  /** Null: nobody has chosen it, and no account has told it yet. */
  currencySetAt: MaybeAt
  /** Whose days its figures are told by. */
  timeZone: Generated<string>
  /** What its figures are told in just now; with many orders they follow a while later. */
  countedCurrency: Generated<string>
  countedTimeZone: Generated<string>
  requireTwoFactor: Generated<boolean>
  createdAt: At
}
export interface SessionsTable {
  id: Generated<string>
  userId: number
  organizationId: number | null
  createdAt: At
  lastSeenAt: At
  expiresAt: ColumnType<Date, Date | string, Date | string>
  revokedAt: MaybeAt
  userAgent: Generated<string>
  address: Generated<string>
  /** With which it began at an identity provider. */
  identityId: ColumnType<number | null, number | null | undefined, number | null>
  /** Sealed for the session's id. */
  providerSession: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
}
export interface UserIdentitiesTable {
  id: Generated<number>
  userId: number
  issuer: string
  subject: string
  email: Generated<string>
  organizationIds: Generated<number[]>
  createdAt: At
  lastUsedAt: At
}
export interface SignOnAttemptsTable {
  hash: Buffer
  browser: Buffer
  sealed: Buffer
  expiresAt: ColumnType<Date, Date | string, Date | string>
}
export interface MailedCodesTable {
  id: Generated<number>
  userId: number
  purpose: 'confirm' | 'reset' | 'login'
  hash: Buffer
  createdAt: At
  expiresAt: ColumnType<Date, Date | string, Date | string>
  usedAt: MaybeAt
}
export interface BackupCodesTable {
  userId: number
  hash: Buffer
  usedAt: MaybeAt
}
export interface SupportMessagesTable {
  id: Generated<number>
  userId: number | null
  email: string
  topic: string
  priority: string
  message: string
  sender: string
  createdAt: At
  queuedAt: At
}
export interface SupportFilesTable {
  messageId: number
  position: number
  name: string
  type: string
  content: Buffer
}
export interface RateLimitsTable {
  key: string
  endsAt: ColumnType<Date, Date | string, Date | string>
  tries: number
}
export interface ApiTokensTable extends Owned {
  kind: 'person' | 'organization'
  usedBy: 'program' | 'agent'
  name: string
  /** Who made it. */
  userId: number | null
  /** The role that the maker had then. */
  roleId: number
  hash: Buffer
  hint: string
  scopes: string[]
  /** Null: all accounts. */
  integrationIds: number[] | null
  productsPerDay: Generated<number>
  unitsPerDay: Generated<number>
  /** In hundredths. */
  moneyPerDay: Generated<number>
  pricePercent: Generated<number>
  networks: Generated<string[]>
  createdAt: At
  expiresAt: MaybeAt
  lastUsedAt: MaybeAt
  lastUsedFrom: Generated<string>
  revokedAt: MaybeAt
  revokedBy: ColumnType<number | null, number | null | undefined, number | null>
}
