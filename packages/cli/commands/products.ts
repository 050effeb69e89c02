import type { types } from '../../client/index.ts'
import { type Command, type Context, amountOf, countOf, idOf } from '../command.ts'
import { SKU, listCommand, saveProduct } from './shared.ts'

type Row = Awaited<ReturnType<Context['motto']['listProducts']>>['data'][number]

const columns = [
  { title: 'sku', of: (product: Row) => product.sku },
  { title: 'title', of: (product: Row) => product.title },
  { title: 'price', of: (product: Row) => product.price.toFixed(2), align: 'right' as const },
  { title: 'available', of: (product: Row) => product.quantity, align: 'right' as const },
  { title: 'reserved', of: (product: Row) => product.reservedQuantity, align: 'right' as const },
  { title: 'template', of: (product: Row) => product.templateName },
]

export const productCommands: Command[] = [
  listCommand({
    name: 'products list',
    summary: 'List products, the last changed first',
    options: {
      search: { summary: 'Words of the SKU, title or barcode', value: 'TEXT' },
      tag: { summary: 'Only with this tag; may be repeated', value: 'TAG', many: true },
      below: { summary: 'Only with fewer available units', value: 'N' },
    },
    examples: ['motto products list --below 5', 'motto products list --tag summer --all --json > summer.json'],
    rows({ motto, text, texts }) {
      const below = text('below')
      const query = {
        search: text('search'),
        hasTags: texts('tag'),
        ...(below !== undefined && { maxQuantity: Math.max(0, countOf(below, '--below') - 1) }),
      }
      return motto.each('listProducts', { query: { ...query, limit: 200 } })
    },
    columns,
    nothing: 'No products found.',
  }),
  {
    name: 'products get',
    summary: 'Show a product',
    arguments: [SKU],
    examples: ['motto products get MUG-1', 'motto products get MUG-1 --json'],
    async run({ motto, terminal, argument }) {
      const { id } = await motto.getProductBySku({ params: { sku: argument('SKU') } })
      const product = await motto.getProduct({ params: { id } })
      await terminal.record(product, [
        ['SKU', product.sku],
        ['Title', product.title],
        ['Template', product.template.name],
        ['Price', product.price.toFixed(2)],
        ['Available', product.quantity],
        ['Reserved', product.reservedQuantity],
        ['On hand', product.onHand],
        ['Tags', product.tags],
        ['Live on', product.liveOn.join(', ') || '–'],
        ['Readiness', [product.readiness, product.missing.join(', ')].filter(Boolean).join(': ')],
        ...product.variations.map(
          ({ sku, name, quantity }) => [`Variation ${sku}`, `${name}, available ${quantity}`] as const,
        ),
      ])
    },
  },
  {
    name: 'products set',
    summary: 'Change the title or price of a product',
    arguments: [SKU],
    options: {
      title: { summary: 'The new title', value: 'TEXT' },
      price: { summary: 'The new price', value: 'AMOUNT' },
    },
    examples: ['motto products set MUG-1 --price 12.50'],
    async run({ motto, terminal, argument, text }) {
      const [title, price] = [text('title'), text('price')]
      const change = { title, ...(price !== undefined && { price: amountOf(price, '--price') }) }
      const { id } = await motto.getProductBySku({ params: { sku: argument('SKU') } })
      const saved = await saveProduct(motto, { id, ...change })
      await terminal.record(saved, [['Saved', `${argument('SKU')}${undoHint(saved.changeSetId)}`]])
    },
  },
  {
    name: 'undo',
    summary: 'Undo a change by its id, as motto changes shows it',
    arguments: [{ name: 'CHANGE', summary: 'The id of the change' }],
    examples: ['motto undo 12'],
    async run({ motto, terminal, argument }) {
      const change = await motto.undoChangeSet({ params: { id: idOf(argument('CHANGE'), 'CHANGE') } })
      const done = await finished({ motto, terminal }, change)
      await terminal.record(done, [
        ['Undone', `${done.changed} products`],
        ['Unchanged', `${done.unchanged} products, which somebody changed later`],
        ['Failed', `${done.failed} products`],
      ])
    },
  },
  listCommand({
    name: 'changes',
    summary: 'List changes that can be undone, newest first',
    rows: ({ motto }) => motto.each('listChangeSets'),
    columns: [
      { title: 'id', of: ({ id }) => id, align: 'right' },
      { title: 'when', of: ({ createdAt }) => createdAt },
      { title: 'what', of: ({ title }) => title },
      { title: 'state', of: ({ state }) => state },
      { title: 'products', of: ({ changed }) => changed, align: 'right' },
      { title: 'undo until', of: ({ undoUntil, undoneBy }) => (undoneBy ? 'undone' : (undoUntil ?? '–')) },
    ],
    nothing: 'Nothing was changed yet.',
  }),
]

export const undoHint = (changeSetId: number | null): string =>
  changeSetId === null ? ' (nothing was different)' : ` (motto undo ${changeSetId} takes it back)`

/** Waits until a change that runs in the background is over. */
async function finished({ motto, terminal }: Pick<Context, 'motto' | 'terminal'>, change: types.ChangeSet) {
  let now = change
  while (now.state === 'waiting' || now.state === 'running') {
    await terminal.pause()
    now = await motto.getChangeSet({ params: { id: change.id } })
  }
  if (now.state === 'failed') throw new Error(now.error || 'The change failed.')
  return now
}
