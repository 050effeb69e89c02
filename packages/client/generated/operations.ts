// Made from the contract by `node bin/packages.ts`. Do not edit.
import type {
  AccountPanel,
  Ask,
  Attention,
  AttributeSales,
  AuditEntry,
  BigCommerceCategory,
  BigCommerceItems,
  BigCommerceLocation,
  Bringing,
  Budget,
  ChangeItem,
  ChangeSet,
  ChannelId,
  ChannelSales,
  ChannelTelling,
  CheckState,
  CheckStep,
  CloverCategory,
  CloverItem,
  ConfiguredSpreadsheet,
  ConnectionCheck,
  DayOrders,
  Drift,
  DynamicMapping,
  EbayAspect,
  EbayItemOffer,
  EbayItemOffers,
  EbayLocation,
  EbayPolicies,
  EbayShippingService,
  EbayTree,
  EtsyNode,
  EtsyProperty,
  ExchangeRate,
  FieldRule,
  FieldValues,
  Found,
  FoundListing,
  HeldUp,
  HistoryEntry,
  Image,
  Import,
  ImportOutcome,
  ImportRow,
  Integration,
  InventorySignal,
  Invitation,
  ItemReport,
  Job,
  ListingDay,
  ListingProduct,
  ListingRow,
  ListingTemplate,
  Member,
  Ok,
  Operator,
  Order,
  OrderRule,
  OrderUndoing,
  Organization,
  Oversold,
  PackOrder,
  Payment,
  Preflight,
  PricePlan,
  PriceRule,
  Product,
  ProductAttribute,
  ProductBundle,
  ProductOverview,
  ProfitFigures,
  Proposal,
  ProposedOrder,
  ProposedRow,
  ProposedRun,
  PublishRun,
  Readiness,
  ReadinessItem,
  RemotePictures,
  Report,
  ReportFilter,
  ReportKind,
  ReportMail,
  Requirement,
  RuleActions,
  RuleCondition,
  Sales,
  SalesSummary,
  Shadow,
  SharePart,
  SharingRule,
  Shipping,
  ShopifyCollection,
  ShopifyItems,
  ShopifyLocation,
  SizeAndWeight,
  SkuSales,
  SlipDocument,
  SlipSettings,
  SquareCategory,
  SquareItems,
  SquareLocation,
  SquareTax,
  Stage,
  Start,
  StockAge,
  StockCover,
  StockMovement,
  StockTemplate,
  StockValue,
  Template,
  TemplateRow,
  TemplateSales,
  TriedOrder,
  UnsettledLine,
  ValueMapping,
  Variation,
  WithoutRate,
  AttributeFilter,
  DynamicMappingChange,
  Edit,
  FigureFilter,
  FirstListing,
  ImportMappingInput,
  ListingProductChange,
  ListingTemplateChange,
  MoreParcelInput,
  NewOperator,
  NewOrder,
  NewProduct,
  OrderAction,
  OrderChange,
  PriceRuleChange,
  ProductChange,
  SizeAndWeightInput,
  TemplateChange,
  ValueMappingChange,
} from './types.ts'

/** What each operation takes and answers, in wire form. */
export interface Operations {
  /** List members and invitations. Scope: organization:read. */
  clientUsers: { input: Record<string, never>; reply: Member[] }
  /** Get the organization. Scope: organization:read. Errors: not_found. */
  getClient: { input: { query?: { clientName?: string; clientId?: number } }; reply: Organization }
  /** Get counts for the dashboard. Scope: analytics:read. */
  getStart: { input: Record<string, never>; reply: Start }
  /** List the audit log, newest first. Scope: people:read. */
  listAuditEntries: {
    input: {
      query?: {
        offset?: number
        limit?: number
        entity?: string
        entityId?: number
        userId?: number
        from?: string
        to?: string
      }
    }
    reply: { data: AuditEntry[]; items: number; itemsCapped?: boolean }
  }
  /** List pending and expired invitations. Scope: people:read. */
  listInvitations: { input: Record<string, never>; reply: Invitation[] }
  /** Add attributes to a template. Scope: templates:write. Errors: not_found, invalid_input. */
  addAttributes: {
    input: {
      body: {
        templateId: number
        attributes: (
          | string
          | {
              id?: number
              name: string
              type?: 'text' | 'number' | 'block'
              defaultValue?: string
              index?: number
              constraint?: 'required' | 'recommended' | 'optional'
              options?: string[]
            }
        )[]
      }
    }
    reply: Template
  }
  /** List the attributes of all templates. Scope: templates:read. */
  allAttributes: { input: Record<string, never>; reply: { name: string; templates: number; numeric: boolean }[] }
  /** Count a template’s products by attribute value. Scope: templates:read. Errors: not_found. */
  attributeValueCounts: {
    input: { query: { templateId: number } }
    reply: { name: string; products: number; different: number; values: { value: string; count: number }[] }[]
  }
  /** Create a template. Scope: templates:write. Errors: template_taken. */
  createTemplate: {
    input: { body: { productTemplate: { name: string; description?: string; notes?: string } } }
    reply: { id: number }
  }
  /** Delete a template without products. Scope: templates:write. Errors: not_found, template_in_use. */
  deleteTemplate: { input: { params: { id: number } }; reply: Ok }
  /** Copy a template. Scope: templates:write. Errors: not_found, template_taken. */
  duplicateTemplate: { input: { body: { templateId: number } }; reply: number }
  /** Get a template. Scope: templates:read. Errors: not_found. */
  getTemplate: { input: { params: { id: number } }; reply: Template }
  /** List templates by name. Scope: templates:read. */
  listTemplates: { input: { query?: { offset?: number; limit?: number } }; reply: TemplateRow[] }
  /** Save a template. Scope: templates:write. Errors: not_found, template_taken, invalid_input, forbidden. */
  saveTemplate: { input: { params: { id: number }; body: { productTemplate: TemplateChange } }; reply: Template }
  /** Create an operator. Scope: products:write. Errors: operator_taken, invalid_input. */
  createOperator: { input: { body: NewOperator }; reply: Operator }
  /** Delete an unused operator. Scope: products:write. Errors: not_found, operator_in_use. */
  deleteOperator: { input: { params: { id: number } }; reply: Ok }
  /** List operators by role and name. Scope: products:read. */
  listOperators: { input: Record<string, never>; reply: Operator[] }
  /** Change an operator. Scope: products:write. Errors: not_found, operator_taken, operator_in_use, edit_conflict. */
  updateOperator: {
    input: { params: { id: number }; body: { operator: NewOperator; updatedAt: string } }
    reply: Operator
  }
  /** List what channels require of listings, by date, with the listings affected. Scope: listings:read. */
  listRequirements: { input: { query?: { channel?: ChannelId } }; reply: Requirement[] }
  /** List attribute names and values, most used first. Scope: products:read. */
  allAttributeValues: {
    input: { query?: { name?: string; search?: string; limit?: number } }
    reply: { name: string; values: string[]; counts: number[] }[]
  }
  /** List SKUs for pickers. Scope: products:read. */
  allSkus: { input: { query?: { search?: string; limit?: number } }; reply: string[] }
  /** List product tags. Scope: products:read. */
  allTags: { input: Record<string, never>; reply: string[] }
  /** Suggest an unused SKU for a copy. Scope: products:read. Errors: not_found. */
  copySku: { input: { params: { id: number } }; reply: { sku: string } }
  /** Create a product from a template. Scope: products:write. Errors: not_found, sku_taken. */
  createProduct: { input: { body: { product: NewProduct } }; reply: { id: number } }
  /** Remove an image from a product. Scope: products:write. Errors: not_found. */
  deleteImage: { input: { body: { productId: number; variationId?: number | null; imageUrl: string } }; reply: Ok }
  /** Delete a product without listings or open orders. Scope: products:write. Errors: not_found, product_listed, stock_conflict. */
  deleteProduct: { input: { params: { id: number } }; reply: Ok }
  /** Copy a product under a new SKU. Scope: products:write. Errors: not_found, sku_taken. */
  duplicateProduct: { input: { params: { id: number }; body?: { sku?: string } }; reply: { id: number } }
  /** Get a product. Scope: products:read. Errors: not_found. */
  getProduct: { input: { params: { id: number } }; reply: Product }
  /** Find a product by its SKU. Scope: products:read. Errors: not_found. */
  getProductBySku: { input: { params: { sku: string } }; reply: { id: number } }
  /** List a product’s stock movements, newest first. Scope: products:read. Errors: not_found. */
  listMovements: {
    input: { params: { id: number }; query?: { offset?: number; limit?: number } }
    reply: { data: StockMovement[]; items: number; itemsCapped?: boolean }
  }
  /** List products. Scope: products:read. */
  listProducts: {
    input: {
      query?: {
        offset?: number
        limit?: number
        search?: string[] | string
        skus?: string[] | string
        templateIds?: number[] | number
        minPrice?: number | string | null
        maxPrice?: number | string | null
        minQuantity?: number | string | null
        maxQuantity?: number | string | null
        minSold?: number | string | null
        maxSold?: number | string | null
        startDate?: string
        endDate?: string
        hasTags?: string[] | string
        missingTags?: string[] | string
        attributes?: AttributeFilter[] | string
        matchAllAttributes?: boolean | '0' | '1' | 'true' | 'false' | ''
        listedOn?: ChannelId[] | ChannelId
        notListedOn?: ChannelId[] | ChannelId
        matchAllListings?: boolean | '0' | '1' | 'true' | 'false' | ''
        requirementId?: number
        sortBy?: string
        orderBy?: 'asc' | 'desc'
        fields?:
          | (
              | 'id'
              | 'sku'
              | 'templateId'
              | 'templateName'
              | 'title'
              | 'description'
              | 'notes'
              | 'condition'
              | 'barcode'
              | 'vendor'
              | 'location'
              | 'warehouse'
              | 'bin'
              | 'tags'
              | 'cost'
              | 'price'
              | 'msrp'
              | 'quantity'
              | 'reservedQuantity'
              | 'sold'
              | 'bundled'
              | 'variations'
              | 'images'
              | 'attributes'
              | 'sizeAndWeight'
              | 'listedOn'
              | 'listings'
              | 'status'
              | 'readiness'
              | 'active'
              | 'version'
              | 'createdAt'
              | 'updatedAt'
            )[]
          | 'id'
          | 'sku'
          | 'templateId'
          | 'templateName'
          | 'title'
          | 'description'
          | 'notes'
          | 'condition'
          | 'barcode'
          | 'vendor'
          | 'location'
          | 'warehouse'
          | 'bin'
          | 'tags'
          | 'cost'
          | 'price'
          | 'msrp'
          | 'quantity'
          | 'reservedQuantity'
          | 'sold'
          | 'bundled'
          | 'variations'
          | 'images'
          | 'attributes'
          | 'sizeAndWeight'
          | 'listedOn'
          | 'listings'
          | 'status'
          | 'readiness'
          | 'active'
          | 'version'
          | 'createdAt'
          | 'updatedAt'
      }
    }
    reply: {
      data: {
        id: number
        sku: string
        templateId: number
        templateName: string
        title: string
        description?: string
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
        sold: number
        bundled: 'bundle' | 'component' | null
        variations: number
        images?: Image[]
        attributes?: ProductAttribute[]
        sizeAndWeight: SizeAndWeight
        listedOn?: string[]
        listings?: { channel: ChannelId; status: string }[]
        status: Readiness
        readiness: Readiness
        active: boolean
        version: number
        createdAt: string
        updatedAt: string
      }[]
      items: number
      itemsCapped?: boolean
    }
  }
  /** Suggest products (tolerates typos). Scope: products:read. */
  searchProducts: {
    input: { query?: { search?: string[] | string; limit?: number } }
    reply: { id: number; sku: string; title: string; image: string }[]
  }
  /** List prefixes for a new SKU. Scope: products:read. */
  skuPrefixes: {
    input: { query?: { templateId?: number } }
    reply: {
      type: 'custom' | 'template' | 'inventory'
      prefix: string
      maxValue: number
      maxLength: number
      count: number
    }[]
  }
  /** Save a product. Scope: products:write. Errors: not_found, sku_taken, edit_conflict, stock_conflict. */
  updateProduct: {
    input: { body: { product: ProductChange } }
    reply: {
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
      changeId: number | null
    }
  }
  /** List a product’s changes, newest first. Scope: products:read. Errors: not_found. */
  productHistory: {
    input: { params: { id: number }; query?: { offset?: number; limit?: number } }
    reply: { data: AuditEntry[]; items: number; itemsCapped?: boolean }
  }
  /** Undo a change of a product. Scope: products:write. Errors: not_found, cannot_undo, edit_conflict, sku_taken, stock_conflict. */
  undoProductChange: { input: { body: { id: number; changeId: number } }; reply: Product }
  /** Copy an image from a public web address. Scope: products:write. Errors: invalid_input, too_many_requests. */
  importPicture: { input: { body: { url: string } }; reply: { url: string } }
  /** Get the progress of copying an import’s images. Scope: imports:read. Errors: not_found. */
  importPictures: { input: { params: { id: number } }; reply: RemotePictures }
  /** Get the progress of copying a product’s images. Scope: products:read. Errors: not_found. */
  productPictures: { input: { params: { id: number } }; reply: RemotePictures }
  /** Retry copying a product’s failed images. Scope: products:write. Errors: not_found. */
  retryProductPictures: { input: { params: { id: number } }; reply: Ok }
  /** Get a product’s components and the bundles it’s in. Scope: products:read. Errors: not_found. */
  getBundle: { input: { params: { id: number } }; reply: ProductBundle }
  /** Set or remove a product’s bundle components. Scope: products:write. Errors: not_found, edit_conflict. */
  saveBundle: {
    input: { body: { id: number; parts: { sku: string; pieces: number }[]; was?: { sku: string; pieces: number }[] } }
    reply: ProductBundle
  }
  /** Add or remove tags on many products. Scope: products:write. */
  applyTags: {
    input: {
      body: {
        productIds?: number[]
        selection?:
          | { ids: number[] }
          | {
              filter: {
                search?: string[] | string
                skus?: string[] | string
                templateIds?: number[] | number
                minPrice?: number | string | null
                maxPrice?: number | string | null
                minQuantity?: number | string | null
                maxQuantity?: number | string | null
                minSold?: number | string | null
                maxSold?: number | string | null
                startDate?: string
                endDate?: string
                hasTags?: string[] | string
                missingTags?: string[] | string
                attributes?: AttributeFilter[] | string
                matchAllAttributes?: boolean | '0' | '1' | 'true' | 'false' | ''
                listedOn?: ChannelId[] | ChannelId
                notListedOn?: ChannelId[] | ChannelId
                matchAllListings?: boolean | '0' | '1' | 'true' | 'false' | ''
                requirementId?: number
              }
              except?: number[]
            }
        addTags?: string[]
        removeTags?: string[]
      }
    }
    reply: ChangeSet
  }
  /** Edit many products (background). Scope: products:write. */
  bulkEdit: {
    input: {
      body: {
        selection:
          | { ids: number[] }
          | {
              filter: {
                search?: string[] | string
                skus?: string[] | string
                templateIds?: number[] | number
                minPrice?: number | string | null
                maxPrice?: number | string | null
                minQuantity?: number | string | null
                maxQuantity?: number | string | null
                minSold?: number | string | null
                maxSold?: number | string | null
                startDate?: string
                endDate?: string
                hasTags?: string[] | string
                missingTags?: string[] | string
                attributes?: AttributeFilter[] | string
                matchAllAttributes?: boolean | '0' | '1' | 'true' | 'false' | ''
                listedOn?: ChannelId[] | ChannelId
                notListedOn?: ChannelId[] | ChannelId
                matchAllListings?: boolean | '0' | '1' | 'true' | 'false' | ''
                requirementId?: number
              }
              except?: number[]
            }
        edits: Edit[]
      }
    }
    reply: ChangeSet
  }
  /** Stop a bulk change (what’s done can be undone). Scope: products:write. Errors: not_found, cannot_undo. */
  cancelChangeSet: { input: { params: { id: number }; body?: unknown }; reply: Ok }
  /** Delete many products (background). Scope: products:delete-many. */
  deleteProducts: {
    input: {
      body: {
        selection:
          | { ids: number[] }
          | {
              filter: {
                search?: string[] | string
                skus?: string[] | string
                templateIds?: number[] | number
                minPrice?: number | string | null
                maxPrice?: number | string | null
                minQuantity?: number | string | null
                maxQuantity?: number | string | null
                minSold?: number | string | null
                maxSold?: number | string | null
                startDate?: string
                endDate?: string
                hasTags?: string[] | string
                missingTags?: string[] | string
                attributes?: AttributeFilter[] | string
                matchAllAttributes?: boolean | '0' | '1' | 'true' | 'false' | ''
                listedOn?: ChannelId[] | ChannelId
                notListedOn?: ChannelId[] | ChannelId
                matchAllListings?: boolean | '0' | '1' | 'true' | 'false' | ''
                requirementId?: number
              }
              except?: number[]
            }
      }
    }
    reply: ChangeSet
  }
  /** Get a bulk change with its progress. Scope: products:read. Errors: not_found. */
  getChangeSet: { input: { params: { id: number } }; reply: ChangeSet }
  /** List the products of a bulk change. Scope: products:read. Errors: not_found. */
  listChangeItems: {
    input: {
      params: { id: number }
      query?: { offset?: number; limit?: number; state?: 'waiting' | 'changed' | 'unchanged' | 'failed' }
    }
    reply: { data: ChangeItem[]; items: number; itemsCapped?: boolean }
  }
  /** List bulk changes, newest first. Scope: products:read. */
  listChangeSets: {
    input: { query?: { offset?: number; limit?: number } }
    reply: { data: ChangeSet[]; items: number; itemsCapped?: boolean }
  }
  /** Preview a bulk edit. Scope: products:read. */
  previewBulkEdit: {
    input: {
      body: {
        selection:
          | { ids: number[] }
          | {
              filter: {
                search?: string[] | string
                skus?: string[] | string
                templateIds?: number[] | number
                minPrice?: number | string | null
                maxPrice?: number | string | null
                minQuantity?: number | string | null
                maxQuantity?: number | string | null
                minSold?: number | string | null
                maxSold?: number | string | null
                startDate?: string
                endDate?: string
                hasTags?: string[] | string
                missingTags?: string[] | string
                attributes?: AttributeFilter[] | string
                matchAllAttributes?: boolean | '0' | '1' | 'true' | 'false' | ''
                listedOn?: ChannelId[] | ChannelId
                notListedOn?: ChannelId[] | ChannelId
                matchAllListings?: boolean | '0' | '1' | 'true' | 'false' | ''
                requirementId?: number
              }
              except?: number[]
            }
        edits: Edit[]
      }
    }
    reply: {
      total: number
      changing: number
      failing: number
      capped: boolean
      examples: ChangeItem[]
      problems: ChangeItem[]
      doubts: { items: number; worst: { sku: string; sentence: string }[] }
    }
  }
  /** Undo a bulk change (skips values changed later). Scope: products:write. Errors: not_found, cannot_undo. */
  undoChangeSet: { input: { params: { id: number }; body?: unknown }; reply: ChangeSet }
  /** Save changed product rows independently. Scope: products:write. */
  updateProducts: {
    input: { body: { products: ProductChange[] } }
    reply: {
      changeSetId: number | null
      saved: { id: number; version: number }[]
      failed: { id: number; code: string; message: string; fields: Record<string, string> }[]
    }
  }
  /** Change a product’s template. Scope: products:write. Errors: not_found, invalid_input. */
  convertProduct: {
    input: {
      body: { productId: number; productTemplateId: number; attributes?: { name: string; to: string | null }[] }
    }
    reply: {
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
      changeSetId: number | null
    }
  }
  /** Preview a change of template. Scope: products:read. Errors: not_found. */
  previewConversion: {
    input: {
      body: { productId: number; productTemplateId: number; attributes?: { name: string; to: string | null }[] }
    }
    reply: {
      rows: {
        name: string
        value: string
        fate: 'same' | 'mapped' | 'own' | 'left' | 'default'
        to: string
        variations: number
        problem: string
      }[]
      missing: string[]
      free: string[]
    }
  }
  /** Merge two attributes of a template (background). Scope: templates:write. Errors: not_found, invalid_input. */
  mergeAttributes: {
    input: {
      body: {
        templateId: number
        source: number | string
        target: number | string
        action: 'fill' | 'replace' | 'overwrite'
        deleteSource?: boolean
      }
    }
    reply: ChangeSet
  }
  /** Preview a merge of attributes. Scope: templates:read. Errors: not_found, invalid_input. */
  previewMerge: {
    input: {
      body: {
        templateId: number
        source: number | string
        target: number | string
        action: 'fill' | 'replace' | 'overwrite'
        deleteSource?: boolean
      }
    }
    reply: {
      total: number
      changing: number
      failing: number
      filled: number
      replaced: number
      emptied: number
      capped: boolean
      examples: ChangeItem[]
      problems: ChangeItem[]
    }
  }
  /** Export products. Scope: products:read. */
  exportProducts: {
    input: {
      query?: {
        search?: string[] | string
        skus?: string[] | string
        templateIds?: number[] | number
        minPrice?: number | string | null
        maxPrice?: number | string | null
        minQuantity?: number | string | null
        maxQuantity?: number | string | null
        minSold?: number | string | null
        maxSold?: number | string | null
        startDate?: string
        endDate?: string
        hasTags?: string[] | string
        missingTags?: string[] | string
        attributes?: AttributeFilter[] | string
        matchAllAttributes?: boolean | '0' | '1' | 'true' | 'false' | ''
        listedOn?: ChannelId[] | ChannelId
        notListedOn?: ChannelId[] | ChannelId
        matchAllListings?: boolean | '0' | '1' | 'true' | 'false' | ''
        requirementId?: number
        selectedIds?: string[] | string
        exceptIds?: string[] | string
        format?: 'csv' | 'xlsx'
      }
    }
    reply: Response
  }
  /** Export templates. Scope: templates:read. */
  exportTemplates: { input: { query?: { format?: 'csv' | 'xlsx' } }; reply: Response }
  /** Export the rejected rows of an import. Scope: imports:read. Errors: not_found. */
  failedRowsFile: { input: { params: { id: number } }; reply: Response }
  /** Download a blank file for importing a template’s products. Scope: templates:read. Errors: not_found. */
  importTemplateFile: { input: { params: { id: number } }; reply: Response }
  /** Run a reviewed import (background). Scope: imports:write. Errors: not_found, import_busy. */
  applyImport: { input: { params: { id: number }; body?: unknown }; reply: Import }
  /** Import existing listings as products without review (background). Scope: imports:write. Errors: not_found, invalid_input, integration_missing, integration_unauthenticated. */
  bulkImport: {
    input: {
      params: { channel: ChannelId }
      body: {
        skus?: string[]
        ids?: string[]
        template?: number | null
        updateExistingProducts?: boolean
        integrationId?: number
      }
    }
    reply: Import
  }
  /** Import existing listings as products without review (background). Scope: imports:write. Errors: not_found, invalid_input, integration_missing, integration_unauthenticated. */
  bulkImportOfIntegration: {
    input: {
      params: { channel: ChannelId }
      body: {
        skus?: string[]
        ids?: string[]
        template?: number | null
        updateExistingProducts?: boolean
        integrationId?: number
      }
    }
    reply: Import
  }
  /** Insert products, or update those whose SKU exists. Scope: imports:write. */
  bulkInsert: {
    input: { body: { products: Record<string, unknown>[] } }
    reply: {
      written: number
      failed: { index: number; sku: string; message: string; fields: Record<string, string> }[]
      changeSetId: number | null
    }
  }
  /** Stop an import (what’s done can be undone). Scope: imports:write. Errors: not_found. */
  cancelImport: { input: { params: { id: number }; body?: unknown }; reply: Import }
  /** Correct cells of a reviewed import. Scope: imports:write. Errors: not_found, import_busy, invalid_input. */
  fixImportCells: {
    input: { params: { id: number }; body: { cells: { line: number; column: string; value: string }[] } }
    reply: Import
  }
  /** Get an import with its progress. Scope: imports:read. Errors: not_found. */
  getImport: { input: { params: { id: number } }; reply: Import }
  /** Import products from a CSV file in one go. Scope: imports:write. Errors: import_unreadable, unsupported_type, invalid_input, not_found. */
  importCsv: { input: { params: { id: number }; query?: { wait?: number }; body: FormData }; reply: Import }
  /** Start an import of existing listings for review. Scope: imports:write. Errors: not_found, invalid_input, integration_unauthenticated. */
  importFound: {
    input: {
      params: { integrationId: number }
      body: {
        which:
          | { ids: number[] }
          | {
              tab: 'look' | 'linked' | 'differs' | 'new' | 'alone'
              doubt?:
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
            }
        template?: number | null
        updateExisting?: boolean
      }
    }
    reply: Import
  }
  /** Import templates from a CSV file in one go. Scope: imports:write. Errors: import_unreadable, unsupported_type, invalid_input, not_found. */
  importTemplatesCsv: { input: { query?: { wait?: number }; body: FormData }; reply: Import }
  /** List an import’s rows with their results. Scope: imports:read. Errors: not_found. */
  listImportRows: {
    input: {
      params: { id: number }
      query?: { offset?: number; limit?: number; outcome?: ImportOutcome; problems?: 'true' }
    }
    reply: { data: ImportRow[]; items: number; itemsCapped?: boolean; skippedCells?: number }
  }
  /** List imports, newest first. Scope: imports:read. */
  listImports: {
    input: { query?: { offset?: number; limit?: number } }
    reply: { data: Import[]; items: number; itemsCapped?: boolean }
  }
  /** Preview what an import would change (background). Scope: imports:write. Errors: not_found, import_busy. */
  planImport: { input: { params: { id: number }; body: ImportMappingInput }; reply: Import }
  /** Change a file’s encoding, separator or header row. Scope: imports:write. Errors: not_found, import_busy, import_unreadable. */
  rereadImport: {
    input: {
      params: { id: number }
      body: {
        encoding?: string
        separator?: string
        headerRow?: number
        format?:
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
      }
    }
    reply: Import
  }
  /** Match columns to attributes by their values. Scope: imports:read. Errors: not_found. */
  suggestColumns: {
    input: { params: { id: number }; query?: { templateId?: number } }
    reply: { attribute: string; columns: { column: string; rows: number }[] }[]
  }
  /** Upload a CSV file for review. Scope: imports:write. Errors: import_unreadable, unsupported_type. */
  uploadImport: {
    input: { query?: { kind?: 'products' | 'templates'; limit?: number }; body: FormData }
    reply: Import
  }
  /** List available channels. Scope: integrations:read. */
  availableIntegrations: {
    input: Record<string, never>
    reply: {
      channel: ChannelId
      label: string
      consent: { startsAt: 'us' | 'channel'; asks: Ask[] } | null
      key: { asks: Ask[] } | null
      sandboxUrl: string | null
    }[]
  }
  /** List connected channels. Scope: integrations:read. */
  connectedChannels: { input: Record<string, never>; reply: { channel: ChannelId; label: string }[] }
  /** List the names of all channel accounts. Scope: integrations:read. */
  listAccounts: {
    input: Record<string, never>
    reply: { id: number; channel: ChannelId; account: string; authenticated: boolean }[]
  }
  /** List integrations by channel. Scope: integrations:read. */
  listIntegrations: {
    input: Record<string, never>
    reply: Partial<
      Record<
        ChannelId,
        {
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
          others: Integration[]
        }
      >
    >
  }
  /** Create a policy or location on the channel and select it. Scope: integrations:write. Errors: integration_missing, integration_unauthenticated, invalid_input, channel_refused, channel_unavailable, unsupported. */
  makeThere: {
    input: {
      params: { channel: ChannelId }
      body: { integrationId?: number; field: string; answers: Record<string, string> }
    }
    reply: { id: string }
  }
  /** Save a channel's settings. Scope: integrations:write. Errors: integration_missing, invalid_input. */
  saveIntegration: {
    input: { body: { channel: ChannelId; settings: Record<string, unknown>; integrationId?: number } }
    reply: Integration
  }
  /** Set an account’s price rule. Scope: integrations:write. Errors: not_found, invalid_input. */
  savePriceRule: { input: { body: PriceRuleChange }; reply: Integration }
  /** List BigCommerce categories. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  bigcommerceCategories: { input: { query?: { integrationId?: number } }; reply: BigCommerceCategory[] }
  /** List BigCommerce locations. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  bigcommerceLocations: { input: { query?: { integrationId?: number } }; reply: BigCommerceLocation[] }
  /** List BigCommerce products with their total. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  bigcommerceProducts: {
    input: { query?: { limit?: string; page?: string; integrationId?: number } }
    reply: BigCommerceItems
  }
  /** List Clover categories. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  cloverCategories: { input: { query?: { integrationId?: number } }; reply: CloverCategory[] }
  /** List Clover items. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  cloverItems: { input: { query?: { offset?: string; limit?: string; integrationId?: number } }; reply: CloverItem[] }
  /** Create a template from eBay leaf categories. Scope: templates:write. Errors: template_taken, integration_missing, integration_unauthenticated, channel_refused, channel_unavailable. */
  createEbayTemplate: {
    input: { body: { categoryIds: string[]; template: string; integrationId?: number } }
    reply: { id: number }
  }
  /** Create a spreadsheet with a header row for products. Scope: integrations:write. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable. */
  createSpreadsheet: { input: { body: { title: string; integrationId?: number } }; reply: { id: string } }
  /** List sheets with their headers and allowed values. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  csvSheets: { input: { query?: { spreadsheetIds?: string; integrationId?: number } }; reply: ConfiguredSpreadsheet[] }
  /** List the aspects of a leaf category. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  ebayAspects: { input: { query: { categoryId: string; integrationId?: number } }; reply: EbayAspect[] }
  /** List the aspects of several leaf categories. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  ebayAspectsMany: {
    input: { query: { categoryIds: string; integrationId?: number } }
    reply: Record<string, EbayAspect[]>
  }
  /** Get eBay’s category tree. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  ebayCategories: { input: { query?: { integrationId?: number } }; reply: EbayTree }
  /** List eBay items with their offers and total. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  ebayInventoryItemOffers: {
    input: { query?: { offset?: string; limit?: string; integrationId?: number } }
    reply: EbayItemOffers
  }
  /** List eBay inventory locations. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  ebayLocations: { input: { query?: { integrationId?: number } }; reply: EbayLocation[] }
  /** Get the eBay offer of a SKU. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  ebayOffer: { input: { query: { sku: string; integrationId?: number } }; reply: EbayItemOffer | null }
  /** List eBay business policies. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  ebayPolicies: { input: { query?: { integrationId?: number } }; reply: EbayPolicies }
  /** List eBay’s domestic shipping services. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  ebayShippingServices: { input: { query?: { integrationId?: number } }; reply: EbayShippingService[] }
  /** Suggest eBay categories for a text. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  ebaySuggestions: {
    input: { query: { query: string; integrationId?: number } }
    reply: {
      categorySuggestions: {
        category: { categoryId: string; categoryName: string }
        categoryTreeNodeAncestors: { categoryId: string; categoryName: string }[]
      }[]
    }
  }
  /** Suggest template attributes for leaf categories. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  ebayTemplateAttributes: {
    input: { query: { categoryIds: string; integrationId?: number } }
    reply: {
      name: string
      type: 'text' | 'number' | 'block'
      defaultValue: string
      constraint: 'required' | 'recommended' | 'optional'
      options: string[]
    }[]
  }
  /** List Etsy processing profiles. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  etsyProcessingProfiles: {
    input: { query?: { integrationId?: number } }
    reply: { readiness_state_id: string; label: string }[]
  }
  /** List the properties of a category. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  etsyProperties: { input: { query: { taxonomyId: string; integrationId?: number } }; reply: EtsyProperty[] }
  /** List the properties of several categories. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  etsyPropertiesMany: {
    input: { query: { taxonomyIds: string; integrationId?: number } }
    reply: Record<string, EtsyProperty[]>
  }
  /** List Etsy return policies. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  etsyReturnPolicies: {
    input: { query?: { integrationId?: number } }
    reply: {
      return_policy_id: string
      accepts_returns: boolean
      accepts_exchanges: boolean
      return_deadline: number | null
      label: string
    }[]
  }
  /** List the sections of an Etsy shop. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  etsySections: { input: { query?: { integrationId?: number } }; reply: { shop_section_id: string; title: string }[] }
  /** List Etsy shipping profiles. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  etsyShippingProfiles: {
    input: { query?: { integrationId?: number } }
    reply: { shipping_profile_id: string; title: string }[]
  }
  /** Get Etsy’s category tree. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  etsyTaxonomy: { input: { query?: { integrationId?: number } }; reply: EtsyNode[] }
  /** Save default policies for new listings. Scope: integrations:write. Errors: integration_missing. */
  saveEbayPolicies: {
    input: {
      body: {
        paymentPolicyId: string
        returnPolicyId: string
        fulfillmentPolicyId: string
        locationId?: string
        integrationId?: number
      }
    }
    reply: Ok
  }
  /** List Shopify collections. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  shopifyCollections: { input: { query?: { integrationId?: number } }; reply: ShopifyCollection[] }
  /** List Shopify locations. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  shopifyLocations: { input: { query?: { integrationId?: number } }; reply: ShopifyLocation[] }
  /** List up to 100 Shopify products after `sinceId`. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  shopifyProducts: {
    input: { query?: { limit?: string; sinceId?: string; integrationId?: number } }
    reply: ShopifyItems
  }
  /** List Square categories. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  squareCategories: { input: { query?: { integrationId?: number } }; reply: SquareCategory[] }
  /** List Square items, optionally searching name, description, SKU and barcode. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  squareItems: {
    input: { query?: { textFilter?: string; offset?: string; limit?: string; integrationId?: number } }
    reply: SquareItems
  }
  /** List Square locations. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  squareLocations: { input: { query?: { integrationId?: number } }; reply: SquareLocation[] }
  /** List Square taxes. Scope: integrations:read. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  squareTaxes: { input: { query?: { integrationId?: number } }; reply: SquareTax[] }
  /** Save an account’s spreadsheets with their current headers. Scope: integrations:write. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, invalid_input. */
  updateConfig: {
    input: { body: { config: { spreadsheets: ConfiguredSpreadsheet[] }; integrationId?: number } }
    reply: Ok
  }
  /** Create and list a product with its template. Scope: listings:write. Errors: sku_taken, template_taken, integration_missing, integration_unauthenticated, invalid_input, not_found, unsupported. */
  createAndList: { input: { body: FirstListing }; reply: { id: number; templateId: number } }
  /** List a product’s listings. Scope: listings:read. Errors: not_found. */
  listListingProducts: { input: { query: { productId: number } }; reply: ListingProduct[] }
  /** List all listings. Scope: listings:read. */
  listListings: {
    input: {
      query?: {
        offset?: number
        limit?: number
        channel?: ChannelId
        integrationId?: number
        status?: 'draft' | 'listed' | 'unlisted' | 'error'
        search?: string[] | string
        behind?: 'notKept' | 'pending' | 'held' | 'tooMany'
      }
    }
    reply: { data: ListingRow[]; items: number; itemsCapped?: boolean }
  }
  /** Publish a product on one channel. Scope: listings:write. Errors: not_found, integration_missing, integration_unauthenticated, listing_incomplete, channel_refused, channel_unavailable, unsupported. */
  listProduct: {
    input: { params: { channel: ChannelId }; body: { productId: number; integrationId?: number | null; wait?: number } }
    reply: { status: 'fulfilled' | 'queued'; externalId: string; url: string; warnings: { message: string }[] }
  }
  /** Publish a product on all its channels. Scope: listings:write. Errors: not_found. */
  listToChannels: {
    input: { body: { productId: number; wait?: number } }
    reply: Partial<
      Record<
        ChannelId,
        {
          status: 'fulfilled' | 'rejected' | 'queued'
          reason: string
          code: string
          fields: Record<string, string>
          warnings: string[]
          at: string
          saidBy: 'channel' | 'motto'
          changed: boolean
          there?: { externalId: string; url: string }
          integrationId: number
          others: {
            status: 'fulfilled' | 'rejected' | 'queued'
            reason: string
            code: string
            fields: Record<string, string>
            warnings: string[]
            at: string
            saidBy: 'channel' | 'motto'
            changed: boolean
            there?: { externalId: string; url: string }
            integrationId: number
          }[]
        }
      >
    >
  }
  /** Get the listing settings of a template or product. Scope: listings:read. Errors: not_found. */
  listingChannels: {
    input: { query?: { templateId?: number; productId?: number } }
    reply: Partial<
      Record<
        ChannelId,
        {
          integrationId: number | null
          account: string
          authenticated: boolean
          listingTemplate: ListingTemplate | null
          listingProduct: ListingProduct | null
          needsCategory: boolean
          there: { title: string; url: string } | null
          defaults: Record<string, string>
          others: AccountPanel[]
        }
      >
    >
  }
  /** Publish a listing again now. Scope: listings:write. Errors: not_found. */
  retryListing: { input: { params: { id: number }; body?: unknown }; reply: Ok }
  /** Save a product's listings. Scope: listings:write. Errors: not_found, integration_missing, invalid_input, edit_conflict. */
  saveListingProducts: {
    input: { body: { listingProducts: ListingProductChange[] } | ListingProductChange[] }
    reply: ListingProduct[]
  }
  /** Save listing templates. Scope: listings:write. Errors: not_found, integration_missing, schema_taken, invalid_input, edit_conflict. */
  saveListingTemplates: { input: { body: { listingTemplates: ListingTemplateChange[] } }; reply: ListingTemplate[] }
  /** Turn on channels for a product. Scope: listings:write. Errors: not_found, integration_missing, integration_unauthenticated. */
  switchOnChannels: {
    input: { body: { productId: number; channels: ChannelId[]; integrationIds?: number[] } }
    reply: ListingProduct[]
  }
  /** Unlist a product from a channel. Scope: listings:write. Errors: not_found, integration_missing, integration_unauthenticated, channel_refused, channel_unavailable. */
  unlistProduct: {
    input: {
      params: { integration: ChannelId }
      body: { productId: number; integrationId?: number | null; wait?: number }
    }
    reply: { status: 'fulfilled' | 'queued' }
  }
  /** Create a template from the library. Scope: templates:write. Errors: not_found, template_taken. */
  importStockTemplate: { input: { body: { stockTemplateId: number; toName: string } }; reply: number }
  /** List the template library. Scope: templates:read. */
  listStockTemplates: { input: Record<string, never>; reply: StockTemplate[] }
  /** Check a listing. Scope: listings:read. Errors: not_found, integration_missing, integration_unauthenticated, listing_incomplete, channel_unavailable, channel_refused. */
  preflight: {
    input: { query: { productId: number; channel: ChannelId; integrationId?: number } }
    reply: Preflight | null
  }
  /** Start a publish run (checks only). Scope: listings:write. Errors: not_found, invalid_input, integration_unauthenticated. */
  beginPublishing: {
    input: {
      body: {
        selection:
          | { ids: number[] }
          | {
              filter: {
                search?: string[] | string
                skus?: string[] | string
                templateIds?: number[] | number
                minPrice?: number | string | null
                maxPrice?: number | string | null
                minQuantity?: number | string | null
                maxQuantity?: number | string | null
                minSold?: number | string | null
                maxSold?: number | string | null
                startDate?: string
                endDate?: string
                hasTags?: string[] | string
                missingTags?: string[] | string
                attributes?: AttributeFilter[] | string
                matchAllAttributes?: boolean | '0' | '1' | 'true' | 'false' | ''
                listedOn?: ChannelId[] | ChannelId
                notListedOn?: ChannelId[] | ChannelId
                matchAllListings?: boolean | '0' | '1' | 'true' | 'false' | ''
                requirementId?: number
              }
              except?: number[]
            }
        integrationIds: number[]
      }
    }
    reply: PublishRun
  }
  /** Stop a publish run. Scope: listings:write. Errors: not_found, edit_conflict. */
  cancelPublishing: { input: { params: { id: number }; body?: unknown }; reply: PublishRun }
  /** Get a publish run with its problems by cause. Scope: listings:read. Errors: not_found. */
  getPublishing: { input: { params: { id: number } }; reply: PublishRun }
  /** List the accounts available for publishing. Scope: listings:read. */
  listPublishAccounts: {
    input: Record<string, never>
    reply: { integrationId: number; channel: ChannelId; account: string }[]
  }
  /** List the products of a publish run with their problems. Scope: listings:read. Errors: not_found. */
  listPublishItems: {
    input: {
      params: { id: number }
      query?: {
        offset?: number
        limit?: number
        integrationId?: number
        templateId?: number
        cause?: string
        state?: 'unchecked' | 'ready' | 'blocked' | 'asked' | 'listed' | 'refused' | 'dropped'
        failed?: 'yes'
      }
    }
    reply: {
      data: {
        productId: number
        sku: string
        title: string
        integrationId: number
        channel: ChannelId
        account: string
        state: 'unchecked' | 'ready' | 'blocked' | 'asked' | 'listed' | 'refused' | 'dropped'
        errors: Record<string, string>
      }[]
      items: number
      itemsCapped?: boolean
    }
  }
  /** List a publish run’s products with one problem. Scope: listings:read. Errors: not_found. */
  listPublishProducts: {
    input: {
      params: { id: number }
      query?: { integrationId?: number; templateId?: number; cause?: string; offset?: number }
    }
    reply: { ids: number[]; capped: boolean; skus: string[] }
  }
  /** List publish runs, newest first. Scope: listings:read. */
  listPublishing: {
    input: { query?: { offset?: number; limit?: number } }
    reply: {
      data: {
        id: number
        state: 'gathering' | 'checking' | 'ready' | 'running' | 'paused' | 'done' | 'cancelled'
        products: number
        userName: string
        createdAt: string
        finishedAt: string | null
        accounts: { integrationId: number; channel: ChannelId; account: string }[]
        failed: number
        failedCapped: boolean
      }[]
      items: number
      itemsCapped?: boolean
    }
  }
  /** Pause a publish run. Scope: listings:write. Errors: not_found, edit_conflict. */
  pausePublishing: { input: { params: { id: number }; body?: unknown }; reply: PublishRun }
  /** Recheck blocked and rejected listings of a publish run. Scope: listings:write. Errors: not_found, edit_conflict. */
  recheckPublishing: {
    input: { params: { id: number }; body?: { productIds?: number[]; publish?: boolean } }
    reply: PublishRun
  }
  /** Publish the listings that passed the check, or resume publishing. Scope: listings:write. Errors: not_found, edit_conflict. */
  startPublishing: { input: { params: { id: number }; body?: unknown }; reply: PublishRun }
  /** Get the price suggestion settings of a template. Scope: products:read. Errors: not_found. */
  priceSuggestionConfiguration: {
    input: { query: { templateId: number } }
    reply: { on: boolean; title: string; attributes: string[] }
  }
  /** Save the search terms for a template’s price suggestions. Scope: templates:write. Errors: not_found, invalid_input. */
  savePriceSuggestionConfiguration: {
    input: { body: { templateId: number; title: string; aspects: string[] } }
    reply: Ok
  }
  /** Get the median price of comparable items sold on eBay in the last 90 days. Scope: products:read. Errors: not_found, unsupported, invalid_input, too_many_requests, integration_missing, integration_unauthenticated, channel_refused, channel_unavailable. */
  suggestPrice: {
    input: { query: { templateId: number; title?: string; aspects?: string } }
    reply: {
      currency: string
      suggestedPrice: number | null
      sales: number
      buckets: { low: number | null; high: number | null; count: number }[]
      category: string
      loosely: boolean
    }
  }
  /** Get a product’s price on each channel account. Scope: listings:read. Errors: not_found. */
  listingPrices: {
    input: { query: { productId: number } }
    reply: {
      integrationId: number
      channel: ChannelId
      account: string
      authenticated: boolean
      currency: string
      price: number | null
      hasHigher: boolean
      problem: string
    }[]
  }
  /** Get a listing’s price schedule. Scope: listings:read. Errors: not_found, integration_missing. */
  pricePlan: {
    input: { query: { productId: number; channel: ChannelId; integrationId?: number } }
    reply: PricePlan | null
  }
  /** Restart a price schedule at the maximum price. Scope: listings:write. Errors: not_found, invalid_input, integration_missing. */
  restartPricing: {
    input: { body: { productId: number; channel: ChannelId; integrationId?: number | null } }
    reply: { changeSetId: number }
  }
  /** List a template’s dynamic mapping rules and the global ones. Scope: templates:read. Errors: not_found. */
  listDynamicMappings: {
    input: {
      query?: {
        parentType?: 'Template'
        parentId?: number
        ownerId?: number
        childType?: 'Product'
        childId?: number
        ownerType?: 'Template' | 'Global'
        applyTo?: 'title' | 'description'
      }
    }
    reply: DynamicMapping[]
  }
  /** Replace a tab’s dynamic mapping rules. Scope: templates:write. Errors: not_found, invalid_input. */
  saveDynamicMappings: {
    input: {
      query: {
        parentType?: 'Template'
        parentId?: number
        ownerId?: number
        childType?: 'Product'
        childId?: number
        ownerType?: 'Template' | 'Global'
        applyTo: 'title' | 'description'
      }
      body: { dynamicMappings: DynamicMappingChange[] }
    }
    reply: DynamicMapping[]
  }
  /** Preview changed dynamic mapping rules. Scope: templates:read. Errors: not_found, invalid_input, edit_conflict. */
  previewRules: {
    input: {
      body: {
        templateId: number
        productId?: number
        tabs: {
          ownerType: 'Template' | 'Global'
          applyTo: 'title' | 'description'
          dynamicMappings: DynamicMappingChange[]
          seen?: { uuid: string; updatedAt: string }[]
        }[]
      }
    }
    reply: {
      total: number
      changing: number
      failing: number
      listings: number
      capped: boolean
      examples: ChangeItem[]
      problems: ChangeItem[]
    }
  }
  /** Save dynamic mapping rules as one undoable change. Scope: templates:write. Errors: not_found, invalid_input, edit_conflict. */
  saveRules: {
    input: {
      body: {
        templateId: number
        productId?: number
        tabs: {
          ownerType: 'Template' | 'Global'
          applyTo: 'title' | 'description'
          dynamicMappings: DynamicMappingChange[]
          seen?: { uuid: string; updatedAt: string }[]
        }[]
      }
    }
    reply: ChangeSet | null
  }
  /** List the values allowed in sheet columns. Scope: listings:read. Errors: not_found, integration_missing, integration_unauthenticated, channel_refused, channel_unavailable. */
  csvOptionValues: {
    input: { query?: { templateId?: number; productId?: number; getAll?: 'true' | 'false'; integrationId?: number } }
    reply: FieldRule[]
  }
  /** List the values allowed in eBay item specifics. Scope: listings:read. Errors: not_found, integration_missing, integration_unauthenticated, channel_refused, channel_unavailable. */
  ebayOptionValues: {
    input: {
      query?: {
        templateId?: number
        productId?: number
        getAll?: 'true' | 'false'
        integrationId?: number
        categoryId?: string
      }
    }
    reply: FieldRule[]
  }
  /** List the values allowed in Etsy properties. Scope: listings:read. Errors: not_found, integration_missing, integration_unauthenticated, channel_refused, channel_unavailable. */
  etsyOptionValues: {
    input: {
      query?: {
        templateId?: number
        productId?: number
        getAll?: 'true' | 'false'
        integrationId?: number
        taxonomyId?: string
      }
    }
    reply: FieldRule[]
  }
  /** List a template’s values by channel field with the allowed values. Scope: listings:read. Errors: not_found, integration_missing, integration_unauthenticated, channel_refused, channel_unavailable. */
  channelValues: {
    input: { query: { templateId: number; channel: ChannelId; integrationId?: number } }
    reply: { fields: FieldValues[]; products: number; capped: boolean }
  }
  /** List value mappings. Scope: listings:read. */
  listValueMappings: { input: { query?: { channel?: ChannelId } }; reply: ValueMapping[] }
  /** Save or delete value mappings. Scope: listings:write. Errors: not_found, invalid_input, edit_conflict. */
  saveValueMappings: {
    input: { body: { valueMappings: ValueMappingChange[]; deleteIds?: number[] } }
    reply: ValueMapping[]
  }
  /** Link a channel SKU to a product. Scope: orders:write. Errors: not_found, stock_conflict. */
  assignLine: { input: { body: { itemId: number; sku: string } }; reply: { lines: number; short: number } }
  /** Cancel an order on its channel with a full refund. Scope: orders:write. Errors: not_found, edit_conflict, packing_conflict. */
  cancelAtChannel: {
    input: { body: { orderId: number; seen: number; reason: string; note?: string; restock: boolean } }
    reply: OrderUndoing
  }
  /** Cancel a manual order and restock its items. Scope: orders:write. Errors: not_found, order_of_channel. */
  cancelOrder: { input: { body: { orderId: number } }; reply: Order }
  /** Stop creating a packing slip PDF. Scope: orders:write. Errors: not_found. */
  cancelSlips: { input: { params: { id: number } }; reply: SlipDocument }
  /** Undo unit costs that were entered together. Scope: orders:write. Errors: not_found. */
  clearCosts: { input: { body: { sku: string; at: string } }; reply: { lines: number } }
  /** Create a manual order. Scope: orders:write. Errors: order_taken. */
  createOrder: { input: { body: { order: NewOrder } }; reply: { id: number } }
  /** Create an order rule (off at first). Scope: orders:write. */
  createOrderRule: {
    input: { body: { name: string; conditions: RuleCondition[]; actions: RuleActions } }
    reply: OrderRule
  }
  /** Delete an order rule. Scope: orders:write. Errors: not_found. */
  deleteOrderRule: { input: { params: { id: number } }; reply: Ok }
  /** Export orders. Scope: orders:read. */
  exportOrders: {
    input: {
      query?: {
        startDate?: string
        endDate?: string
        skus?: string[] | string
        templateNames?: string[] | string
        attributes?: AttributeFilter[] | string
        channels?: string[] | string
        integrationIds?: string[] | string
        statuses?: string[] | string
        search?: string[] | string
        oversold?: 'true' | 'false' | ''
        sold?: 'true' | 'false' | ''
        rate?: 'known' | 'missing' | ''
        currency?: string
        held?: 'true' | 'false' | ''
        assignees?: string[] | string
        tags?: string[] | string
        due?: 'late' | 'today' | 'tomorrow' | 'later' | 'none' | ''
        tab?: 'all' | 'open' | 'readyToShip' | 'completed' | 'attention'
        selectedIds?: string[] | string
        format?: 'csv' | 'xlsx'
      }
    }
    reply: Response
  }
  /** Enter the unit cost of all order lines of a SKU whose cost is unknown. Scope: orders:write. Errors: not_found. */
  fillCosts: {
    input: { body: { sku: string; cost?: number | string | null } }
    reply: { lines: number; more: boolean; at: string }
  }
  /** Unlink a channel SKU from its product. Scope: orders:write. Errors: not_found. */
  forgetMeaning: { input: { body: { channel: ChannelId; sku: string } }; reply: Record<string, never> }
  /** Get an order with the channel’s original data. Scope: orders:read. Errors: not_found. */
  getOrder: { input: { query: { orderId: number } }; reply: { order: Order; channelOrder: unknown } }
  /** Get the return address and logo of packing slips. Scope: orders:read. */
  getSlipSettings: { input: Record<string, never>; reply: SlipSettings }
  /** Tag, assign, hold or release orders. Scope: orders:write. Errors: not_found. */
  handleOrders: {
    input: {
      body: {
        orderIds: number[]
        addTags?: string[]
        removeTags?: string[]
        assigneeId?: number | null
        hold?: boolean
      }
    }
    reply: { changed: number }
  }
  /** Check a channel for new orders now. Scope: integrations:write. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, unsupported. */
  importOrders: {
    input: { params: { channel: ChannelId }; body?: { integrationId?: number; [key: string]: unknown } | null }
    reply: { imported: number; updated: number }
  }
  /** Ignore an order line. Scope: orders:write. Errors: not_found, stock_conflict. */
  leaveLine: { input: { body: { itemId: number; leave: boolean } }; reply: { lines: number; short: number } }
  /** List linked channel SKUs. Scope: orders:read. */
  listMeanings: {
    input: Record<string, never>
    reply: { channel: ChannelId; sku: string; ours: string; productId: number; by: string; at: string }[]
  }
  /** List order rules in the order they run. Scope: orders:read. */
  listOrderRules: { input: Record<string, never>; reply: OrderRule[] }
  /** List packing slip PDFs, newest first. Scope: orders:read. */
  listSlips: { input: Record<string, never>; reply: SlipDocument[] }
  /** List order lines that are short or have unknown SKUs, oldest first. Scope: orders:read. */
  listUnsettled: {
    input: { query?: { kind?: 'short' | 'unknown'; orderId?: number; offset?: number; limit?: number } }
    reply: { data: UnsettledLine[]; items: number; short: number; unknown: number }
  }
  /** Create a packing slip PDF for many orders (background). Scope: orders:write. Errors: invalid_input. */
  makeSlips: {
    input: {
      query?: {
        startDate?: string
        endDate?: string
        skus?: string[] | string
        templateNames?: string[] | string
        attributes?: AttributeFilter[] | string
        channels?: string[] | string
        integrationIds?: string[] | string
        statuses?: string[] | string
        search?: string[] | string
        oversold?: 'true' | 'false' | ''
        sold?: 'true' | 'false' | ''
        rate?: 'known' | 'missing' | ''
        currency?: string
        held?: 'true' | 'false' | ''
        assignees?: string[] | string
        tags?: string[] | string
        due?: 'late' | 'today' | 'tomorrow' | 'later' | 'none' | ''
        tab?: 'all' | 'open' | 'readyToShip' | 'completed' | 'attention'
        selectedIds?: string[] | string
      }
      body: { paper: 'a4' | 'letter' | 'label' | 'a6'; openOnly?: boolean }
    }
    reply: SlipDocument
  }
  /** Move an order rule. Scope: orders:write. Errors: not_found. */
  moveOrderRule: { input: { params: { id: number }; body: { to: number } }; reply: OrderRule[] }
  /** List an order’s history, newest first. Scope: orders:read. Errors: not_found. */
  orderHistory: { input: { query: { orderId: number } }; reply: { data: HistoryEntry[]; more: boolean } }
  /** List the sources of manual orders. Scope: orders:read. */
  orderSources: { input: Record<string, never>; reply: { source: string; count: number }[] }
  /** List order tags. Scope: orders:read. */
  orderTags: { input: Record<string, never>; reply: string[] }
  /** Get an order’s refunds, cancellations and refundable amounts. Scope: orders:read. Errors: not_found. */
  orderUndoing: { input: { query: { orderId: number } }; reply: OrderUndoing }
  /** List orders with a SKU. Scope: orders:read. */
  ordersByProduct: {
    input: { query: { sku: string; page?: number; pageSize?: number } }
    reply: {
      id: number
      channel: ChannelId | 'manual'
      integrationId: number | null
      externalOrderId: string
      number: string
      orderDate: string
      customer: string
      skus: string[]
      totalQuantity: number
      toShip: number | null
      shipBy: string | null
      totalAmount: number
      currency: string
      orderStatus: string
      shippingStatus: string
      paymentStatus: string
      oversold: boolean
      state: 'open' | 'shipped' | 'cancelled'
      stage: Stage
      shipping: Shipping
      payment: Payment
      tags: string[]
      held: boolean
      assignee: string | null
      totalRows?: number
      itemsCapped?: true
    }[]
  }
  /** List orders for pick lists and packing slips. Scope: orders:read. */
  ordersOnPaper: { input: { query?: { ids?: string[] | string } }; reply: Order[] }
  /** List orders with their packed items. Scope: orders:read. */
  ordersToPack: { input: { query?: { ids?: string[] | string } }; reply: PackOrder[] }
  /** Pack or unpack items of an order line. Scope: orders:write. Errors: not_found, packing_conflict. */
  packPieces: { input: { body: { orderId: number; itemId: number; levelId?: number; by: number } }; reply: PackOrder }
  /** Reserve available stock for an oversold order. Scope: orders:write. Errors: not_found, stock_conflict. */
  promisePieces: { input: { body: { orderId: number } }; reply: Order }
  /** List recent orders of a date range. Scope: orders:read. */
  recentOrders: {
    input: { query?: { startDate?: string; endDate?: string; page?: number; limit?: number } }
    reply: {
      id: number
      channel: ChannelId | 'manual'
      integrationId: number | null
      externalOrderId: string
      number: string
      orderDate: string
      customer: string
      skus: string[]
      totalQuantity: number
      toShip: number | null
      shipBy: string | null
      totalAmount: number
      currency: string
      orderStatus: string
      shippingStatus: string
      paymentStatus: string
      oversold: boolean
      state: 'open' | 'shipped' | 'cancelled'
      stage: Stage
      shipping: Shipping
      payment: Payment
      tags: string[]
      held: boolean
      assignee: string | null
      totalRows?: number
      itemsCapped?: true
    }[]
  }
  /** Refund an order’s lines or shipping on its channel. Scope: orders:write. Errors: not_found, edit_conflict, packing_conflict. */
  refundOrder: {
    input: {
      body: {
        orderId: number
        seen: number
        lines: { itemId: number; quantity: number; amount?: number | string | null; restock: boolean }[]
        shipping?: number | string | null
        reason: string
        note?: string
      }
    }
    reply: OrderUndoing
  }
  /** Report missing or damaged items of an order line. Scope: orders:write. Errors: not_found, packing_conflict, stock_conflict. */
  reportItems: {
    input: {
      body: { orderId: number; itemId: number; levelId?: number; kind: ReportKind; units: number; reports: number }
    }
    reply: { order: PackOrder; report: ItemReport }
  }
  /** Record a return, optionally restocking. Scope: orders:write. Errors: not_found, edit_conflict. */
  returnPieces: {
    input: {
      body: { orderId: number; returnedBefore: number; lines: { itemId: number; quantity: number; restock: boolean }[] }
    }
    reply: Order
  }
  /** Enter the unit cost of an order line whose cost is unknown. Scope: orders:write. Errors: not_found, edit_conflict. */
  saveLineCost: {
    input: { body: { itemId: number; cost?: number | string | null; everywhere?: boolean } }
    reply: { lines: number; more: boolean; at: string }
  }
  /** Save the return address and logo of packing slips. Scope: organization:write. Errors: invalid_input. */
  saveSlipSettings: { input: { body: { returnAddress: string; logo: string } }; reply: SlipSettings }
  /** List orders, newest first or by ship-by date. Scope: orders:read. */
  searchOrders: {
    input: {
      query?: {
        startDate?: string
        endDate?: string
        skus?: string[] | string
        templateNames?: string[] | string
        attributes?: AttributeFilter[] | string
        channels?: string[] | string
        integrationIds?: string[] | string
        statuses?: string[] | string
        search?: string[] | string
        oversold?: 'true' | 'false' | ''
        sold?: 'true' | 'false' | ''
        rate?: 'known' | 'missing' | ''
        currency?: string
        held?: 'true' | 'false' | ''
        assignees?: string[] | string
        tags?: string[] | string
        due?: 'late' | 'today' | 'tomorrow' | 'later' | 'none' | ''
        tab?: 'all' | 'open' | 'readyToShip' | 'completed' | 'attention'
        page?: number
        pageSize?: number
        after?: number
        until?: number
        sort?: 'newest' | 'shipBy'
      }
    }
    reply: {
      id: number
      channel: ChannelId | 'manual'
      integrationId: number | null
      externalOrderId: string
      number: string
      orderDate: string
      customer: string
      skus: string[]
      totalQuantity: number
      toShip: number | null
      shipBy: string | null
      totalAmount: number
      currency: string
      orderStatus: string
      shippingStatus: string
      paymentStatus: string
      oversold: boolean
      state: 'open' | 'shipped' | 'cancelled'
      stage: Stage
      shipping: Shipping
      payment: Payment
      tags: string[]
      held: boolean
      assignee: string | null
      totalRows?: number
      itemsCapped?: true
    }[]
  }
  /** Retry, withdraw or confirm a refund or cancellation. Scope: orders:write. Errors: not_found, edit_conflict. */
  settleUndoing: { input: { body: { refundId: number; action: 'retry' | 'withdraw' | 'done' } }; reply: OrderUndoing }
  /** Ship many orders, each with an outcome of its own. Scope: orders:write. Errors: not_found. */
  shipOrders: {
    input: {
      body: {
        orders: { orderId: number; service?: string; trackingNumber?: string; moreParcels?: MoreParcelInput[] }[]
      }
    }
    reply: {
      shipped: number
      outcomes: {
        orderId: number
        number: string
        outcome: 'shipped' | 'already shipped' | 'not shipped'
        message: string
      }[]
    }
  }
  /** Ship a packed order. Scope: orders:write. Errors: not_found, packing_conflict, channel_refused, channel_unavailable, integration_unauthenticated. */
  shipPacked: {
    input: { body: { orderId: number; service?: string; trackingNumber?: string; moreParcels?: MoreParcelInput[] } }
    reply: PackOrder
  }
  /** Ship the packed part of an order. Scope: orders:write. Errors: not_found, packing_conflict, channel_refused, channel_unavailable, integration_unauthenticated. */
  shipPart: { input: { body: { orderId: number; service?: string; trackingNumber?: string } }; reply: PackOrder }
  /** Download a packing slip PDF. Scope: orders:read. Errors: not_found. */
  slipsFile: { input: { params: { id: number } }; reply: Response }
  /** Turn an order rule on or off. Scope: orders:write. Errors: not_found, edit_conflict. */
  switchOrderRule: { input: { params: { id: number }; body: { on: boolean; updatedAt?: string } }; reply: OrderRule }
  /** Substitute another SKU on an order line. Scope: orders:write. Errors: not_found, stock_conflict, packing_conflict. */
  takeFromSku: { input: { body: { itemId: number; sku: string } }; reply: { lines: number; short: number } }
  /** Test a rule on recent orders. Scope: orders:read. Errors: not_found. */
  tryOrderRule: {
    input: {
      query?: { offset?: number; limit?: number }
      body: { id?: number | null; conditions: RuleCondition[]; actions: RuleActions }
    }
    reply: { looked: number; items: number; data: TriedOrder[] }
  }
  /** Undo a report of missing or damaged items. Scope: orders:write. Errors: not_found, packing_conflict, stock_conflict. */
  undoItemReport: { input: { body: { reportId: number } }; reply: PackOrder }
  /** List SKUs with sales at an unknown cost. Scope: orders:read. */
  unknownCosts: {
    input: Record<string, never>
    reply: {
      items: number
      currency: string
      rows: { sku: string; title: string; lines: number; units: number; costNow: number | null }[]
    }
  }
  /** Change a manual order. Scope: orders:write. Errors: not_found, order_of_channel, edit_conflict, stock_conflict. */
  updateOrder: { input: { body: { order: OrderChange } }; reply: Order }
  /** Change an order rule (turns it off). Scope: orders:write. Errors: not_found, edit_conflict. */
  updateOrderRule: {
    input: {
      params: { id: number }
      body: { name: string; conditions: RuleCondition[]; actions: RuleActions; updatedAt: string }
    }
    reply: OrderRule
  }
  /** Save shipping details (the action `ship` sends them to the channel). Scope: orders:write. Errors: not_found, packing_conflict, channel_refused, channel_unavailable, integration_unauthenticated. */
  updateShipping: {
    input: {
      body: {
        orderId: number
        channel: ChannelId | 'manual'
        action?: 'ship' | null
        service?: string
        trackingNumber?: string
        sizeAndWeight?: SizeAndWeightInput
        moreParcels?: MoreParcelInput[]
        address?: {
          name?: string
          company?: string
          email?: string
          phone?: string
          addressLine1?: string
          addressLine2?: string
          city?: string
          state?: string
          zip?: string
          country?: string
        }
      }
    }
    reply: Order
  }
  /** Backorder an order line. Scope: orders:write. Errors: not_found, stock_conflict. */
  waitForStock: { input: { body: { itemId: number; waits: boolean } }; reply: { lines: number; short: number } }
  /** Get the progress of scanning and linking a channel. Scope: listings:read. Errors: not_found. */
  adoptingState: {
    input: { params: { integrationId: number } }
    reply: {
      channel: ChannelId
      shop: string
      connected: boolean
      read: {
        state: 'reading' | 'done' | 'failed'
        listings: number
        startedAt: string
        finishedAt: string | null
        problem: string
      } | null
      counts: {
        managed: number
        linked: number
        look: number
        new: number
        alone: number
        waiting: number
        differs: number
        unmanagedSkus: number
      }
      doubts: {
        doubt:
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
        listings: number
      }[]
      linking: boolean
      bringsIn: Bringing | null
    }
  }
  /** Add listings by item number (from then on they can only be changed here). Scope: integrations:write. Errors: not_found, invalid_input, integration_unauthenticated, unsupported, channel_refused, channel_unavailable. */
  bringIn: {
    input: { params: { integrationId: number }; body: { numbers: string[]; agreed: true } }
    reply: { brought: number; refused: { number: string; reason: string }[] }
  }
  /** Link, ignore or reopen scanned listings. Scope: integrations:write. Errors: not_found, invalid_input. */
  decideFound: {
    input: {
      params: { integrationId: number }
      body: {
        which:
          | { ids: number[] }
          | {
              tab: 'look' | 'linked' | 'differs' | 'new' | 'alone'
              doubt?:
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
            }
        as: 'link' | 'alone' | 'open'
        productId?: number
        pairs?: { theirs: string; ours: string }[]
      }
    }
    reply: { decided: number }
  }
  /** Apply the decisions on scanned listings (background). Scope: integrations:write. Errors: not_found, integration_unauthenticated. */
  linkFound: { input: { params: { integrationId: number }; body?: unknown }; reply: Ok }
  /** Link products to existing listings with the same SKU. Scope: listings:write. Errors: not_found. */
  linkThere: {
    input: { body: { listingIds: number[] } | { productId: number; integrationId: number } }
    reply: { linking: number }
  }
  /** List scanned listings with their possible matches. Scope: listings:read. Errors: not_found. */
  listFound: {
    input: {
      params: { integrationId: number }
      query?: {
        offset?: number
        limit?: number
        tab?: 'look' | 'linked' | 'differs' | 'new' | 'alone'
        doubt?:
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
      }
    }
    reply: { data: FoundListing[]; items: number; itemsCapped?: boolean }
  }
  /** Scan a channel’s listings (background). Scope: integrations:write. Errors: not_found, integration_unauthenticated. */
  readCatalogue: { input: { params: { integrationId: number }; body?: unknown }; reply: Ok }
  /** Choose Motto’s or the channel’s quantity. Scope: integrations:write. Errors: not_found. */
  settleQuantities: {
    input: {
      params: { integrationId: number }
      body: {
        which:
          | { ids: number[] }
          | {
              tab: 'look' | 'linked' | 'differs' | 'new' | 'alone'
              doubt?:
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
            }
        as: 'ours' | 'theirs'
      }
    }
    reply: { decided: number }
  }
  /** Unlink listings (all of them in the background). Scope: integrations:write. Errors: not_found. */
  unlinkFound: {
    input: { params: { integrationId: number }; body: { ids: number[] } | { all: true } }
    reply: { unlinked: number; counted: number }
  }
  /** Create an email report. Scope: reports:write. Errors: invalid_input. */
  createReport: {
    input: { body: { name: string; every: 'week' | 'month'; filter: ReportFilter; readers: number[] } }
    reply: Report
  }
  /** Delete an email report and its delivery history. Scope: reports:write. Errors: not_found. */
  deleteReport: { input: { params: { id: number } }; reply: Ok }
  /** List a report’s deliveries, newest first. Scope: reports:read. */
  listReportMails: {
    input: { query?: { offset?: number; limit?: number } }
    reply: { data: ReportMail[]; items: number; itemsCapped?: boolean }
  }
  /** List email reports. Scope: reports:read. */
  listReports: {
    input: Record<string, never>
    reply: { mailServer: boolean; timeZone: string; me: number | null; reports: Report[] }
  }
  /** Change an email report. Scope: reports:write. Errors: not_found, invalid_input. */
  updateReport: {
    input: {
      params: { id: number }
      body: { name?: string; every?: 'week' | 'month'; filter?: ReportFilter; add?: number[]; remove?: number[] }
    }
    reply: Report
  }
  /** Search products, orders, customers and templates. Scope: products:read, templates:read, listings:read, orders:read. */
  searchRecords: { input: { query?: { q?: string; limit?: number } }; reply: Found }
  /** Suggest attribute values from a title and description. Scope: products:write. Errors: not_found, invalid_input, too_many_requests, unavailable. */
  generateAttributes: {
    input: { body: { productId?: number | null; templateId: number; title: string; description: string } }
    reply: { name: string; value: string }[]
  }
  /** Generate a title or description from attributes. Scope: products:write. Errors: invalid_input, too_many_requests, unavailable. */
  generateDetail: {
    input: {
      body: {
        item: {
          template?: string
          title?: string
          description?: string
          condition?: string
          tags?: string | string[]
          attributes?: { name: string; value?: string }[]
        }
        type?: 'product' | 'template'
        field: 'title' | 'description'
        excludeFields?: string[]
        templateFields?: string[]
      }
    }
    reply: string
  }
  /** Get the AI provider, its limits and today’s usage. Scope: products:read. */
  whoGenerates: { input: Record<string, never>; reply: { model: string; host: string; perHour: number } }
  /** Get units sold by attribute value (top 100 of each attribute). Scope: analytics:read. */
  attributeSales: { input: { query?: FigureFilter }; reply: AttributeSales[] }
  /** Get sales by channel, best first. Scope: analytics:read. */
  channelSales: { input: { query?: FigureFilter }; reply: ChannelSales[] }
  /** Get stock update times by channel. Scope: analytics:read. */
  channelTelling: { input: { query?: FigureFilter }; reply: ChannelTelling[] }
  /** Delete a day’s exchange rate. Scope: organization:write. Errors: not_found. */
  deleteRate: { input: { body: { currency: string; day: string } }; reply: Ok }
  /** Export the profit of order lines. Scope: analytics:read. */
  exportProfit: {
    input: {
      query?: {
        startDate?: string
        endDate?: string
        channels?: string[] | string
        templateNames?: string[] | string
        skus?: string[] | string
        attributes?: AttributeFilter[] | string
        format?: 'csv' | 'xlsx'
      }
    }
    reply: Response
  }
  /** List items that need attention. Scope: analytics:read. */
  getAttention: { input: Record<string, never>; reply: Attention }
  /** Get recent sales, orders to ship and products running out. Scope: analytics:read. */
  getSales: { input: Record<string, never>; reply: Sales }
  /** Compare stock with monthly demand. Scope: analytics:read. */
  inventorySignal: { input: { query?: FigureFilter }; reply: InventorySignal }
  /** Get the currency and the number of orders without a rate. Scope: analytics:read. */
  leftOut: {
    input: { query?: { startDate?: string; endDate?: string } }
    reply: { currency: string; withoutRate: WithoutRate[] }
  }
  /** List exchange rates and orders without one. Scope: organization:read. */
  listRates: {
    input: { query?: { offset?: number; limit?: number; currency?: string } }
    reply: {
      data: ExchangeRate[]
      items: number
      itemsCapped?: boolean
      into: string
      currencies: string[]
      withoutRate: { currency: string; orders: number; since: string }[]
    }
  }
  /** Count live, rejected and ended listings by day and channel. Scope: analytics:read. */
  listingHealth: {
    input: { query?: FigureFilter }
    reply: { startDate: string; endDate: string; today: string; rows: ListingDay[] }
  }
  /** Get what an order earned, in the organization’s currency. Scope: analytics:read. Errors: not_found. */
  orderProfit: {
    input: { query: { orderId: number } }
    reply: {
      profit: {
        quantity: number
        net: number
        knownQuantity: number
        knownNet: number
        cost: number
        profit: number | null
        margin: number | null
        costKnown: number | null
        unknownFeesNet: number
        currency: string
      } | null
    }
  }
  /** Get orders by day and channel, oldest first. Scope: analytics:read. */
  ordersByDay: { input: { query?: FigureFilter }; reply: DayOrders[] }
  /** List oversold SKUs with reasons (top 100 by missing units). Scope: analytics:read. */
  oversold: { input: { query?: FigureFilter }; reply: Oversold }
  /** Count all, live and sold products. Scope: analytics:read. */
  productOverview: { input: Record<string, never>; reply: ProductOverview }
  /** Get profit and margin by channel, template, SKU or attribute (top 1000). Scope: analytics:read. */
  profitFigures: {
    input: { params: { by: 'channel' | 'template' | 'sku' | 'attribute' }; query?: FigureFilter }
    reply: ProfitFigures
  }
  /** Get order medians, sell-through, time zone and currency. Scope: analytics:read. */
  salesSummary: { input: { query?: FigureFilter }; reply: SalesSummary }
  /** Add or change exchange rates. Scope: organization:write. Errors: invalid_input. */
  saveRates: { input: { body: { into: string; rates: ExchangeRate[] } }; reply: { saved: number } }
  /** Get units sold by SKU (top 1000). Scope: analytics:read. */
  skuSales: { input: { query?: FigureFilter }; reply: SkuSales[] }
  /** Get stock by time since the last sale. Scope: analytics:read. */
  stockAge: { input: { query?: FigureFilter }; reply: StockAge }
  /** List days of cover by SKU (the 100 that run out first). Scope: analytics:read. */
  stockCover: { input: { query?: FigureFilter }; reply: StockCover }
  /** Get the stock value and its changes in a period. Scope: analytics:read. */
  stockValue: { input: { query?: FigureFilter }; reply: StockValue }
  /** Get units sold by template, best first. Scope: analytics:read. */
  templateSales: { input: { query?: FigureFilter }; reply: TemplateSales[] }
  /** Get the recording of a check, without secrets or anything about people. Scope: integrations:read. Errors: not_found. */
  connectionCheckRecording: {
    input: { params: { integrationId: number; checkId: number } }
    reply: {
      channel: ChannelId
      at: string
      version: string
      results: { step: CheckStep; state: CheckState }[]
      exchanges: { step: CheckStep; call: string; query: string[]; request: unknown; status: number; answer: unknown }[]
    }
  }
  /** List the last checks of a channel account. Scope: integrations:read. Errors: not_found. */
  listConnectionChecks: {
    input: { params: { integrationId: number } }
    reply: { makes: string; seenBy: string; sku: string; title: string; checks: ConnectionCheck[]; mayRemain: boolean }
  }
  /** Check a channel account with a hidden test product. Scope: integrations:write. Errors: not_found, integration_unauthenticated, check_running, unsupported. */
  startConnectionCheck: {
    input: { params: { integrationId: number }; body: { confirmed: true } }
    reply: { makes: string; seenBy: string; sku: string; title: string; checks: ConnectionCheck[]; mayRemain: boolean }
  }
  /** Refresh a channel’s setup checklist. Scope: integrations:write. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable. */
  checkReadiness: {
    input: { params: { channel: ChannelId }; body: { integrationId?: number } }
    reply: {
      checkedAt: string | null
      readiness: ReadinessItem[]
      api: { version: string; servedUntil: string | null }
      calls: {
        lane: string
        shared: boolean
        allowed: number
        used: number
        forecast: number
        resetsAt: string
        blockedUntil: string | null
      }[]
    }
  }
  /** Get a channel’s setup checklist and API limits. Scope: integrations:read. Errors: integration_missing. */
  connectionHealth: {
    input: { params: { channel: ChannelId }; query?: { integrationId?: number } }
    reply: {
      checkedAt: string | null
      readiness: ReadinessItem[]
      api: { version: string; servedUntil: string | null }
      calls: {
        lane: string
        shared: boolean
        allowed: number
        used: number
        forecast: number
        resetsAt: string
        blockedUntil: string | null
      }[]
    }
  }
  /** Turn on a setting on the channel. Scope: integrations:write. Errors: integration_missing, integration_unauthenticated, channel_refused, channel_unavailable, not_found. */
  switchOn: {
    input: { params: { channel: ChannelId }; body: { integrationId?: number; id: string } }
    reply: {
      checkedAt: string | null
      readiness: ReadinessItem[]
      api: { version: string; servedUntil: string | null }
      calls: {
        lane: string
        shared: boolean
        allowed: number
        used: number
        forecast: number
        resetsAt: string
        blockedUntil: string | null
      }[]
    }
  }
  /** List quantity changes made on a channel, open ones first. Scope: integrations:read. Errors: integration_missing. */
  listDrift: {
    input: { params: { channel: ChannelId }; query?: { integrationId?: number } }
    reply: { rule: 'ask' | 'ours' | 'theirs'; open: number; readAt: string | null; data: Drift[] }
  }
  /** Check all of a channel’s quantities now. Scope: integrations:write. Errors: integration_missing. */
  readBack: { input: { params: { channel: ChannelId }; body?: { integrationId?: number } | null }; reply: Ok }
  /** Choose how quantity changes on a channel are resolved. Scope: integrations:write. Errors: integration_missing. */
  saveDriftRule: {
    input: { params: { channel: ChannelId }; body: { rule: 'ask' | 'ours' | 'theirs'; integrationId?: number } }
    reply: Ok
  }
  /** Resolve quantity changes. Scope: products:write. Errors: not_found. */
  settleDrift: { input: { body: { ids: number[]; as: 'ours' | 'theirs' } }; reply: Ok }
  /** Get a product’s stock sharing with each channel’s quantity. Scope: products:read. Errors: not_found. */
  getProductSharing: {
    input: { params: { id: number } }
    reply: {
      sharing: { mode: 'shared' } | { mode: 'guaranteed' } | { mode: 'threshold'; last: number }
      from: 'product' | 'template' | 'organization' | 'default'
      available: { sku: string; available: number }[]
      parts: SharePart[]
    }
  }
  /** Get the stock sharing settings and exceptions. Scope: products:read. */
  listSharing: {
    input: Record<string, never>
    reply: { data: SharingRule[]; oversold: { orders: number; of: number } }
  }
  /** Set the organization’s stock sharing. Scope: organization:write. */
  saveOrganizationSharing: {
    input: { body: { sharing: { mode: 'shared' } | { mode: 'guaranteed' } | { mode: 'threshold'; last: number } } }
    reply: Ok
  }
  /** Set or clear a stock sharing exception. Scope: products:write. Errors: not_found. */
  saveSharingException: {
    input: {
      body: {
        templateId?: number
        productId?: number
        sharing: { mode: 'shared' } | { mode: 'guaranteed' } | { mode: 'threshold'; last: number } | null
      }
    }
    reply: Ok
  }
  /** Send what shadow mode listed and turn it off. Scope: integrations:write. Errors: not_found, shadow_off, shadow_changed, integration_unauthenticated. */
  confirmShadow: { input: { params: { integrationId: number }; body: { list: string } }; reply: Ok }
  /** List what shadow mode would send. Scope: integrations:read. Errors: not_found. */
  getShadow: { input: { params: { integrationId: number }; query?: { after?: number } }; reply: Shadow }
  /** Compute again what shadow mode would send. Scope: integrations:write. Errors: not_found, shadow_off. */
  refreshShadow: { input: { params: { integrationId: number } }; reply: Ok }
  /** Send confirmed shipments again that the channel rejected. Scope: integrations:write. Errors: not_found. */
  resendShadowed: { input: { params: { integrationId: number } }; reply: Ok }
  /** Turn on shadow mode: compute and show updates, send nothing. Scope: integrations:write. Errors: not_found. */
  startShadow: { input: { params: { integrationId: number } }; reply: Ok }
  /** List background tasks. Scope: integrations:read. */
  listJobs: {
    input: {
      query?: {
        offset?: number
        limit?: number
        state?: 'waiting' | 'running' | 'done' | 'failed'
        channel?: ChannelId
        integrationId?: number
      }
    }
    reply: { data: Job[]; items: number; itemsCapped?: boolean }
  }
  /** Retry or rerun a job. Scope: integrations:write. Errors: not_found. */
  retryJob: { input: { params: { id: string }; body?: unknown }; reply: Ok }
  /** Apply a proposed change that the budget covers or a person approved. Scope: products:read. Errors: not_found, forbidden, proposal_closed. */
  applyProposal: {
    input: { params: { id: number }; body?: unknown }
    reply: {
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
      rows: ProposedRow[]
      orders: ProposedOrder[]
      run: ProposedRun | null
      outcome: { changed: number; failed: number } | null
    }
  }
  /** Get what the token may apply without approval, and what it used in the last 24 hours. Scope: products:read. */
  getBudget: {
    input: Record<string, never>
    reply: { budget: Budget | null; used: { products: number; units: number; money: number }; currency: string }
  }
  /** Get a proposed change with its preview. Scope: products:read. Errors: not_found. */
  getProposal: {
    input: { params: { id: number } }
    reply: {
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
      rows: ProposedRow[]
      orders: ProposedOrder[]
      run: ProposedRun | null
      outcome: { changed: number; failed: number } | null
    }
  }
  /** List proposed changes, newest first (an AI agent sees its own). Scope: products:read. */
  listProposals: {
    input: {
      query?: {
        offset?: number
        limit?: number
        state?: 'ready' | 'waiting' | 'approved' | 'declined' | 'withdrawn' | 'applied' | 'undone' | 'expired'
        tokenId?: number
      }
    }
    reply: { data: Proposal[]; items: number; itemsCapped?: boolean }
  }
  /** Propose changes of products: saves a preview and changes nothing. Scope: products:write. Errors: not_found, invalid_input. */
  propose: {
    input: { body: { reason: string; changes: { productIds: number[]; edits: Edit[] }[] } }
    reply: {
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
      rows: ProposedRow[]
      orders: ProposedOrder[]
      run: ProposedRun | null
      outcome: { changed: number; failed: number } | null
    }
  }
  /** Propose to ship, cancel or refund orders: saves a preview and changes nothing. Scope: orders:write. Errors: not_found, invalid_input. */
  proposeOrders: {
    input: { body: { reason: string; orders: OrderAction[] } }
    reply: {
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
      rows: ProposedRow[]
      orders: ProposedOrder[]
      run: ProposedRun | null
      outcome: { changed: number; failed: number } | null
    }
  }
  /** Propose to publish products: checks them and sends nothing. Scope: listings:write. Errors: not_found, invalid_input, integration_unauthenticated. */
  proposePublishing: {
    input: { body: { reason: string; productIds: number[]; integrationIds: number[] } }
    reply: {
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
      rows: ProposedRow[]
      orders: ProposedOrder[]
      run: ProposedRun | null
      outcome: { changed: number; failed: number } | null
    }
  }
  /** Undo an applied proposal (skips values changed later). Scope: products:read. Errors: not_found, forbidden, proposal_closed, cannot_undo. */
  undoProposal: {
    input: { params: { id: number }; body?: unknown }
    reply: {
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
      rows: ProposedRow[]
      orders: ProposedOrder[]
      run: ProposedRun | null
      outcome: { changed: number; failed: number } | null
    }
  }
  /** Undo all that one token applied since a time, newest first. Scope: products:read. Errors: not_found. */
  undoProposals: {
    input: { body: { tokenId?: number; since: string } }
    reply: { undone: number[]; changed: number; failed: number; left: { id: number; reason: string }[] }
  }
  /** Withdraw a proposed change. Scope: products:read. Errors: not_found, forbidden, proposal_closed. */
  withdrawProposal: { input: { params: { id: number }; body?: unknown }; reply: Proposal }
}
