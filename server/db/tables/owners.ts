import type { DB } from '../types.ts'

/**
 * Who alone writes a table: a folder of server/features/, or another of server/. Everybody may read it. Whoever wants to change
 * a row of somebody else calls a function of the owner. `house.test.ts` reads the sources and turns red for everybody else.
 * The makers of tests and demo (`seed/`, `server/testing/`) write as they like.
 */
export const owners: Record<keyof DB, string> = {
  users: 'accounts',
  sessions: 'accounts',
  mailedCodes: 'accounts',
  backupCodes: 'accounts',
  members: 'accounts',
  invitations: 'accounts',
  invitationLinks: 'accounts',
  organizations: 'organizations',
  organizationCounts: 'organizations',
  firstStepsHidden: 'organizations',
  auditEntries: 'audit',
  rateLimits: 'http',
  idempotencyKeys: 'http',
  notificationSettings: 'notifications',
  notifications: 'notifications',
  notificationMails: 'notifications',
  stockLevels: 'stock',
  stockMovements: 'stock',
  bundleParts: 'stock',
  productTemplates: 'templates',
  templateAttributes: 'templates',
  stockTemplates: 'library',
  products: 'products',
  variations: 'products',
  productFacts: 'products',
  valueCounts: 'products',
  valueChanges: 'products',
  remotePictures: 'products',
  changeSets: 'changes',
  changeSetItems: 'changes',
  views: 'views',
  viewDefaults: 'views',
  integrations: 'integrations',
  oauthStates: 'integrations',
  channelQuotas: 'integrations',
  channelQuotaShares: 'integrations',
  channelQuotaHours: 'integrations',
  channelSeats: 'integrations',
  channelProofs: 'integrations',
  dynamicMappings: 'mappings',
  dynamicMappingsOff: 'mappings',
  valueMappings: 'mappings',
  valueMappingConfigurations: 'mappings',
  listingTemplates: 'listings',
  listingSchemas: 'listings',
  listingProducts: 'listings',
  listingPrices: 'pricing',
  publishRuns: 'publishing',
  publishItems: 'publishing',
  listingDebts: 'sync',
  listingStock: 'sync',
  stockDrift: 'sync',
  saleTellings: 'sync',
  stockSharing: 'sync',
  catalogueReads: 'adopting',
  foundListings: 'adopting',
  orders: 'orders',
  orderItems: 'orders',
  orderDocuments: 'orders',
  channelSkus: 'orders',
  packedPieces: 'orders',
  orderReturns: 'orders',
  orderRefunds: 'orders',
  orderRules: 'orders',
  slipDocuments: 'orders',
  slipParts: 'orders',
  shippingHolds: 'orders',
  exchangeRates: 'analytics',
  listingDays: 'analytics',
  orderDays: 'analytics',
  orderChanges: 'analytics',
  pieceMonths: 'analytics',
  soldGrades: 'analytics',
  soldValues: 'analytics',
  pieceSums: 'analytics',
  pieceChanges: 'analytics',
  mailedReports: 'reports',
  reportReaders: 'reports',
  reportMails: 'reports',
  imports: 'imports',
  importChunks: 'imports',
  importRows: 'imports',
  importUnits: 'imports',
  importMappings: 'imports',
  supportMessages: 'support',
  supportFiles: 'support',
}

export interface GuestWriter {
  file: string
  table: keyof DB
  why: string
}

/** The few who write a table of somebody else. One that no longer does so turns the test red, too. */
export const guests: readonly GuestWriter[] = [
  {
    file: 'server/features/outbox/service.ts',
    table: 'listingDebts',
    why: 'stock and products come before listings, and note in their own transaction what its channels are owed',
  },
  {
    file: 'server/features/sync/queries.ts',
    table: 'listingProducts',
    why: 'what the channel answered: where the listing stands there, or why not',
  },
  {
    file: 'server/features/listings/queries.ts',
    table: 'listingDebts',
    why: 'comes before sync; notes what a person asks for, and takes back what was not sent yet',
  },
  {
    file: 'server/features/listings/many.ts',
    table: 'listingDebts',
    why: 'comes before sync; the same for many at once',
  },
  {
    file: 'server/features/listings/adopt.ts',
    table: 'listingDebts',
    why: 'comes before sync; what is linked to something that stands there owes nothing, and tells what it shows',
  },
  {
    file: 'server/features/integrations/queries.ts',
    table: 'listingDebts',
    why: 'comes before sync; what was owed to another account is forgotten with it, in one transaction',
  },
  {
    file: 'server/features/integrations/queries.ts',
    table: 'listingProducts',
    why: 'comes before listings; what was listed with another account is forgotten with the account, in one transaction',
  },
  {
    file: 'server/features/integrations/queries.ts',
    table: 'listingStock',
    why: 'comes before sync; the numbers of what was listed with another account are forgotten with it, in one transaction',
  },
  {
    file: 'server/features/integrations/queries.ts',
    table: 'stockDrift',
    why: 'comes before sync; numbers that somebody changed in another account are forgotten with it, in one transaction',
  },
  {
    file: 'server/features/integrations/queries.ts',
    table: 'foundListings',
    why: 'comes before adopting; what another account sells is forgotten with it, in one transaction',
  },
  {
    file: 'server/features/integrations/queries.ts',
    table: 'catalogueReads',
    why: 'comes before adopting; the reading of another account ends with it, in one transaction',
  },
  {
    file: 'server/features/products/queries.ts',
    table: 'listingProducts',
    why: "comes before listings; a product's move to another template, and its undo, take its listings along in one transaction",
  },
  {
    file: 'server/features/products/pictures/queries.ts',
    table: 'changeSetItems',
    why: 'comes before changes; what an import can take back must name our copy of a picture, or its undo would find it changed',
  },
]

/** Where a statement takes its table from a variable: a list of tables of the same owner, or all there are. */
export const unspelled: readonly string[] = [
  'server/backup/restore.ts',
  'server/features/imports/queries.ts',
  'server/features/imports/upkeep.ts',
]

/** What the database itself writes: triggers and functions of the migrations. */
export const databaseWriters: Readonly<Record<string, readonly string[]>> = {
  count_rows: ['count_changes'],
  apply_count: ['organization_counts', 'count_changes'],
  begin_facts: ['product_facts'],
  end_facts: ['product_facts'],
  begin_debts: ['listing_debts'],
  note_telling: ['sale_tellings'],
  keep_stock_facts: ['product_facts'],
  keep_listed: ['product_facts'],
  mark_bundled: ['stock_levels'],
  note_values: ['value_changes'],
  fold_value_changes: ['value_changes', 'value_counts'],
  note_order: ['order_changes'],
  note_order_change: ['order_changes', 'piece_changes'],
  note_pieces: ['piece_changes'],
  note_pieces_gone: ['piece_changes'],
  note_pieces_change: ['piece_changes'],
  count_order_days: ['order_days', 'sold_values', 'sold_grades'],
  fold_sales: [
    'order_changes',
    'order_days',
    'sold_values',
    'sold_grades',
    'piece_changes',
    'piece_sums',
    'piece_months',
  ],
  rebuild_sales: ['order_changes', 'piece_changes', 'piece_sums', 'piece_months'],
  forget_import_rows: ['import_units', 'import_rows'],
}
