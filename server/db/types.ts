import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { ChangeSet } from '#contract/changes/changes.ts'
import type { ProductAttribute, Readiness } from '#contract/products/products.ts'
import type { ProductSelection } from '#contract/products/filter.ts'
import type { Image, SizeAndWeight } from '#contract/shapes.ts'
import type { Snapshot } from '#domain/products/history/snapshot.ts'
import type { ViewConfig } from '#contract/views.ts'
import { type At, type MaybeAt, type Json, type MaybeJson, type Owned } from './tables/columns.ts'
import {
  type UsersTable,
  type OrganizationsTable,
  type SessionsTable,
  type ApiTokensTable,
  type MailedCodesTable,
  type SignOnAttemptsTable,
  type UserIdentitiesTable,
  type BackupCodesTable,
  type SupportMessagesTable,
  type SupportFilesTable,
  type RateLimitsTable,
} from './tables/accounts.ts'
import type { CheckTables, IntegrationsTable } from './tables/integrations.ts'
import type { ShadowTables } from './tables/shadow.ts'
import { type CatalogueReadsTable, type FoundListingsTable } from './tables/adopting.ts'
import type { StockTemplatesTable } from './tables/library.ts'
import type { PublishItemsTable, PublishRunsTable } from './tables/publishing.ts'
import type * as files from './tables/imports.ts'
import type * as news from './tables/notifications.ts'
import type { ProposalsTable } from './tables/agents.ts'
import type { ChangeWork } from './tables/changes.ts'
import type { WebhookDeliveriesTable, WebhookEndpointsTable, WebhookNotesTable } from './tables/webhooks.ts'
import type { RequirementTables } from './tables/requirements.ts'
import type { OperatorsTable } from './tables/safety.ts'
import type { ReportTables } from './tables/reports.ts'
import type {
  ListingDebtsTable,
  ListingPricesTable,
  ListingProductsTable,
  ListingSchemasTable,
  ListingStockTable,
  ListingTemplatesTable,
  StockDriftTable,
  StockSharingTable,
} from './tables/listings.ts'
import type * as mappings from './tables/mappings.ts'
import type * as sales from './tables/orders.ts'
import type * as stock from './tables/stock.ts'
import type * as quotas from './tables/quotas.ts'

export interface MembersTable extends Owned {
  userId: number
  /** The id under which others know somebody who has not accepted. */
  invitationId: Generated<number>
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
export interface InvitationLinksTable {
  organizationId: number
  email: string
  hash: Buffer
  createdAt: At
  usedAt: MaybeAt
}
export interface FirstStepsHiddenTable {
  organizationId: number
  userId: number
  hiddenAt: At
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
  priceSearch: Json<{ title?: string; attributes?: string[] }>
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
  barcode: Generated<string>
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
/** What every save changes and lists are sorted by: a row for each product, kept by triggers. */
interface ProductSortsTable {
  organizationId: number
  productId: number
  price: number
  updatedAt: Date
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
  barcode: Generated<string>
  price: number | null
  cost: number | null
  images: Json<Image[]>
  selectedImages: Json<string[]>
  attributes: Json<ProductAttribute[]>
  position: Generated<number>
}
export interface OauthStatesTable {
  hash: Buffer
  organizationId: number
  integrationId: number
  userId: number
  shop: Generated<string>
  facts: Json<Record<string, string>>
  /** Sealed; null where the channel wants no proof. */
  verifier: Buffer | null
  expiresAt: ColumnType<Date, Date | string, never>
}
export interface AuditEntriesTable extends Owned {
  userId: number | null
  /** The token with which somebody acted. */
  tokenId: ColumnType<number | null, number | null | undefined, never>
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
  /** The answer that a repeat gets. */
  reply: JSONColumnType<object> | null
  /** What a write left that is answered only after its commit. */
  receipt: JSONColumnType<object> | null
  createdAt: At
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

export interface RemotePicturesTable {
  organizationId: number
  productId: number
  key: ColumnType<string, never, never>
  url: string
  changeSetId: number | null
  state: Generated<'waiting' | 'copied' | 'failed'>
  copiedUrl: Generated<string>
  reason: Generated<string>
  tries: Generated<number>
  nextTryAt: At
}

export interface DB extends sales.OrderWorkTables, ReportTables, CheckTables, RequirementTables, ShadowTables {
  remotePictures: RemotePicturesTable
  users: UsersTable
  organizations: OrganizationsTable
  sessions: SessionsTable
  apiTokens: ApiTokensTable
  webhookEndpoints: WebhookEndpointsTable
  webhookNotes: WebhookNotesTable
  webhookDeliveries: WebhookDeliveriesTable
  proposals: ProposalsTable
  userIdentities: UserIdentitiesTable
  signOnAttempts: SignOnAttemptsTable
  mailedCodes: MailedCodesTable
  backupCodes: BackupCodesTable
  supportMessages: SupportMessagesTable
  supportFiles: SupportFilesTable
  rateLimits: RateLimitsTable
  members: MembersTable
  invitations: InvitationsTable
  invitationLinks: InvitationLinksTable
  firstStepsHidden: FirstStepsHiddenTable
  organizationCounts: OrganizationCountsTable
  productTemplates: ProductTemplatesTable
  templateAttributes: TemplateAttributesTable
  operators: OperatorsTable
  stockTemplates: StockTemplatesTable
  products: ProductsTable
  productFacts: ProductFactsTable
  productSorts: ProductSortsTable
  valueCounts: CountedValue
  valueChanges: CountedValue & { id: number }
  variations: VariationsTable
  stockLevels: stock.StockLevelsTable
  stockMovements: stock.StockMovementsTable
  bundleParts: stock.BundlePartsTable
  integrations: IntegrationsTable
  oauthStates: OauthStatesTable
  channelQuotas: quotas.ChannelQuotasTable
  channelQuotaShares: quotas.ChannelQuotaSharesTable
  channelQuotaHours: quotas.ChannelQuotaHoursTable
  channelSeats: quotas.ChannelSeatsTable
  dynamicMappings: mappings.DynamicMappingsTable
  dynamicMappingsOff: mappings.DynamicMappingsOffTable
  valueMappings: mappings.ValueMappingsTable
  valueMappingConfigurations: mappings.ValueMappingConfigurationsTable
  channelProofs: quotas.ChannelProofsTable
  channelKeys: quotas.ChannelKeysTable
  listingTemplates: ListingTemplatesTable
  listingSchemas: ListingSchemasTable
  listingProducts: ListingProductsTable
  listingDebts: ListingDebtsTable
  listingStock: ListingStockTable
  listingPrices: ListingPricesTable
  stockDrift: StockDriftTable
  stockSharing: StockSharingTable
  catalogueReads: CatalogueReadsTable
  foundListings: FoundListingsTable
  orders: sales.OrdersTable
  orderItems: sales.OrderItemsTable
  orderDays: sales.OrderDaysTable
  orderNotes: sales.OrderNotesTable
  pieceMonths: sales.PieceMonthsTable
  soldGrades: sales.SoldGradesTable
  soldValues: sales.SoldValuesTable
  pieceSums: sales.PieceSumsTable
  pieceNotes: sales.PieceNotesTable
  unsummedOrders: sales.UnsummedOrdersTable
  orderDocuments: sales.OrderDocumentsTable
  auditEntries: AuditEntriesTable
  notificationSettings: news.NotificationSettingsTable
  notifications: news.NotificationsTable
  notificationMails: news.NotificationMailsTable
  idempotencyKeys: IdempotencyKeysTable
  imports: files.ImportsTable
  importChunks: files.ImportChunksTable
  importRows: files.ImportRowsTable
  importUnits: files.ImportUnitsTable
  importMappings: files.ImportMappingsTable
  views: ViewsTable
  viewDefaults: ViewDefaultsTable
  publishRuns: PublishRunsTable
  publishItems: PublishItemsTable
  changeSets: ChangeSetsTable
  changeSetItems: ChangeSetItemsTable
}
