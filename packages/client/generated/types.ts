// Made from the contract by `node bin/packages.ts`. Do not edit.

export interface AccountPanel {
  integrationId: number | null
  account: string
  authenticated: boolean
  listingTemplate: ListingTemplate | null
  listingProduct: ListingProduct | null
  needsCategory: boolean
  there: { title: string; url: string } | null
  defaults: Record<string, string>
}

export interface Action {
  uuid: string
  target: string
  action:
    | 'use value'
    | 'set value'
    | 'append'
    | 'prepend'
    | 'split by'
    | 'join with'
    | 'sum all'
    | 'multiply all'
    | 'max'
    | 'min'
  input: string
  value: string
}

export interface Address {
  name?: string
  company?: string
  phone?: string
  line1?: string
  line2?: string
  city?: string
  region?: string
  postalCode?: string
  country?: string
}

export interface Ask {
  name: string
  label: string
  kind: 'text' | 'secret' | 'choice'
  placeholder?: string
  help?: string
  options?: { value: string; label: string }[]
  optional?: boolean
}

export interface Attention {
  oversold: {
    items: number
    rows: {
      id: number
      channel: ChannelId | 'manual'
      number: string
      customer: string
      lines: { sku: string; shortfall: number }[]
    }[]
  }
  unknown: {
    items: number
    rows: { id: number; channel: ChannelId | 'manual'; number: string; customer: string; lines: string[] }[]
  }
  refused: {
    items: number
    rows: { productId: number; channel: ChannelId; integrationId: number; sku: string; title: string; reason: string }[]
  }
  tooMany: {
    items: number
    rows: {
      productId: number
      channel: ChannelId
      integrationId: number
      sku: string
      shown: number
      ours: number
      reason: string
    }[]
  }
  drifted: {
    items: number
    rows: { productId: number; channel: ChannelId; integrationId: number; sku: string; ours: number; theirs: number }[]
  }
  held: { items: number; rows: { channel: ChannelId; integrationId: number; since: string; reason: string }[] }
  disconnected: {
    items: number
    rows: { channel: ChannelId; integrationId: number; problem: string; listings: number }[]
  }
  approvals: { items: number; rows: { id: number; tokenName: string; reason: string }[] }
  outdated: { items: number; rows: { channel: ChannelId; daysServed: number; advice: string }[] }
  requirements: {
    items: number
    rows: { id: number; channel: ChannelId; integrationId: number; title: string; listings: number; daysLeft: number }[]
  }
}

export interface AttributeSales {
  attributeName: string
  attributeValue: string
  count: number
}

export interface AuditEntry {
  id: number
  at: string
  userId: number | null
  userName: string
  actor: 'person' | 'token' | 'agent' | 'job'
  tokenName: string
  entity: string
  entityId: number
  entityName: string
  entityTitle: string
  exists: boolean
  channel: string
  parentId: number | null
  action: string
  old: Record<string, unknown> | null
  new: Record<string, unknown> | null
}

export interface BigCommerceCategory {
  category_id: string
  name: string
  label: string
  children: BigCommerceCategory[]
}

export interface BigCommerceItem {
  id: string
  name: string
  sku: string
  price: number
}

export interface BigCommerceItems {
  products: BigCommerceItem[]
  count: number
}

export interface BigCommerceLocation {
  id: string
  label: string
  isActive: boolean
}

export interface Bringing {
  unseen: string
  title: string
  about: string
  number: string
  wrong: string
  hint: string
  consent: string
  most: number
}

export interface Budget {
  productsPerDay: number
  unitsPerDay: number
  moneyPerDay: number
  pricePercent: number
}

export interface ChangeItem {
  productId: number | null
  sku: string
  title: string
  state: 'waiting' | 'changed' | 'unchanged' | 'failed'
  changes: { field: string; before: string; after: string }[]
  error: string
  fields: Record<string, string>
}

export interface ChangeSet {
  id: number
  kind: 'edit' | 'bulk' | 'tags' | 'delete' | 'import' | 'rules' | 'pricing' | 'undo'
  title: string
  state: 'waiting' | 'running' | 'done' | 'cancelled' | 'failed'
  total: number
  done: number
  changed: number
  unchanged: number
  failed: number
  error: string
  userName: string
  createdAt: string
  finishedAt: string | null
  undoUntil: string | null
  undoneBy: number | null
  undoes: number | null
}

export type ChannelId = 'ebay' | 'etsy' | 'bigcommerce' | 'shopify' | 'square' | 'clover' | 'csv'

export interface ChannelSales {
  channel: ChannelId | 'manual'
  count: number
  totalAmount: number
  totalQuantity: number
  netAmount: number
  feeAmount: number
  taxAmount: number
  discountAmount: number
  refundedAmount: number
}

export interface ChannelTelling {
  channel: ChannelId
  integrationId: number
  account: string
  told: number
  p50: number
  p95: number
  slowest: number
  products: string[]
}

export interface CheckResult {
  step: CheckStep
  state: CheckState
  detail: string
}

export type CheckState = 'running' | 'passed' | 'attention' | 'failed' | 'unsupported' | 'skipped'

export type CheckStep =
  | 'account'
  | 'access'
  | 'clock'
  | 'permissions'
  | 'defaults'
  | 'listing'
  | 'orders'
  | 'notices'
  | 'leftovers'
  | 'create'
  | 'read'
  | 'change'
  | 'price'
  | 'sold_out'
  | 'end'
  | 'remove'

export interface CloverCategory {
  id: string
  name: string
}

export interface CloverItem {
  id: string
  name: string
  sku: string
  price: number
}

export interface Condition {
  uuid: string
  input: string
  operator:
    | 'equals'
    | 'not equals'
    | 'contains'
    | 'not contains'
    | 'less than'
    | 'greater than'
    | 'sum less than'
    | 'sum greater than'
  qualifier: 'all' | 'any' | 'none'
  value: string
}

export interface ConditionSet {
  uuid: string
  conditions: Condition[]
}

export interface ConfiguredSpreadsheet {
  spreadsheetId: string
  title: string
  url: string
  sheets: {
    sheetId: number
    sheetTitle: string
    index: number
    headerRow: number | null
    headers: {
      spreadsheetId: string
      sheetId: number
      cellId: string
      name: string
      dataType: string
      required: boolean
      strict: boolean
      options: string[]
      bounds?: string[]
    }[]
  }[]
}

export interface ConnectionCheck {
  id: number
  state: ConnectionCheckState
  startedAt: string
  endedAt: string | null
  results: CheckResult[]
  hasRecording: boolean
}

export type ConnectionCheckState = 'queued' | 'running' | 'done' | 'interrupted'

export interface DayOrders {
  day: string
  [key: string]: unknown
}

export interface Drift {
  id: number
  productId: number
  sku: string
  title: string
  ours: number
  theirs: number
  state: 'open' | 'ours' | 'theirs'
  foundAt: string
  settledAt: string | null
}

export interface DynamicMapping {
  uuid: string
  clientId: number
  applyTo: 'title' | 'description'
  parentId: number | null
  parentType: 'Template'
  ownerId: number
  ownerType: 'Template' | 'Global'
  name: string
  description: string
  index: number
  active: boolean
  enabled: boolean
  rules: Rule[]
  updatedAt: string
}

export interface EbayAspect {
  localizedAspectName: string
  aspectConstraint: {
    aspectRequired: boolean
    aspectUsage: string
    aspectDataType: string
    aspectMode: string
    itemToAspectCardinality: string
    aspectMaxLength?: number
    aspectEnabledForVariations?: boolean
  }
  aspectValues: { localizedValue: string }[]
}

export interface EbayCategory {
  category: { categoryId: string; categoryName: string }
  categoryTreeNodeLevel: number
  parentCategoryTreeNodeHref?: string
  leafCategoryTreeNode?: boolean
  childCategoryTreeNodes?: EbayCategory[]
}

export interface EbayItemOffer {
  offerId: string
  sku: string
  status: string
  pricingSummary: { price: { value: string; currency: string } | null }
  listing: { listingId: string }
}

export interface EbayItemOffers {
  count: number
  inventoryItemOffers: {
    inventoryItem: {
      sku: string
      product: { title: string }
      availability: { shipToLocationAvailability: { quantity: number } }
    }
    offer: EbayItemOffer | null
  }[]
}

export interface EbayLocation {
  merchantLocationKey: string
  name: string
  phone: string
  addressLine1: string
  addressLine2: string
  city: string
  postalCode: string
  stateOrProvince: string
  country: string
  enabled: boolean
}

export interface EbayPolicies {
  paymentPolicies: {
    paymentPolicyId: string
    name: string
    description: string
    immediatePay: boolean
    categoryTypes: { name: string; default?: boolean }[]
    marketplaceId: string
  }[]
  returnPolicies: { returnPolicyId: string; name: string; description: string; marketplaceId: string }[]
  fulfillmentPolicies: {
    fulfillmentPolicyId: string
    name: string
    description: string
    marketplaceId: string
    shippingOptions: unknown[]
    handlingTime: { value: number; unit: string } | null
  }[]
}

export interface EbayShippingService {
  shippingService: string
  description: string
}

export interface EbayTree {
  categoryTreeVersion: string
  rootCategoryNode: EbayCategory
}

export interface EtsyNode {
  id: number
  parent_id: number | null
  name: string
  level: number
  children: EtsyNode[]
}

export interface EtsyProperty {
  property_id: number
  name: string
  display_name: string
  scales: { scale_id: number; display_name: string }[]
  is_required: boolean
  supports_attributes: boolean
  supports_variations: boolean
  is_multivalued: boolean
  max_values_allowed: number | null
  possible_values: { value_id: number | null; name: string; scale_id: number | null }[]
}

export interface ExchangeRate {
  currency: string
  day: string
  rate: string
}

export interface FailedPicture {
  productId: number
  sku: string
  url: string
  reason: string
}

export interface FieldMapping {
  uuid: string
  targetName: string
  values: ValueEntry[]
}

export interface FieldRule {
  name: string
  required: boolean
  strict: boolean
  options: string[]
  anyCase?: boolean
  also?: string[]
  id?: number
  most?: number
}

export interface FieldValues {
  name: string
  required: boolean
  strict: boolean
  options: string[]
  anyCase?: boolean
  also?: string[]
  id?: number
  most?: number
  values: { value: string; products: number; live: number }[]
  more: number
}

export interface Found {
  products: { id: number; sku: string; title: string; image: string }[]
  orders: {
    id: number
    channel: ChannelId | 'manual'
    number: string
    externalOrderId: string
    customer: string
    orderDate: string
    totalAmount: number
    currency: string
    orderStatus: string
    state: string
    oversold: boolean
  }[]
  customers: { name: string; email: string }[]
  templates: { id: number; name: string }[]
}

export interface FoundListing {
  id: number
  externalId: string
  url: string
  title: string
  image: string
  state: 'draft' | 'live' | 'hidden' | 'sold_out' | 'ended'
  currency: string
  parts: { sku: string; name: string; price: number; quantity: number | null; barcode: string }[]
  doubts: (
    | 'twoListings'
    | 'taken'
    | 'severalFit'
    | 'otherBarcode'
    | 'otherTitle'
    | 'missingHere'
    | 'missingThere'
    | 'skuAlmost'
    | 'barcodeOnly'
    | 'titleOnly'
    | 'notOnSale'
  )[]
  decision: 'link' | 'alone' | null
  quantity: 'ours' | 'theirs' | null
  differs: boolean
  listingId: number | null
  pairs: Record<string, string>
  problem: string
  products: {
    id: number
    sku: string
    title: string
    image: string
    price: number
    parts: { sku: string; name: string; price: number; quantity: number | null; barcode: string }[]
  }[]
}

export interface HeldUp {
  about: 'connection' | 'orders' | 'calls'
  since: string
  reason: string
  remedy: string
}

export interface HistoryEntry {
  id: string
  at: string
  who: string
  what: string
  details: string[]
}

export interface Image {
  url: string
  source: string
}

export interface Import {
  id: number
  kind: 'products' | 'templates'
  fileName: string
  bytes: number
  state: 'reading' | 'mapping' | 'planning' | 'ready' | 'applying' | 'done' | 'cancelled' | 'failed'
  error: string
  format:
    | 'motto'
    | 'shopify'
    | 'ebay'
    | 'etsy'
    | 'bigcommerce'
    | 'woocommerce'
    | 'sellbrite'
    | 'linnworks'
    | 'zoho'
    | 'cin7'
    | 'inflow'
    | 'other'
  encoding: string
  separator: string
  headerRow: number
  rows: number
  columns: ImportColumn[]
  mapping: ImportMapping
  done: number
  outcomes: Partial<Record<ImportOutcome, number>>
  applied: Partial<Record<ImportOutcome, number>>
  changeSetId: number | null
  integrationId: number | null
  channel: ChannelId | null
  createdAt: string
  finishedAt: string | null
}

export interface ImportColumn {
  index: number
  name: string
  filled: number
  distinct: number
  samples: { value: string; rows: number }[]
}

export interface ImportMapping {
  fieldMappings: Record<string, string>
  attributeMappings: Record<string, string>
  newAttributes: { name: string; column: string }[]
  addAttributes: boolean
  updateExisting: boolean
  createTemplates: boolean
  template: number | null
  templateColumn: string | null
}

export type ImportOutcome = 'create' | 'update' | 'unchanged' | 'delete' | 'skip' | 'error'

export interface ImportRow {
  line: number
  outcome: ImportOutcome
  productId: number | null
  sku: string
  templateName: string
  title: string
  quantity: number | null
  reservedQuantity: number
  price: number | null
  images: { url: string }[]
  attributes: { name: string; value: string }[]
  variations: number
  changes: { field: string; before: string; after: string }[]
  errors: Record<string, string>
  wrongCells?: { line: number; column: string; value: string; problem: string }[]
}

export interface Integration {
  id: number
  channel: ChannelId
  authenticated: boolean
  oAuthUrl: string
  storeUrl: string
  integration: { shop: string; updatedAt: string | null; config: Record<string, unknown> }
  currency: string
  priceRule: PriceRule | null
  status: 'unauthenticated' | 'authenticated' | 'expired'
  problem: string
  heldUp: HeldUp[]
  shadowSince: string | null
  connectedAt: string | null
  accessRenewsAt: string | null
  permissionEndsAt: string | null
  ordersCheckedAt: string | null
  counts: { live: number; pending: number; failed: number; notKept: number }
}

export interface InventorySignal {
  isLow: boolean
  availableQty: number
  demandQty: number
  coverageRatio: number | null
  basis: 'last30d' | 'monthlyAvg'
}

export interface Invitation {
  id: number
  email: string
  roleId: number
  invitedBy: string
  invitedAt: string
  expiresAt: string
  expired: boolean
}

export interface ItemReport {
  id: number
  orderId: number
  itemId: number
  sku: string
  title: string
  kind: ReportKind
  units: number
  short: number
  by: string
  at: string
  canUndo: boolean
}

export interface Job {
  id: string
  name: string
  subject: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  attempts: number
  error: string
  createdAt: string
  startedAt: string | null
  nextTryAt: string | null
  finishedAt: string | null
  called: boolean
  repeatable: boolean
}

export interface ListSettings {
  list: boolean
  sync: boolean
  syncQuantity: boolean
}

export interface ListingDay {
  day: string
  channel: ChannelId
  listed: number
  refused: number
  ended: number
}

export interface ListingProduct {
  id: number | null
  channel: ChannelId
  integrationId: number | null
  templateId: number
  productId: number
  listingTemplateId: number | null
  selectedSchemaId: string
  schemaOverrides: SchemaOverrides
  listSettings: ListSettings
  externalId: string
  status: 'draft' | 'listed' | 'unlisted' | 'error'
  url: string
  result: ListingResult | null
  pending: 'publish' | 'revise' | 'quantity' | 'end' | null
  nextTryAt: string | null
  waits: { for: 'sales' | 'channel'; until: string; since: string } | null
  pushedQuantity: number | null
  pushedAt: string | null
  listedAt: string | null
  version: string
}

export interface ListingResult {
  status: 'fulfilled' | 'rejected' | 'queued'
  reason: string
  code: string
  fields: Record<string, string>
  warnings: string[]
  at: string
  saidBy: 'channel' | 'motto'
  changed: boolean
  there?: { externalId: string; url: string }
}

export interface ListingRow {
  id: number
  productId: number
  sku: string
  title: string
  image: string
  channel: ChannelId
  integrationId: number
  status: 'draft' | 'listed' | 'unlisted' | 'error'
  externalId: string
  url: string
  price: number
  available: number
  pushedQuantity: number | null
  listSettings: ListSettings
  pending: string | null
  waits: { for: 'sales' | 'channel'; until: string; since: string } | null
  result: ListingResult | null
  updatedAt: string
}

export interface ListingTemplate {
  id: number
  integrationId: number
  clientId: number
  templateId: number
  channel: ChannelId
  schemas: { id: string; name: string; details: string; [key: string]: unknown }[]
  updatedAt: string
}

export interface Member {
  id: number
  email: string
  name: string
  image: string
  roleId: number
  status: 'pending' | 'active'
}

export interface MoreParcel {
  service: string
  trackingNumber: string
  sizeAndWeight: SizeAndWeight
}

export interface Ok {
  ok: true
}

export interface Operator {
  id: number
  role: 'manufacturer' | 'importer' | 'responsible_person'
  name: string
  companyName: string
  addressLine1: string
  addressLine2: string
  city: string
  region: string
  postalCode: string
  country: string
  email: string
  phone: string
  contactUrl: string
  externalIds: Record<string, string>
  updatedAt: string
}

export interface Order {
  id: number
  clientId: number
  channel: ChannelId | 'manual'
  integrationId: number | null
  externalOrderId: string
  number: string
  state: 'open' | 'shipped' | 'cancelled'
  stage: Stage
  shipping: Shipping
  payment: Payment
  orderStatus: string
  shippingStatus: string
  paymentStatus: string
  orderDate: string
  shippingDate: string | null
  shipBy: string | null
  updateDate: string
  shippingCost: number
  totalPrice: number
  totalAmount: number
  totalQuantity: number
  discountAmount: number
  taxAmount: number
  feeAmount: number
  currency: string
  paymentAmount: number | null
  refundedAmount: number | null
  paymentDate: string | null
  paymentDetails: { paymentMethod: string; billingAddress: Address }
  shippingDetails: {
    shippingMethod: string
    trackingNumber: string
    shippingAddress: Address
    sizeAndWeight: SizeAndWeight
    moreParcels: MoreParcel[]
    sentParcels: number
  }
  customer: {
    name: string
    email: string
    phone: string
    address: Address
    shippingAddress: Address
    billingAddress: Address
  }
  items: OrderItem[]
  orderDetails: { readyToShip: boolean; notes: string }
  oversold: boolean
  adminUrl: string
  labelUrl: string
  tellsTracking: boolean
  tellsParcels: boolean
  createdAt: string
  source: string
  tags: string[]
  held: boolean
  heldByRule: string
  assigneeId: number | null
}

export interface OrderItem {
  id: number
  sku: string
  itemTitle: string
  price: number
  cost: number | null
  costCurrency: string | null
  costEntered: boolean
  quantity: number
  productId: number | null
  externalId: string
  taxAmount: number
  discountAmount: number
  shippingCost: number
  shortfall: number
  sent: number
  lost: number
  returned: number
  soldAs: string
  parts: { sku: string; title: string; pieces: number; warehouse: string; location: string; bin: string }[]
  product: {
    title: string
    images: Image[]
    location: string
    warehouse: string
    bin: string
    sizeAndWeight: SizeAndWeight
  } | null
}

export interface OrderRefund {
  id: number
  kind: 'refund' | 'cancel'
  state: UndoingState
  reason: string
  note: string
  total: number
  shipping: number
  lines: { itemId: number; sku: string; quantity: number; amount: number; restock: boolean }[]
  message: string
  askedAt: string
  toldAt: string | null
  who: string
}

export interface OrderRule {
  id: number
  name: string
  on: boolean
  conditions: RuleCondition[]
  actions: RuleActions
  assignee: { id: number; name: string; gone: boolean } | null
  updatedAt: string
}

export interface OrderUndoing {
  refunds: OrderRefund[]
  refund: { reasons: { value: string; label: string }[]; noteChars: number } | null
  whyNoRefund: string
  cancel: { reasons: { value: string; label: string }[]; noteChars: number } | null
  whyNoCancel: string
  left: number
  shippingLeft: number
  lines: { itemId: number; pieces: number; amount: number }[]
}

export interface Organization {
  id: number
  name: string
  displayName: string
  description: string
  requireTwoFactor: boolean
  currency: string
  timeZone: string
  figuresIn: { currency: string; timeZone: string } | null
  ratesWait: boolean
}

export interface Oversold {
  startDate: string
  endDate: string
  items: number
  rows: {
    sku: string
    productSku: string
    channel: ChannelId | 'manual'
    orders: number
    shortfall: number
    why: 'elsewhere' | 'here' | 'lowered' | 'empty'
    by: string
    at: string | null
    before: number | null
  }[]
}

export interface PackLine {
  id: number
  levelId: number
  bundle: string
  sku: string
  title: string
  quantity: number
  each: number
  packed: number
  packedBy: { id: number; name: string } | null
  codes: string[]
  image: string
  warehouse: string
  location: string
  bin: string
  shortfall: number
}

export interface PackOrder {
  id: number
  channel: ChannelId | 'manual'
  integrationId: number | null
  number: string
  externalOrderId: string
  state: 'open' | 'shipped' | 'cancelled'
  stage: Stage
  shipping: Shipping
  payment: Payment
  held: boolean
  shipBy: string | null
  buyer: string
  address: Address
  notes: string
  service: string
  trackingNumber: string
  moreParcels: MoreParcel[]
  sentParcels: number
  tellsParcels: boolean
  whyWhole: string
  labelUrl: string
  lines: PackLine[]
  reports: ItemReport[]
}

export type Payment = 'none' | 'open' | 'partly' | 'paid' | 'partly_refunded' | 'refunded' | 'failed' | 'void'

export interface Preflight {
  channel: ChannelId
  title: string
  description: string
  price: number | null
  currency: string
  own: { price: number; currency: string }
  asked: number | null
  rule: PriceRule | null
  available: number
  buffer: number
  quantity: number
  images: string[]
  fields: Record<string, unknown>
  origins: Record<string, Step[]>
  errors: Record<string, string>
  warnings: Record<string, string>
  costs: { amount: string; currency: string; why: string }[]
}

export interface PricePlan {
  configuration: Pricing | null
  currency: string
  own: number
  now: number
  floor: number
  live: boolean
  reductions: number
  auctions: number
  over: boolean
  steps: { act: 'reduce' | 'relist' | 'again' | 'stop'; at: string; price: number }[]
}

export interface PriceRule {
  from: string
  to: string
  rate: number
  percent: number
  fixed: number
  round: { to: number; less: number; direction: 'nearest' | 'up' | 'down' } | null
}

export interface Pricing {
  price: boolean
  basePrice: number
  reducePrice: boolean
  maxPrice: number
  reduceBy: number
  reduceEvery: number
  lastReduced: string
  listAuction: boolean
  startPrice: number
  buyItNowPrice: number
  auctionLength: number
  startDay: string
  startTime: string
  relistAuction: number
  relist: boolean
  relistEvery: number
}

export interface Product {
  id: number
  templateId: number
  template: { id: number; name: string }
  sku: string
  skuLock: string
  liveOn: ChannelId[]
  title: string
  description: string
  notes: string
  condition: string
  barcode: string
  vendor: string
  location: string
  warehouse: string
  bin: string
  tags: string
  cost: number
  price: number
  msrp: number
  quantity: number
  reservedQuantity: number
  onHand: number
  sold: number
  bundled: 'bundle' | 'component' | null
  attributes: ProductAttribute[]
  images: Image[]
  variations: Variation[]
  sizeAndWeight: SizeAndWeight
  configuration: { dynamicMappingEnabled: boolean }
  active: boolean
  readiness: Readiness
  missing: string[]
  version: number
  createdAt: string
  updatedAt: string
}

export interface ProductAttribute {
  templateAttributeId: number | null
  name: string
  value: string
  overrideDynamicMapping: boolean
  source: string
}

export interface ProductBundle {
  sku: string
  parts: { productId: number; sku: string; title: string; available: number; pieces: number }[]
  available: number
  in: { productId: number; sku: string; title: string; available: number; pieces: number; part: string }[]
  refusal: string
}

export interface ProductOverview {
  count: number
  listed: number
  unlisted: number
  sold: number
}

export interface ProfitFigures {
  currency: string
  startDate: string
  endDate: string
  total: ProfitSums
  rows: {
    name: string
    value: string
    quantity: number
    net: number
    knownQuantity: number
    knownNet: number
    cost: number
    profit: number | null
    margin: number | null
    costKnown: number | null
    unknownFeesNet: number
  }[]
}

export interface ProfitSums {
  quantity: number
  net: number
  knownQuantity: number
  knownNet: number
  cost: number
  profit: number | null
  margin: number | null
  costKnown: number | null
  unknownFeesNet: number
}

export interface Proposal {
  id: number
  title: string
  reason: string
  state: 'ready' | 'waiting' | 'approved' | 'declined' | 'withdrawn' | 'applied' | 'undone' | 'expired'
  about: 'products' | 'orders' | 'publishing'
  final: string
  products: number
  units: number
  money: number
  pricePercent: number
  beyond: string[]
  tokenId: number | null
  tokenName: string
  userName: string
  createdAt: string
  expiresAt: string
  decidedAt: string | null
  decidedBy: string
  note: string
  appliedAt: string | null
  changeSetId: number | null
}

export interface ProposedOrder {
  orderId: number
  number: string
  channel: ChannelId | 'manual'
  action: 'ship' | 'cancel' | 'refund'
  details: string[]
  error: string
  outcome: '' | 'done' | 'failed'
  message: string
}

export interface ProposedRow {
  productId: number | null
  sku: string
  title: string
  changes: { field: string; before: string; after: string }[]
  error: string
  liveOn: ChannelId[]
}

export interface ProposedRun {
  runId: number
  state: 'gathering' | 'checking' | 'ready' | 'running' | 'paused' | 'done' | 'cancelled'
  accounts: string[]
  ready: number
  blocked: number
  listed: number
  rejected: number
}

export interface PublishAccount {
  integrationId: number
  channel: ChannelId
  account: string
  waits: Waits | null
  counts: Record<'unchecked' | 'ready' | 'blocked' | 'asked' | 'listed' | 'refused' | 'dropped', number>
}

export interface PublishGroup {
  cause: string
  title: string
  name: string
  templates: { templateId: number; template: string; products: number }[]
  accounts: {
    integrationId: number
    channel: ChannelId
    state: 'blocked' | 'refused'
    products: number
    sentence: string
    fields: { field: string; name: string }[]
  }[]
  edits:
    | 'title'
    | 'notes'
    | 'tags'
    | 'condition'
    | 'barcode'
    | 'quantity'
    | 'sold'
    | 'cost'
    | 'price'
    | 'msrp'
    | 'vendor'
    | 'location'
    | 'warehouse'
    | 'bin'
    | 'active'
    | 'weight'
    | 'weightUnit'
    | 'width'
    | 'length'
    | 'height'
    | 'sizeUnit'
    | `attr.${string}`
    | null
  fixes:
    | 'title'
    | 'notes'
    | 'tags'
    | 'condition'
    | 'barcode'
    | 'quantity'
    | 'sold'
    | 'cost'
    | 'price'
    | 'msrp'
    | 'vendor'
    | 'location'
    | 'warehouse'
    | 'bin'
    | 'active'
    | 'weight'
    | 'weightUnit'
    | 'width'
    | 'length'
    | 'height'
    | 'sizeUnit'
    | `attr.${string}`
    | 'description'
    | null
  most: number | null
  remedies: ('values' | 'edit' | 'category' | 'template' | 'prices' | 'account')[]
  products: number
  listings: number
  examples: string[]
}

export interface PublishRun {
  id: number
  state: 'gathering' | 'checking' | 'ready' | 'running' | 'paused' | 'done' | 'cancelled'
  products: number
  total: number
  userName: string
  createdAt: string
  finishedAt: string | null
  accounts: PublishAccount[]
  groups: PublishGroup[]
  moreGroups: boolean
}

export type Readiness = 'ready' | 'partial' | 'error'

export interface ReadinessItem {
  id: string
  state: 'ok' | 'todo' | 'advice'
  title: string
  detail: string
  action?: string
}

export interface RemotePictures {
  waiting: number
  copied: number
  failed: number
  failures: FailedPicture[]
}

export interface Report {
  id: number
  name: string
  every: 'week' | 'month'
  filter: ReportFilter
  readers: { id: number; name: string; email: string }[]
  left: { id: number; name: string; email: string; at: string }[]
  nextDay: string
  firstDay: string
  lastDay: string
}

export interface ReportFilter {
  channels: string[]
  templateNames: string[]
  skus: string[]
  attributes: { name: string; action: 'in' | 'not in'; values: string[] }[]
  only?: 'skus'
}

export type ReportKind = 'missing' | 'damaged'

export interface ReportMail {
  id: number
  reportId: number
  report: string
  email: string
  firstDay: string
  lastDay: string
  asked: boolean
  state: 'waiting' | 'sending' | 'sent' | 'written' | 'failed'
  reason: string
  at: string
}

export interface Requirement {
  id: number
  integrationId: number
  channel: ChannelId
  account: string
  title: string
  text: string
  from: string
  daysLeft: number
  isFound: boolean
  source: { name: string; url: string } | null
  listings: number
  countedAt: string | null
  templates: { templateId: number; name: string; listings: number }[]
  attributes: string[]
}

export interface Rule {
  uuid: string
  conditionSets: ConditionSet[]
  actions: Action[]
}

export interface RuleActions {
  addTags: string[]
  service: string
  assigneeId: number | null
  hold: boolean
}

export type RuleCondition =
  | { field: 'channel'; not: boolean; values: (ChannelId | 'manual')[] }
  | { field: 'country'; not: boolean; values: string[] }
  | { field: 'region'; not: boolean; values: string[] }
  | { field: 'sku'; not: boolean; values: string[] }
  | { field: 'tag'; not: boolean; values: string[] }
  | { field: 'total'; compare: 'above' | 'atLeast' | 'below' | 'atMost'; amount: number; currency: string }

export interface Sales {
  currency: string
  today: { from: string; orders: number; amount: number }
  week: { from: string; orders: number; amount: number }
  month: { from: string; orders: number; amount: number }
  withoutRate: WithoutRate[]
  channels: { channel: ChannelId | 'manual'; orders: number; amount: number }[]
  toShip: number
  lowStock: number
}

export interface SalesSummary {
  medianOrderTotal: number | null
  medianSellThroughDays: number | null
  currency: string
  timeZone: string
  startDate: string
  endDate: string
  withoutRate: WithoutRate[]
}

export interface SchemaOverrides {
  selectedCategoryIds?: string
  selectedTaxonomyIds?: string
  selectedCollectionIds?: string
  [key: string]: unknown
}

export interface Shadow {
  since: string | null
  counts: {
    publish: number
    revise: number
    quantity: number
    end: number
    none: number
    blocked: number
    ship: number
    track: number
    refund: number
    cancel: number
  }
  computing: number
  list: string
  listings: {
    listingId: number
    productId: number
    sku: string
    title: string
    action: ShadowAction
    changes: ShadowField[]
    problem: string
  }[]
  orders: {
    id: number
    orderId: number
    number: string
    what: ShadowOrderWhat
    tracking: string
    amount: number | null
    currency: string
    at: string
    problem: string
  }[]
  next: number | null
  rejected: number
}

export type ShadowAction = 'publish' | 'revise' | 'quantity' | 'end' | 'none'

export interface ShadowField {
  field: string
  label: string
  sku: string
  now: string | null
  would: string
}

export type ShadowOrderWhat = 'ship' | 'track' | 'refund' | 'cancel'

export interface SharePart {
  sku: string
  channel: ChannelId
  integrationId: number
  share: number
  lastSet: number
  shown: number
  unseen: number
  hidden: number
  hiddenUntil: string | null
  sold: number
}

export type SharingRule = {
  templateId: number | null
  productId: number | null
  name: string
  sharing: { mode: 'shared' } | { mode: 'guaranteed' } | { mode: 'threshold'; last: number }
  setBy: string
  setAt: string
}

export type Shipping = 'none' | 'open' | 'partly' | 'shipped'

export interface ShopifyCollection {
  id: string
  title: string
  handle: string
}

export interface ShopifyItem {
  id: string
  title: string
  status: string
  variants: { id: string; sku: string; price: string }[]
}

export interface ShopifyItems {
  products: ShopifyItem[]
  sinceId: string
}

export interface ShopifyLocation {
  id: string
  name: string
  isActive: boolean
  address: string
}

export interface SizeAndWeight {
  weightUnit: 'kg' | 'lb' | 'g' | 'oz'
  sizeUnit: 'cm' | 'in'
  weight: number | null
  width: number | null
  length: number | null
  height: number | null
}

export interface SkuSales {
  sku: string
  quantity: number
}

export interface SlipDocument {
  id: number
  paper: 'a4' | 'letter' | 'label' | 'a6'
  state: 'waiting' | 'making' | 'ready' | 'failed' | 'cancelled'
  orders: number
  done: number
  slips: number
  held: number
  unwritten: { id: number; name: string }[]
  bytes: number
  createdAt: string
  expiresAt: string
}

export interface SlipSettings {
  returnAddress: string
  logo: string
}

export interface SquareCategory {
  id: string
  categoryData: { name: string }
  children: SquareCategory[]
}

export interface SquareItem {
  id: string
  itemData: {
    name: string
    isArchived: boolean
    variations: {
      id: string
      itemVariationData: { name: string; sku: string; priceMoney: { amount: number | null; currency: string } }
    }[]
  }
}

export interface SquareItems {
  items: SquareItem[]
}

export interface SquareLocation {
  id: string
  name: string
  isActive: boolean
  address: string
  currency: string
}

export interface SquareTax {
  id: string
  name: string
  rate: string
  isEnabled: boolean
}

export type Stage = '' | 'open' | 'done'

export interface Start {
  currency: string
  templates: number
  products: number
  connectedChannels: number
  liveListings: number
  listedOnce: boolean
  orders: number
  openOrders: number
  oversoldOrders: number
  lateOrders: number
  dueTodayOrders: number
  packableOrders: number
  unknownOrders: number
  waitingProposals: number
  failedListings: number
  heldChannels: number
  outOfStep: { notKept: number; pending: number; held: number; tooMany: number }
  today: string
  firstStepsHidden: boolean
}

export interface Step {
  from: 'product' | 'attribute' | 'schema' | 'override' | 'account' | 'rule' | 'mapping'
  name: string
  value: string
  mentions: string[]
  mapping?: string
  rule?: number
  because?: string
}

export interface StockAge {
  currency: string
  bands: { pieces: number; cost: number; from: number; to: number | null; skus: number; products: string[] }[]
}

export interface StockCover {
  since: string | null
  items: number
  rows: {
    sku: string
    productId: number
    productSku: string
    title: string
    available: number
    sold: number
    sellThrough: number
    days: number
    runsOut: string
  }[]
}

export interface StockMovement {
  id: number
  sku: string
  reason: string
  source: string
  deltaOnHand: number
  deltaReserved: number
  deltaSold: number
  availableAfter: number
  orderId: number | null
  through: string
  userName: string
  at: string
}

export interface StockTemplate {
  id: number
  name: string
  category: string
  subCategory: string
  tags: string
  channels: ChannelId[]
  allChannels: boolean
  valueMapping: boolean
  description: string
  createdAt: string
  updatedAt: string
}

export interface StockValue {
  pieces: number
  cost: number
  currency: string
  startDate: string
  endDate: string
  ledgerBegan: string | null
  retail: number
  withoutCost: number
  before: { pieces: number; cost: number }
  changes: { pieces: number; cost: number; reason: string }[]
}

export interface Template {
  id: number
  clientId: number
  name: string
  details: string
  notes: string
  isStock: boolean
  tags: string
  title: string
  description: string
  sizeAndWeight: SizeAndWeight
  configuration: TemplateConfiguration
  attributes: TemplateAttribute[]
  variations: string[]
  products: number
  createdAt: string
  updatedAt: string
}

export interface TemplateAttribute {
  id: number
  name: string
  type: 'text' | 'number' | 'block'
  defaultValue: string
  index: number
  constraint: 'required' | 'recommended' | 'optional'
  options: string[]
}

export interface TemplateConfiguration {
  dynamicMappingEnabled: boolean
}

export interface TemplateRow {
  id: number
  name: string
  details: string
  products: number
  attributes: number
  channels: string[]
  updatedAt: string
}

export interface TemplateSales {
  templateName: string
  quantity: number
}

export interface TriedOrder {
  id: number
  number: string
  externalOrderId: string
  channel: ChannelId | 'manual'
  orderDate: string
  customer: string
  country: string
  totalAmount: number
  currency: string
  changes: string[]
}

export type UndoingState = 'waiting' | 'sending' | 'sent' | 'refused' | 'unsure' | 'withdrawn'

export interface UnsettledLine {
  id: number
  kind: 'short' | 'unknown'
  orderId: number
  number: string
  channel: ChannelId | 'manual'
  integrationId: number | null
  orderDate: string
  buyer: string
  sku: string
  title: string
  quantity: number
  shortfall: number
  sent: number
  available: number
  waits: boolean
  leftAlone: boolean
  meant: { sku: string; title: string; available: number } | null
  others: number
  adminUrl: string
  held: boolean
  rest: number
  reports: ItemReport[]
}

export interface ValueEntry {
  uuid: string
  sourceValues: string[]
  targetValue: string
}

export interface ValueMapping {
  id: number
  uuid: string
  channel: ChannelId
  name: string
  description: string
  index: number
  active: boolean
  mappings: FieldMapping[]
  configurations: ValueMappingConfiguration[]
  updatedAt: string
}

export interface ValueMappingConfiguration {
  valueMappingId: number
  parentId: number
  childId: number | null
  childType: 'ListingProduct'
  active: boolean
}

export interface Variation {
  id: number
  name: string
  sku: string
  skuLock: string
  barcode: string
  price: number | null
  cost: number | null
  quantity: number
  reservedQuantity: number
  sold: number
  images: Image[]
  selectedImages: string[]
  attributes: ProductAttribute[]
}

export interface Waits {
  for: 'sales' | 'channel'
  until: string
}

export interface WithoutRate {
  currency: string
  orders: number
}

export interface ActionInput {
  uuid: string
  target?: string
  action:
    | 'use value'
    | 'set value'
    | 'append'
    | 'prepend'
    | 'split by'
    | 'join with'
    | 'sum all'
    | 'multiply all'
    | 'max'
    | 'min'
  input?: string
  value?: string
}

export interface AddressParts {
  name?: string
  company?: string
  phone?: string
  line1?: string
  line2?: string
  city?: string
  region?: string
  postalCode?: string
  country?: string
}

export interface AttributeFilter {
  name: string
  action?: 'in' | 'not in'
  values: string[]
}

export interface ConditionInput {
  uuid: string
  input: string
  operator?:
    | 'equals'
    | 'not equals'
    | 'contains'
    | 'not contains'
    | 'less than'
    | 'greater than'
    | 'sum less than'
    | 'sum greater than'
  qualifier?: 'all' | 'any' | 'none'
  value?: string
}

export interface ConditionSetInput {
  uuid: string
  conditions: ConditionInput[]
}

export interface DynamicMappingChange {
  uuid: string
  name: string
  description?: string
  index?: number
  active?: boolean
  enabled?: boolean
  rules: RuleInput[]
}

export type Edit =
  | {
      field:
        | 'title'
        | 'notes'
        | 'tags'
        | 'condition'
        | 'barcode'
        | 'quantity'
        | 'sold'
        | 'cost'
        | 'price'
        | 'msrp'
        | 'vendor'
        | 'location'
        | 'warehouse'
        | 'bin'
        | 'active'
        | 'weight'
        | 'weightUnit'
        | 'width'
        | 'length'
        | 'height'
        | 'sizeUnit'
        | `attr.${string}`
      action: 'set'
      value: string
    }
  | {
      field:
        | 'title'
        | 'notes'
        | 'tags'
        | 'condition'
        | 'barcode'
        | 'quantity'
        | 'sold'
        | 'cost'
        | 'price'
        | 'msrp'
        | 'vendor'
        | 'location'
        | 'warehouse'
        | 'bin'
        | 'active'
        | 'weight'
        | 'weightUnit'
        | 'width'
        | 'length'
        | 'height'
        | 'sizeUnit'
        | `attr.${string}`
      action: 'add'
      amount: number
    }
  | {
      field:
        | 'title'
        | 'notes'
        | 'tags'
        | 'condition'
        | 'barcode'
        | 'quantity'
        | 'sold'
        | 'cost'
        | 'price'
        | 'msrp'
        | 'vendor'
        | 'location'
        | 'warehouse'
        | 'bin'
        | 'active'
        | 'weight'
        | 'weightUnit'
        | 'width'
        | 'length'
        | 'height'
        | 'sizeUnit'
        | `attr.${string}`
      action: 'multiply'
      factor: number
    }
  | {
      field:
        | 'title'
        | 'notes'
        | 'tags'
        | 'condition'
        | 'barcode'
        | 'quantity'
        | 'sold'
        | 'cost'
        | 'price'
        | 'msrp'
        | 'vendor'
        | 'location'
        | 'warehouse'
        | 'bin'
        | 'active'
        | 'weight'
        | 'weightUnit'
        | 'width'
        | 'length'
        | 'height'
        | 'sizeUnit'
        | `attr.${string}`
      action: 'round'
      to: number
      less?: number
      direction?: 'nearest' | 'up' | 'down'
    }
  | {
      field:
        | 'title'
        | 'notes'
        | 'tags'
        | 'condition'
        | 'barcode'
        | 'quantity'
        | 'sold'
        | 'cost'
        | 'price'
        | 'msrp'
        | 'vendor'
        | 'location'
        | 'warehouse'
        | 'bin'
        | 'active'
        | 'weight'
        | 'weightUnit'
        | 'width'
        | 'length'
        | 'height'
        | 'sizeUnit'
        | `attr.${string}`
      action: 'replace'
      find: string
      with: string
      matchCase?: boolean
    }
  | {
      field:
        | 'title'
        | 'notes'
        | 'tags'
        | 'condition'
        | 'barcode'
        | 'quantity'
        | 'sold'
        | 'cost'
        | 'price'
        | 'msrp'
        | 'vendor'
        | 'location'
        | 'warehouse'
        | 'bin'
        | 'active'
        | 'weight'
        | 'weightUnit'
        | 'width'
        | 'length'
        | 'height'
        | 'sizeUnit'
        | `attr.${string}`
      action: 'append'
      text: string
    }
  | {
      field:
        | 'title'
        | 'notes'
        | 'tags'
        | 'condition'
        | 'barcode'
        | 'quantity'
        | 'sold'
        | 'cost'
        | 'price'
        | 'msrp'
        | 'vendor'
        | 'location'
        | 'warehouse'
        | 'bin'
        | 'active'
        | 'weight'
        | 'weightUnit'
        | 'width'
        | 'length'
        | 'height'
        | 'sizeUnit'
        | `attr.${string}`
      action: 'prepend'
      text: string
    }

export interface FigureFilter {
  startDate?: string
  endDate?: string
  channels?: string[] | string
  templateNames?: string[] | string
  skus?: string[] | string
  attributes?: AttributeFilter[] | string
}

export interface FirstListing {
  product: {
    sku: string
    title: string
    description?: string
    condition?: string
    price?: number | string | null
    quantity?: number | string | null
    images?: ImageInput[]
    attributes?: { name: string; value: string }[]
  }
  template: { name: string; attributes?: { name: string; options?: string[] }[] }
  channels: {
    channel: ChannelId
    integrationId?: number
    schema?: Record<string, unknown>
    overrides?: SchemaOverrides
  }[]
}

export interface ImageInput {
  url: string
  source?: string
}

export interface ImportMappingInput {
  fieldMappings?: Record<string, string>
  attributeMappings?: Record<string, string>
  newAttributes?: { name: string; column: string }[]
  addAttributes?: boolean
  updateExisting?: boolean
  createTemplates?: boolean
  template?: number | null
  templateColumn?: string | null
}

export interface ListingProductChange {
  channel: ChannelId
  productId: number
  integrationId?: number | null
  templateId?: number
  listingTemplateId?: number | null
  selectedSchemaId?: string
  schemaOverrides?: SchemaOverrides
  listSettings?: { list?: boolean; sync?: boolean; syncQuantity?: boolean }
  version?: string | null
}

export interface ListingTemplateChange {
  id?: number
  templateId: number
  channel: ChannelId
  integrationId?: number
  schemas: { id: string; name: string; details?: string; [key: string]: unknown }[]
  updatedAt?: string | null
}

export interface MoreParcelInput {
  service: string
  trackingNumber: string
  sizeAndWeight: SizeAndWeightInput
}

export interface NewImage {
  url: string
  source?: string
}

export interface NewOperator {
  role: 'manufacturer' | 'importer' | 'responsible_person'
  name: string
  companyName: string
  addressLine1: string
  addressLine2?: string
  city: string
  region?: string
  postalCode?: string
  country: string
  email?: string
  phone?: string
  contactUrl?: string
  externalIds?: Record<string, string>
}

export interface NewOrder {
  clientId?: number
  active?: boolean
  orderDate?: string
  updateDate?: string
  totalPrice?: number
  totalAmount?: number
  netAmount?: number
  totalCost?: number
  totalQuantity?: number
  channel?: 'manual'
  source: string
  externalOrderId?: string
  currency?: string
  paymentStatus?: 'Unpaid' | 'Paid' | 'Partially Paid' | 'Refunded' | 'Chargeback'
  paymentAmount?: number | string | null
  paymentDate?: string | null
  shippingStatus?: 'Not Shipped' | 'Label Created' | 'Shipped' | 'Delivered' | 'Returned'
  shippingDate?: string | null
  shippingCost?: number | string | null
  discountAmount?: number | string | null
  feeAmount?: number | string | null
  taxAmount?: number | string | null
  orderDetails?: { notes?: string; readyToShip?: boolean }
  shippingDetails?: { shippingMethod?: string; trackingNumber?: string; shippingAddress?: AddressParts }
  paymentDetails?: { paymentMethod?: string; billingAddress?: AddressParts }
  customer?: {
    name?: string
    email?: string
    phone?: string
    shippingAddress?: AddressParts
    billingAddress?: AddressParts
  }
  items: NewOrderItem[]
}

export interface NewOrderItem {
  externalId?: string | null
  refundAmount?: number | string | null
  sku: string
  productId?: number | null
  templateId?: number | null
  itemTitle?: string
  quantity?: number | string | null
  price?: number | string | null
  cost?: number | string | null
  shippingCost?: number | string | null
  taxAmount?: number | string | null
  discountAmount?: number | string | null
}

export interface NewProduct {
  templateId: number
  sku: string
  title?: string
  notes?: string
  condition?: string
  vendor?: string
  location?: string
  warehouse?: string
  bin?: string
  description?: string
  barcode?: string
  tags?: string | string[]
  cost?: number | string | null
  price?: number | string | null
  msrp?: number | string | null
  quantity?: number | string | null
  sold?: number | string | null
  attributes?: ProductAttributeInput[]
  images?: NewImage[]
  active?: boolean
  variations?: VariationChange[]
  sizeAndWeight?: SizeAndWeightInput
  configuration?: { dynamicMappingEnabled?: boolean }
}

export type OrderAction =
  | { action: 'ship'; orderId: number; service?: string; trackingNumber?: string }
  | { action: 'cancel'; orderId: number; reason?: string; restock?: boolean }
  | {
      action: 'refund'
      orderId: number
      lines: { itemId: number; quantity: number; amount?: number | string | null; restock: boolean }[]
      shipping?: number | string | null
      reason: string
    }

export interface OrderChange {
  id: number
  updateDate?: string
  items?: {
    sku: string
    productId?: number | null
    templateId?: number | null
    itemTitle?: string
    quantity?: number | string | null
    price?: number | string | null
    taxAmount?: number | string | null
    discountAmount?: number | string | null
    id?: number | null
  }[]
  shippingCost?: number | string | null
  discountAmount?: number | string | null
  feeAmount?: number | string | null
  taxAmount?: number | string | null
  currency?: 'USD'
  paymentStatus?: string
  paymentAmount?: number | string | null
  paymentDate?: string | null
  paymentDetails?: { paymentMethod?: string; billingAddress?: AddressParts }
  shippingDate?: string | null
  shippingDetails?: { shippingAddress?: AddressParts; shippingMethod?: string; trackingNumber?: string }
  customer?: { name?: string; email?: string; phone?: string }
  orderDetails?: { notes?: string; readyToShip?: boolean }
}

export interface PriceRuleChange {
  integrationId: number
  rule: PriceRule | null
}

export interface ProductAttributeInput {
  templateAttributeId?: number | null
  name: string
  value?: string
  overrideDynamicMapping?: boolean
  source?: string
}

export interface ProductChange {
  id: number
  sku?: string
  templateId?: number
  version?: number
  title?: string
  notes?: string
  condition?: string
  vendor?: string
  location?: string
  warehouse?: string
  bin?: string
  description?: string
  barcode?: string
  tags?: string | string[]
  cost?: number | string | null
  price?: number | string | null
  msrp?: number | string | null
  quantity?: number | string | null
  sold?: number | string | null
  attributes?: ProductAttributeInput[]
  images?: NewImage[]
  active?: boolean
  variations?: VariationChange[]
  sizeAndWeight?: SizeAndWeightInput
  configuration?: { dynamicMappingEnabled?: boolean }
}

export interface RuleInput {
  uuid: string
  conditionSets: ConditionSetInput[]
  actions: ActionInput[]
}

export interface SizeAndWeightInput {
  weightUnit?: 'kg' | 'lb' | 'g' | 'oz'
  sizeUnit?: 'cm' | 'in'
  weight?: number | null
  width?: number | null
  length?: number | null
  height?: number | null
}

export interface TemplateChange {
  name?: string
  details?: string
  notes?: string
  tags?: string | string[]
  title?: string
  description?: string
  sizeAndWeight?: SizeAndWeightInput
  configuration?: TemplateConfigurationInput
  isStock?: boolean
  variations?: string[]
  attributes?: {
    id?: number
    name: string
    type?: 'text' | 'number' | 'block'
    defaultValue?: string
    index?: number
    constraint?: 'required' | 'recommended' | 'optional'
    options?: string[]
  }[]
}

export interface TemplateConfigurationInput {
  dynamicMappingEnabled?: boolean
}

export interface ValueMappingChange {
  id?: number
  uuid: string
  channel?: ChannelId
  name: string
  description?: string
  index?: number
  active?: boolean
  mappings: FieldMapping[]
  configurations?: { parentId: number; childId: number | null; active: boolean }[]
  updatedAt?: string
}

export interface VariationChange {
  id?: number
  name: string
  sku: string
  barcode?: string
  price?: number | string | null
  cost?: number | string | null
  quantity?: number | string | null
  images?: NewImage[]
  selectedImages?: string[]
  attributes?: ProductAttributeInput[]
}
