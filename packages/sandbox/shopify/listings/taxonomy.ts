/**
 * A sample of Shopify's product taxonomy: real ids and names (Shopify/product-taxonomy, MIT, December 2024).
 * `id name`, the parent being the id without its last part.
 */
const sample = `
aa Apparel & Accessories
aa-1 Clothing
aa-1-4 Dresses
aa-1-10 Outerwear
aa-1-10-2 Coats & Jackets
aa-1-10-2-9 Puffer Jackets
aa-1-12 Pants
aa-1-12-3 Chinos
aa-1-12-4 Jeans
aa-1-13 Clothing Tops
aa-1-13-1 Blouses
aa-1-13-3 Cardigans
aa-1-13-6 Polos
aa-1-13-7 Shirts
aa-1-13-8 T-Shirts
aa-1-13-9 Tank Tops
aa-1-13-12 Sweaters
aa-1-13-13 Hoodies
aa-1-13-14 Sweatshirts
aa-1-15 Skirts
aa-2 Clothing Accessories
aa-2-6 Belts
aa-2-17 Hats
aa-2-17-1 Baseball Caps
aa-2-26 Scarves & Shawls
aa-6 Jewelry
aa-6-3 Bracelets
aa-6-6 Earrings
aa-6-8 Necklaces
aa-6-9 Rings
aa-6-11 Watches
aa-8 Shoes
aa-8-1 Athletic Shoes
aa-8-3 Boots
aa-8-6 Sandals
aa-8-8 Sneakers
ae Arts & Entertainment
ae-2 Hobbies & Creative Arts
ae-2-2 Collectibles
ap Animals & Pet Supplies
ap-2 Pet Supplies
ap-2-3 Dog Supplies
ap-2-3-7 Dog Toys
bt Baby & Toddler
bt-2 Baby Gift Sets
el Electronics
el-2 Audio
el-2-2 Audio Components
el-2-2-7 Headphones & Headsets
el-4 Communications
el-4-8 Telephony
el-4-8-4 Mobile & Smart Phone Accessories
el-4-8-4-2 Mobile Phone Cases
fb Food, Beverages & Tobacco
fb-2 Food Items
fb-2-3 Candy & Chocolate
fr Furniture
fr-7 Chairs
fr-24 Tables
ha Hardware
ha-15 Tools
hb Health & Beauty
hb-3 Personal Care
hb-3-2 Cosmetics
hb-3-2-6 Makeup
hb-3-2-9 Skin Care
hb-3-10 Hair Care
hg Home & Garden
hg-3 Decor
hg-3-6 Baskets
hg-3-40 Home Fragrances
hg-3-40-2 Candles
hg-3-47 Mirrors
hg-3-52 Picture Frames
hg-3-57 Rugs
hg-3-64 Throw Pillows
hg-3-67 Vases
hg-11 Kitchen & Dining
hg-11-3 Food & Beverage Carriers
hg-11-3-11 Water Bottles
hg-11-10 Tableware
hg-11-10-5 Drinkware
hg-11-10-5-2 Coffee & Tea Cups
hg-11-10-5-5 Mugs
lb Luggage & Bags
lb-1 Backpacks
lb-13 Tote Bags
lb-15 Laptop Bags
me Media
me-1 Books
me-1-3 Print Books
na Uncategorized
os Office Supplies
os-4 General Office Supplies
sg Sporting Goods
sg-2 Fitness & General Exercise Equipment
sg-4 Outdoor Recreation
tg Toys & Games
tg-2 Games
tg-2-5 Board Games
tg-5 Toys
tg-5-8 Dolls, Playsets & Toy Figures
vp Vehicles & Parts
vp-1 Vehicle Parts & Accessories
`
export interface Category {
  __typename: 'TaxonomyCategory'
  id: string
  name: string
  fullName: string
  level: number
  isArchived: boolean
  isLeaf: boolean
  isRoot: boolean
  parentId: string | null
  ancestorIds: string[]
  childrenIds: string[]
}
const gid = (id: string) => `gid://shopify/TaxonomyCategory/${id}`

function readSample(): Map<string, Category> {
  const all = new Map<string, Category>()
  for (const line of sample.trim().split('\n')) {
    const [id = '', ...words] = line.split(' ')
    const name = words.join(' ')
    const parent = id.includes('-') ? all.get(gid(id.slice(0, id.lastIndexOf('-')))) : undefined
    parent?.childrenIds.push(gid(id))
    if (parent) parent.isLeaf = false
    all.set(gid(id), {
      __typename: 'TaxonomyCategory',
      id: gid(id),
      name,
      fullName: parent ? `${parent.fullName} > ${name}` : name,
      level: (parent?.level ?? 0) + 1,
      isArchived: false,
      isLeaf: true,
      isRoot: !parent,
      parentId: parent?.id ?? null,
      ancestorIds: parent ? [parent.id, ...parent.ancestorIds] : [],
      childrenIds: [],
    })
  }
  return all
}
const categories = readSample()

export const category = (id: string): Category | undefined => categories.get(id)

export interface CategoryFilter {
  childrenOf?: string | null
  descendantsOf?: string | null
  siblingsOf?: string | null
  search?: string | null
}
/** Without a filter: the roots. */
export function listCategories({ childrenOf, descendantsOf, siblingsOf, search }: CategoryFilter): Category[] {
  const all = [...categories.values()]
  if (childrenOf) return all.filter((entry) => entry.parentId === childrenOf)
  if (descendantsOf) return all.filter((entry) => entry.ancestorIds.includes(descendantsOf))
  if (siblingsOf)
    return all.filter((entry) => entry.parentId === category(siblingsOf)?.parentId && entry.id !== siblingsOf)
  if (!search) return all.filter((entry) => entry.isRoot)
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = all.filter((entry) => words.every((word) => entry.fullName.toLowerCase().includes(word)))
  const byOwnName = (entry: Category) => (words.some((word) => entry.name.toLowerCase().includes(word)) ? 0 : 1)
  return matches.sort((a, b) => byOwnName(a) - byOwnName(b))
}
