import { type Client, type InputOf, MottoError } from '../../client/index.ts'
import { type Command, type Context, type Option, type Typed, countOf } from '../command.ts'
import type { Column } from '../terminal/table.ts'

export const SKU = { name: 'SKU', summary: 'The SKU of a product or variation' } as const

/** How much of a list is shown. */
const limited: Readonly<Record<string, Option>> = {
  limit: { summary: 'How many to show; 50 when left out', value: 'N' },
  all: { summary: 'Show all of them', flag: true },
}
/** A write that might be done twice when it is typed again. */
export const resent: Readonly<Record<string, Option>> = {
  key: { summary: 'The key that an unknown outcome named: it is then carried out once', value: 'KEY' },
}
const USUAL_ROWS = 50

/** A command that shows a list: as much of it as its options say. */
export const listCommand = <T extends object>({
  rows,
  columns,
  nothing,
  ...described
}: Pick<Command, 'name' | 'summary' | 'options' | 'examples'> & {
  rows: (context: Context) => AsyncIterable<T>
  columns: readonly Column<T>[]
  /** What is said where there are none. */
  nothing: string
}): Command => ({
  ...described,
  options: { ...described.options, ...limited },
  run: async (context) => context.terminal.list(await newest(rows(context), context), columns, nothing),
})

/** As many rows as the options of `limited` say. */
async function newest<T>(rows: AsyncIterable<T>, { text, isSet }: Typed): Promise<T[]> {
  const most = isSet('all') ? Number.POSITIVE_INFINITY : countOf(text('limit') ?? String(USUAL_ROWS), '--limit')
  const first: T[] = []
  if (most === 0) return first
  for await (const row of rows) if (first.push(row) >= most) break
  return first
}

type ProductChange = InputOf<'updateProducts'>['body']['products'][number]

/** Saves one product as a change that can be undone. @throws MottoError */
export async function saveProduct(motto: Client, product: ProductChange): Promise<{ changeSetId: number | null }> {
  const { changeSetId, failed } = await motto.updateProducts({ body: { products: [product] } })
  const [failure] = failed
  if (failure)
    throw new MottoError(failure.code as MottoError['code'], failure.message, { status: 409, fields: failure.fields })
  return { changeSetId }
}
