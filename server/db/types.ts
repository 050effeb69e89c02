import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely'
import type { ExternalListing } from '#channels/channel.ts'
import type { ChangeSet, Edit } from '#contract/changes.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { ImportFormat, ImportMapping, ImportOutcome } from '#contract/imports.ts'
import type { Address } from '#contract/orders.ts'
import type { ProductAttribute, ProductSelection, Readiness } from '#contract/products.ts'
import type { Image, SizeAndWeight } from '#contract/shapes.ts'
import type { Snapshot } from '#domain/products/snapshot.ts'
import type { ViewConfig } from '#contract/views.ts'
import type { Difference } from '#domain/imports/diff.ts'
import type { ReadColumn } from '#domain/imports/columns.ts'

type At = ColumnType<Date, Date | string | undefined, Date | string>
type MaybeAt = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** A jsonb column: read as its shape, written as JSON text. */
type Json<T extends object | null> = ColumnType<T, string | undefined, string>
type MaybeJson<T extends object> = ColumnType<T | null, string | null | undefined, string | null>

interface Owned {
  organizationId: number
  id: Generated<number>
}

export interface UsersTable {
  id: Generated<number>
  uuid: Generated<string>
  email: string
  name: Generated<string>
  description: Generated<string>
  image: Generated<string>
  passwordHash: string
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
  currency: Generated<string>
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
  windowStart: ColumnType<Date, Date | string, Date | string>
  tries: number
}
export interface MembersTable extends Owned {
  userId: number
  roleId: number
  status: 'pending' | 'accepted'
  invitedBy: number | null
  invitedAt: At
  createdAt: At
}
export interface InvitationsTable extends Owned {
  email: string
  roleId: number
  invitedBy: number | null
  invitedAt: At
  createdAt: At
}
export interface OrganizationCountsTable {
  organizationId: number
  products: Generated<number>
  orders: Generated<number>
}
export interface ProductTemplatesTable extends Owned {
  name: string
  details: Generated<string>
  notes: Generated<string>
  isStock: Generated<boolean>
  tags: Generated<string[]>
  title: Generated<string>
  description: Generated<string>
  sizeAndWeight: Json<Partial<SizeAndWeight>>
  configuration: Json<{ dynamicMappingEnabled?: boolean }>
  variations: Generated<string[]>
  createdAt: At
  updatedAt: At
}
export interface TemplateAttributesTable extends Owned {
  templateId: number
  name: string
  type: Generated<string>
  defaultValue: Generated<string>
  index: number
  constraint: Generated<string>
  options: Generated<string[]>
}
export interface ProductsTable extends Owned {
  templateId: number
  sku: string
  title: Generated<string>
  description: Generated<string>
  condition: Generated<string>
  notes: Generated<string>
  tags: Generated<string[]>
  cost: Generated<number>
  price: Generated<number>
  msrp: Generated<number>
  sizeAndWeight: Json<Partial<SizeAndWeight>>
  vendor: Generated<string>
  warehouse: Generated<string>
  location: Generated<string>
  bin: Generated<string>
  attributes: Json<ProductAttribute[]>
  images: Json<Image[]>
  configuration: Json<{ dynamicMappingEnabled?: boolean }>
  active: Generated<boolean>
  readiness: Generated<Readiness>
  version: Generated<number>
  createdAt: At
  updatedAt: At
}
/** Kept by triggers. */
export interface ProductFactsTable {
  organizationId: number
  productId: number
  quantity: number
  reserved: number
  sold: number
  variations: number
  listed: number
}
interface CountedValue {
  organizationId: number
  kind: 'tag' | 'attribute' | 'word'
  name: string
  value: string
  n: number
}
export interface VariationsTable extends Owned {
  productId: number
  name: string
  sku: string
  price: number | null
  cost: number | null
  images: Json<Image[]>
  selectedImages: Json<string[]>
  attributes: Json<ProductAttribute[]>
  position: Generated<number>
}
export interface StockLevelsTable extends Owned {
  sku: string
  productId: number
  variationId: number | null
  onHand: Generated<number>
  reserved: Generated<number>
  sold: Generated<number>
  available: ColumnType<number, never, never>
}
export interface StockMovementsTable extends Owned {
  levelId: number
  sku: string
  productId: number
  deltaOnHand: number
  deltaReserved: number
  deltaSold: number
  availableAfter: number
  reason: string
  source: string
  sourceKey: string
  orderId: number | null
  userId: number | null
  at: At
}
export interface IntegrationsTable extends Owned {
  channel: ChannelId
  shop: Generated<string>
  accountId: Generated<string>
  accountName: Generated<string>
  currency: Generated<string>
  status: Generated<'unauthenticated' | 'authenticated' | 'expired'>
  problem: Generated<string>
  settings: Json<Record<string, unknown>>
  tokens: Buffer | null
  accessExpiresAt: MaybeAt
  refreshExpiresAt: MaybeAt
  authenticatedAt: MaybeAt
  hookKey: Generated<string>
  ordersCursor: MaybeAt
  ordersCheckedAt: MaybeAt
  ordersDueAt: MaybeAt
  ordersClaimedUntil: MaybeAt
  holdUntil: MaybeAt
  createdAt: At
  updatedAt: At
}
export interface OauthStatesTable {
  hash: Buffer
  organizationId: number
  integrationId: number
  userId: number
  shop: Generated<string>
  expiresAt: ColumnType<Date, Date | string, never>
}
/** As stored: the channel's fields stand beside the common ones. */
export type StoredSchema = { id: string; name: string; details: string } & Record<string, unknown>
export interface ListingTemplatesTable extends Owned {
  integrationId: number
  templateId: number
  channel: ChannelId
  schemas: Json<StoredSchema[]>
  updatedAt: At
}
/** What a channel last said. `about`: to what; `version`: the `pendingVersion` that it answers. */
export interface StoredResult {
  status: 'fulfilled' | 'rejected' | 'queued'
  reason: string
  code: string
  fields: Record<string, string>
  warnings: string[]
  at: string
  about?: Pending
  version?: number
}
export type Pending = 'publish' | 'revise' | 'quantity' | 'end'
export interface ListingProductsTable extends Owned {
  productId: number
  templateId: number
  channel: ChannelId
  integrationId: number
  listingTemplateId: number | null
  selectedSchemaId: Generated<string>
  schemaOverrides: Json<Record<string, unknown>>
  list: Generated<boolean>
  sync: Generated<boolean>
  syncQuantity: Generated<boolean>
  status: Generated<'draft' | 'listed' | 'unlisted' | 'error'>
  external: MaybeJson<ExternalListing>
  externalId: Generated<string>
  url: Generated<string>
  locationId: Generated<string>
  result: MaybeJson<StoredResult>
  pending: Pending | null
  pendingVersion: Generated<number>
  pendingSince: MaybeAt
  urgent: Generated<boolean>
  attempts: Generated<number>
  nextTryAt: MaybeAt
  claimedUntil: MaybeAt
  claimedBy: string | null
  pushedQuantity: number | null
  pushedAt: MaybeAt
  listedAt: MaybeAt
  createdAt: At
  updatedAt: At
}
export type ListingRow = Selectable<ListingProductsTable>
export interface OrdersTable extends Owned {
  channel: ChannelId | 'manual'
  integrationId: number | null
  externalOrderId: string
  number: string
  state: 'open' | 'shipped' | 'cancelled'
  orderStatus: string
  shippingStatus: string
  paymentStatus: string
  orderDate: ColumnType<Date, Date | string, Date | string>
  shippingDate: MaybeAt
  updateDate: At
  channelUpdatedAt: MaybeAt
  currency: Generated<string>
  shippingCost: Generated<number>
  totalPrice: Generated<number>
  totalAmount: Generated<number>
  totalQuantity: Generated<number>
  discountAmount: Generated<number>
  taxAmount: Generated<number>
  feeAmount: Generated<number>
  paymentAmount: number | null
  paymentDate: MaybeAt
  paymentMethod: Generated<string>
  shippingMethod: Generated<string>
  trackingNumber: Generated<string>
  buyerName: Generated<string>
  buyerEmail: Generated<string>
  buyerPhone: Generated<string>
  shippingAddress: Json<Address>
  shippingEdited: Generated<boolean>
  billingAddress: Json<Address>
  notes: Generated<string>
  readyToShip: Generated<boolean>
  skus: Generated<string[]>
  oversold: Generated<boolean>
  channelOrder: MaybeJson<object>
  createdAt: At
}
export interface OrderItemsTable extends Owned {
  orderId: number
  externalId: string
  sku: string
  itemTitle: string
  price: number
  cost: Generated<number>
  quantity: number
  taxAmount: Generated<number>
  discountAmount: Generated<number>
  shippingCost: Generated<number>
  productId: number | null
  levelId: number | null
  taken: Generated<number>
  shortfall: Generated<number>
  stockTurn: Generated<number>
}
export interface AuditEntriesTable extends Owned {
  userId: number | null
  entity: string
  entityId: number
  action: string
  old: MaybeJson<object>
  new: MaybeJson<object>
  at: At
}
export interface IdempotencyKeysTable {
  organizationId: number
  userId: number
  key: string
  requestHash: Buffer
  status: number | null
  reply: JSONColumnType<object> | null
  createdAt: At
}

export interface ImportsTable extends Owned {
  kind: 'products' | 'templates'
  fileName: string
  bytes: Generated<number>
  state: Generated<'reading' | 'mapping' | 'planning' | 'ready' | 'applying' | 'done' | 'cancelled' | 'failed'>
  error: Generated<string>
  format: Generated<ImportFormat>
  encoding: Generated<string>
  separator: Generated<string>
  headerRow: Generated<number>
  asked: Json<AskedReading>
  shape: Generated<string>
  rows: Generated<number>
  columns: Json<ReadColumn[]>
  mapping: Json<Partial<ImportMapping>>
  oneGo: Generated<boolean>
  run: Generated<number>
  done: Generated<number>
  outcomes: Json<Partial<Record<ImportOutcome, number>>>
  applied: Json<Partial<Record<ImportOutcome, number>>>
  changeSetId: number | null
  userId: number | null
  createdAt: At
  touchedAt: At
  finishedAt: MaybeAt
}
/** What somebody wants read otherwise than it was found. */
export interface AskedReading {
  encoding?: string
  separator?: string
  headerRow?: number
  limit?: number
}
export interface ImportChunksTable {
  organizationId: number
  importId: number
  position: number
  content: Buffer
}
export interface ImportRowsTable {
  organizationId: number
  importId: number
  line: number
  cells: string[]
}
export interface ImportUnitsTable {
  organizationId: number
  importId: number
  line: number
  lines: number[]
  outcome: ImportOutcome | null
  productId: number | null
  changes: MaybeJson<Difference[]>
  errors: MaybeJson<Record<string, string>>
  applied: Generated<boolean>
}
export interface ImportMappingsTable {
  organizationId: number
  kind: string
  shape: string
  mapping: Json<ImportMapping>
  usedAt: At
}
export interface ViewsTable extends Owned {
  userId: number
  page: string
  name: string
  shared: Generated<boolean>
  config: Json<ViewConfig>
  createdAt: At
  updatedAt: At
}
export interface ViewDefaultsTable {
  organizationId: number
  userId: number
  page: string
  viewId: number
}

/** What a job does to each product of a change set. */
export type ChangeWork =
  | { do: 'edit'; edits: Edit[] }
  | { do: 'tags'; add: string[]; remove: string[] }
  | { do: 'delete' }
  | { do: 'undo' }
export interface ChangeSetsTable extends Owned {
  kind: ChangeSet['kind']
  title: Generated<string>
  state: Generated<ChangeSet['state']>
  work: MaybeJson<ChangeWork>
  selection: MaybeJson<ProductSelection>
  taken: Generated<number>
  collected: Generated<boolean>
  total: Generated<number>
  done: Generated<number>
  changed: Generated<number>
  unchanged: Generated<number>
  failed: Generated<number>
  error: Generated<string>
  userId: number | null
  undoes: Generated<number | null>
  undoneBy: Generated<number | null>
  createdAt: At
  touchedAt: At
  finishedAt: MaybeAt
}
export interface ChangeSetItemsTable {
  organizationId: number
  changeSetId: number
  n: number
  productId: number | null
  sku: Generated<string>
  title: Generated<string>
  state: Generated<'waiting' | 'changed' | 'unchanged' | 'failed'>
  before: MaybeJson<Snapshot>
  after: MaybeJson<Snapshot>
  error: Generated<string>
  fields: Json<Record<string, string>>
}

export interface DB {
  users: UsersTable
  organizations: OrganizationsTable
  sessions: SessionsTable
  mailedCodes: MailedCodesTable
  backupCodes: BackupCodesTable
  supportMessages: SupportMessagesTable
  supportFiles: SupportFilesTable
  rateLimits: RateLimitsTable
  members: MembersTable
  invitations: InvitationsTable
  organizationCounts: OrganizationCountsTable
  productTemplates: ProductTemplatesTable
  templateAttributes: TemplateAttributesTable
  products: ProductsTable
  productFacts: ProductFactsTable
  valueCounts: CountedValue
  valueChanges: CountedValue & { id: number }
  variations: VariationsTable
  stockLevels: StockLevelsTable
  stockMovements: StockMovementsTable
  integrations: IntegrationsTable
  oauthStates: OauthStatesTable
  listingTemplates: ListingTemplatesTable
  listingProducts: ListingProductsTable
  orders: OrdersTable
  orderItems: OrderItemsTable
  auditEntries: AuditEntriesTable
  idempotencyKeys: IdempotencyKeysTable
  imports: ImportsTable
  importChunks: ImportChunksTable
  importRows: ImportRowsTable
  importUnits: ImportUnitsTable
  importMappings: ImportMappingsTable
  views: ViewsTable
  viewDefaults: ViewDefaultsTable
  changeSets: ChangeSetsTable
  changeSetItems: ChangeSetItemsTable
}
