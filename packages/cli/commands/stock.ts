import { type Client, MottoError } from '../../client/index.ts'
import { type Command, countOf } from '../command.ts'
import { undoHint } from './products.ts'
import { SKU, saveProduct } from './shared.ts'

interface Level {
  sku: string
  available: number
  reserved: number
  onHand: number
}

export const stockCommands: Command[] = [
  {
    name: 'stock get',
    summary: 'Show the stock of a SKU',
    arguments: [SKU],
    examples: ['motto stock get MUG-1'],
    async run({ motto, terminal, argument }) {
      const level = await levelOf(motto, argument('SKU'))
      await terminal.record(level, [
        ['SKU', level.sku],
        ['Available', level.available],
        ['Reserved', level.reserved],
        ['On hand', level.onHand],
      ])
    },
  },
  {
    name: 'stock set',
    summary: 'Set the available stock of a SKU; connected channels follow',
    arguments: [SKU, { name: 'N', summary: 'Units that can be sold, reserved ones not counted' }],
    examples: ['motto stock set MUG-1 12'],
    async run({ motto, terminal, argument }) {
      const quantity = countOf(argument('N'), 'N')
      const { changeSetId } = await setStock(motto, argument('SKU'), quantity)
      const level = await levelOf(motto, argument('SKU'))
      await terminal.record({ ...level, changeSetId }, [
        ['SKU', level.sku],
        ['Available', `${level.available}${undoHint(changeSetId)}`],
      ])
    },
  },
]

async function productOf(motto: Client, sku: string) {
  const { id } = await motto.getProductBySku({ params: { sku } })
  const product = await motto.getProduct({ params: { id } })
  return { product, variation: product.variations.find((variation) => variation.sku === sku) }
}

async function levelOf(motto: Client, sku: string): Promise<Level> {
  const { product, variation } = await productOf(motto, sku)
  const { quantity, reservedQuantity } = variation ?? product
  return { sku, available: quantity, reserved: reservedQuantity, onHand: quantity + reservedQuantity }
}

/** How often it is tried while others save the same product. */
const TRIES = 3

async function setStock(motto: Client, sku: string, quantity: number): Promise<{ changeSetId: number | null }> {
  for (let tries = 1; ; tries += 1) {
    const { product, variation } = await productOf(motto, sku)
    const { id, version } = product
    if (!variation) return saveProduct(motto, { id, quantity })
    // The list of variations is saved as a whole, so nobody may have changed it meanwhile.
    const variations = product.variations.map(({ id, name, sku }) => ({
      id,
      name,
      sku,
      ...(id === variation.id && { quantity }),
    }))
    try {
      return await saveProduct(motto, { id, version, variations })
    } catch (error) {
      if (!(error instanceof MottoError) || error.code !== 'edit_conflict' || tries === TRIES) throw error
    }
  }
}
