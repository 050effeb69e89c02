import type { ImportFormat } from '#contract/imports.ts'

/*
 * One file for each program that sellers move from, in the columns of docs/imports.md; what they hold is made up. Read by tests of the rules and of
 * the import.
 */

interface Expected {
  sku: string
  title: string
  price?: number | undefined
  quantity?: number | undefined
  /** SKU, name, price in minor units (null: the product's), units. */
  variations: string[]
}
export interface ProgramFile {
  program: Exclude<ImportFormat, 'motto' | 'other'>
  text: string
  expected: Expected[]
}

const tee = { title: 'Harbor tee', price: undefined, quantity: undefined }

export const programFiles: readonly ProgramFile[] = [
  {
    program: 'shopify',
    text: `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src,Status
harbor-tee,Harbor tee,<p>Soft</p>,Northlight,Shirts,cotton,true,Size,S,TEE-S,3,20.00,https://x.test/tee.jpg,active
harbor-tee,,,,,,,,M,TEE-M,4,22.00,,
lamp,Desk lamp,,Northlight,Lamps,,true,Title,Default Title,LAMP,7,35.00,,active`,
    expected: [
      { ...tee, sku: 'harbor-tee', price: 2000, variations: ['TEE-S | S | null | 3', 'TEE-M | M | 2200 | 4'] },
      { sku: 'LAMP', title: 'Desk lamp', price: 3500, quantity: 7, variations: [] },
    ],
  },
  {
    // The columns that Shopify's sample file has since 2025; older exports have those above.
    program: 'shopify',
    text: `Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Price,Compare-at price,Cost per item,Inventory tracker,Inventory quantity,Weight value (grams),Weight unit for display,Product image URL,Image position,Variant image URL
Harbor tee,harbor-tee,<p>Soft</p>,Northlight,Apparel,Shirts,cotton,TRUE,Active,TEE-S,,Size,S,,20.00,,8,shopify,3,250,g,https://x.test/tee.jpg,1,
,harbor-tee,,,,,,,,TEE-M,,,M,,22.00,,8,shopify,4,250,g,,,
,harbor-tee,,,,,,,,,,,,,,,,,,,,https://x.test/tee-2.jpg,2,
Desk lamp,lamp,,Northlight,Home,Lamps,,TRUE,Active,LAMP,,Title,Default Title,,35.00,,12,shopify,7,900,g,,,`,
    expected: [
      { ...tee, sku: 'harbor-tee', price: 2000, variations: ['TEE-S | S | null | 3', 'TEE-M | M | 2200 | 4'] },
      { sku: 'LAMP', title: 'Desk lamp', price: 3500, quantity: 7, variations: [] },
    ],
  },
  {
    program: 'ebay',
    text: `*Action(SiteID=US|Country=US|Currency=USD|Version=1193),Custom label (SKU),Title,Relationship,Relationship details,Start price,Quantity,Item photo URL,Condition ID
Add,TEE,Harbor tee,,Size=S;M,,,https://x.test/tee.jpg,1000
,TEE-S,,Variation,Size=S,20,3,,
,TEE-M,,Variation,Size=M,22,4,,
Add,LAMP,Desk lamp,,,35,7,,1000`,
    expected: [
      { ...tee, sku: 'TEE', variations: ['TEE-S | S | 2000 | 3', 'TEE-M | M | 2200 | 4'] },
      { sku: 'LAMP', title: 'Desk lamp', price: 3500, quantity: 7, variations: [] },
    ],
  },
  {
    program: 'woocommerce',
    text: `ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Is featured?,Visibility in catalog,Short description,Description,In stock?,Stock,Sale price,Regular price,Categories,Tags,Images,Parent,Brands,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)
10,variable,TEE,,Harbor tee,1,0,visible,,<p>Soft</p>,1,,,,Shirts,cotton,https://x.test/tee.jpg,,Northlight,Size,"S, M",Color,Navy
11,variation,TEE-S,,Harbor tee - S,1,0,visible,,,1,3,,20.00,,,,TEE,,Size,S,Color,Navy
12,variation,TEE-M,,Harbor tee - M,1,0,visible,,,1,4,,22.00,,,,TEE,,Size,M,Color,Navy
13,simple,LAMP,4006381333931,Desk lamp,-1,0,visible,,,1,7,,35.00,Home > Lamps,"desk, gift","https://x.test/lamp-1.jpg, https://x.test/lamp-2.jpg",,Northlight,,,,`,
    expected: [
      { ...tee, sku: 'TEE', variations: ['TEE-S | S / Navy | 2000 | 3', 'TEE-M | M / Navy | 2200 | 4'] },
      { sku: 'LAMP', title: 'Desk lamp', price: 3500, quantity: 7, variations: [] },
    ],
  },
  {
    program: 'linnworks',
    text: `SKU,Title,Barcode Number,Category,Purchase Price,Retail Price,Stock Level,Location,Bin Rack,Variation SKU
TEE,Harbor tee,,Shirts,,,,Default,,
TEE-S,Harbor tee S,,Shirts,8.00,20.00,3,Default,A1,TEE
TEE-M,Harbor tee M,,Shirts,8.00,22.00,4,Default,A2,TEE
LAMP,Desk lamp,4006381333931,Lamps,14.00,35.00,7,Default,B1,`,
    expected: [
      { ...tee, sku: 'TEE', variations: ['TEE-S | Harbor tee S | 2000 | 3', 'TEE-M | Harbor tee M | 2200 | 4'] },
      { sku: 'LAMP', title: 'Desk lamp', price: 3500, quantity: 7, variations: [] },
    ],
  },
  {
    program: 'zoho',
    text: `Item ID,Item Name,SKU,Status,Description,Rate,Purchase Rate,Stock On Hand,Reorder Point,Brand,UPC,Item Group Name,Attribute Name1,Attribute Option Name1,Attribute Name2,Attribute Option Name2
1,Harbor tee-Navy/S,TEE-S,Active,Soft,20.00,8.00,3,1,Northlight,,Harbor tee,Color,Navy,Size,S
2,Harbor tee-Navy/M,TEE-M,Active,Soft,22.00,8.00,4,1,Northlight,,Harbor tee,Color,Navy,Size,M
3,Desk lamp,LAMP,Active,,35.00,14.00,7,1,Northlight,,,,,,`,
    expected: [
      {
        ...tee,
        sku: 'Harbor tee',
        price: 2000,
        variations: ['TEE-S | Navy / S | null | 3', 'TEE-M | Navy / M | 2200 | 4'],
      },
      { sku: 'LAMP', title: 'Desk lamp', price: 3500, quantity: 7, variations: [] },
    ],
  },
  {
    program: 'cin7',
    text: `Style Code,Category,Product Name,Description,Supplier,Option 1 Label,Option 2 Label,Code,Option 1,Option 2,Cost Price,Retail Price,Stock On Hand
TEE,Shirts,Harbor tee,Soft,Mill,Color,Size,TEE-S,Navy,S,8.00,20.00,3
TEE,Shirts,Harbor tee,Soft,Mill,Color,Size,TEE-M,Navy,M,8.00,22.00,4
LAMP,Lamps,Desk lamp,,Mill,,,LAMP,,,14.00,35.00,7`,
    expected: [
      { ...tee, sku: 'TEE', price: 2000, variations: ['TEE-S | Navy / S | null | 3', 'TEE-M | Navy / M | 2200 | 4'] },
      { sku: 'LAMP', title: 'Desk lamp', price: 3500, quantity: 7, variations: [] },
    ],
  },
  {
    program: 'sellbrite',
    text: `sku,parent_sku,name,description,brand,manufacturer_model_number,condition,category_name,price,cost,quantity,product_image_1
TEE,,Harbor tee,Soft,Northlight,HT,New,Shirts,,,,https://x.test/tee.jpg
TEE-S,TEE,Harbor tee S,,Northlight,,New,Shirts,20.00,8.00,3,
TEE-M,TEE,Harbor tee M,,Northlight,,New,Shirts,22.00,8.00,4,
LAMP,,Desk lamp,,Northlight,,New,Lamps,35.00,14.00,7,`,
    expected: [
      { ...tee, sku: 'TEE', variations: ['TEE-S | Harbor tee S | 2000 | 3', 'TEE-M | Harbor tee M | 2200 | 4'] },
      { sku: 'LAMP', title: 'Desk lamp', price: 3500, quantity: 7, variations: [] },
    ],
  },
  {
    program: 'inflow',
    text: `ProductName,SKU,Category,ItemType,Description,Barcode,ReorderPoint,UnitPrice,Cost,Quantity,DefaultLocation
Harbor tee S,TEE-S,Shirts,Stocked,Soft,,1,20.00,8.00,3,Main
Desk lamp,LAMP,Lamps,Stocked,,4006381333931,1,35.00,14.00,7,Main`,
    expected: [
      { sku: 'TEE-S', title: 'Harbor tee S', price: 2000, quantity: 3, variations: [] },
      { sku: 'LAMP', title: 'Desk lamp', price: 3500, quantity: 7, variations: [] },
    ],
  },
]
