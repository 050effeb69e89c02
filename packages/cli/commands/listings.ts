import type { InputOf, types } from '../../client/index.ts'
import { type Command, type Context, UsageError } from '../command.ts'
import { listCommand } from './shared.ts'
import { accountsNamed } from './accounts.ts'

type Run = types.PublishRun
type RunState = Run['state']
type Counts = Run['accounts'][number]['counts']
type Selection = InputOf<'beginPublishing'>['body']['selection']

const states = ['draft', 'pending', 'listed', 'unlisted', 'error'] as const

export const listingCommands: Command[] = [
  listCommand({
    name: 'listings list',
    summary: 'List listings with their state on each channel',
    options: {
      channel: { summary: 'Only on this channel', value: 'CHANNEL' },
      state: { summary: 'Only in this state', value: 'STATE', choices: states },
      search: { summary: 'Words of the SKU, title or barcode', value: 'TEXT' },
    },
    examples: ['motto listings list --state error', 'motto listings list --channel ebay --all --json'],
    rows: ({ motto, text }) =>
      motto.each('listListings', {
        query: {
          channel: text('channel') as types.ListingRow['channel'] | undefined,
          status: text('state') as types.ListingRow['status'] | undefined,
          search: text('search'),
        },
      }),
    columns: [
      { title: 'sku', of: ({ sku }) => sku },
      { title: 'channel', of: ({ channel }) => channel },
      { title: 'state', of: ({ status }) => status },
      { title: 'available', of: ({ available }) => available, align: 'right' },
      { title: 'problem', of: ({ result }) => result?.reason ?? '' },
      { title: 'url', of: ({ url }) => url },
    ],
    nothing: 'No listings found.',
  }),
  {
    name: 'listings publish',
    summary: 'Check products and publish them to accounts',
    options: {
      sku: { summary: 'A product; may be repeated', value: 'SKU', many: true },
      search: { summary: 'Products with these words in SKU, title or barcode', value: 'TEXT' },
      tag: { summary: 'Products with this tag; may be repeated', value: 'TAG', many: true },
      'in-stock': { summary: 'Products with available units', flag: true },
      to: {
        summary: 'A channel or account, as motto accounts lists it; may be repeated',
        value: 'ACCOUNT',
        many: true,
      },
      'dry-run': { summary: 'Only check: say what would be published and what would be rejected', flag: true },
      yes: { summary: 'Publish without asking', flag: true, short: 'y' },
    },
    examples: [
      'motto listings publish --sku MUG-1 --to ebay --dry-run',
      'motto listings publish --tag summer --to ebay --to shopify --yes --json',
    ],
    async run(context) {
      const { motto, terminal, isSet } = context
      if (!isSet('dry-run') && !isSet('yes') && !terminal.isInteractive)
        throw new UsageError('Add --yes to publish without a question, or --dry-run to check only.')
      const integrationIds = await accountsNamed(context)
      const body = { selection: await selectionOf(context), integrationIds }
      const begun = await motto.beginPublishing({ body })
      const checked = await reached(context, begun.id, ['ready', 'done', 'cancelled'])
      if (isSet('dry-run') || countOf(checked, 'ready') === 0 || !(await mayGoOn(context, checked)))
        return report(context, await stopped(context, checked))
      await motto.startPublishing({ params: { id: checked.id } })
      terminal.note('Publishing. Ctrl C ends this command, not the publish run.')
      return report(context, await reached(context, checked.id, ['done', 'cancelled', 'paused']))
    },
  },
]

/** The products that the options name. @throws UsageError, MottoError */
async function selectionOf({ motto, text, texts, isSet }: Context): Promise<Selection> {
  const [skus, search, hasTags] = [texts('sku'), text('search'), texts('tag')]
  const isFiltered = search !== undefined || hasTags.length > 0 || isSet('in-stock')
  if (skus.length > 0 && isFiltered)
    throw new UsageError('Name products by --sku, or by --search, --tag and --in-stock, not by both.')
  if (skus.length > 0) {
    const products = await Promise.all(skus.map((sku) => motto.getProductBySku({ params: { sku } })))
    return { ids: [...new Set(products.map(({ id }) => id))] }
  }
  if (!isFiltered) throw new UsageError('Say which products: --sku SKU, --search TEXT, --tag TAG or --in-stock.')
  return {
    filter: {
      ...(search !== undefined && { search: [search] }),
      ...(hasTags.length > 0 && { hasTags }),
      ...(isSet('in-stock') && { minQuantity: 1 }),
    },
  }
}

const countOf = ({ accounts }: Run, state: keyof Counts): number =>
  accounts.reduce((sum, { counts }) => sum + (counts[state] ?? 0), 0)

/** Waits until a run is in one of these states, and says how far it is. */
async function reached({ motto, terminal }: Context, id: number, ends: readonly RunState[]): Promise<Run> {
  for (let line = ''; ; ) {
    const run = await motto.getPublishing({ params: { id } })
    if (ends.includes(run.state)) return run
    const next = progressOf(run)
    if (next !== line) terminal.note(next)
    line = next
    await terminal.pause()
  }
}

function progressOf(run: Run): string {
  const left = countOf(run, 'unchecked') + (run.state === 'running' ? countOf(run, 'ready') + countOf(run, 'asked') : 0)
  const waits = run.accounts.flatMap(({ account, waits }) => (waits ? [`${account} is delayed`] : []))
  const word =
    { gathering: 'Finding products', checking: 'Checking', running: 'Publishing' }[run.state as string] ?? run.state
  return [`${word}: ${run.total - left} of ${run.total}`, ...waits].join(', ')
}

/** Whether the person, or the option, agrees to what the check says. */
async function mayGoOn({ terminal, isSet }: Context, run: Run): Promise<boolean> {
  if (isSet('yes')) return true
  for (const [label, value] of linesOf(run)) terminal.note(`${label}: ${String(value)}`)
  return /^y(es)?$/i.test(await terminal.ask(`Publish ${countOf(run, 'ready')}? [y/N] `))
}

/** Nothing more comes of a run that was only checked. */
async function stopped({ motto }: Context, run: Run): Promise<Run> {
  if (run.state === 'ready') await motto.cancelPublishing({ params: { id: run.id } })
  return run
}

const words: readonly (readonly [keyof Counts, string])[] = [
  ['ready', 'Ready'],
  ['listed', 'Live'],
  ['blocked', 'Blocked'],
  ['refused', 'Rejected'],
  ['asked', 'Not confirmed'],
]
const linesOf = (run: Run): [string, unknown][] => [
  ['Publish run', run.id],
  ['Products', run.products],
  ...words.flatMap(([state, word]): [string, unknown][] => {
    const count = countOf(run, state)
    return count > 0 ? [[word, count]] : []
  }),
]

/** Prints the outcome. @returns 0 where nothing is blocked or rejected */
async function report({ motto, terminal, isSet }: Context, run: Run): Promise<number> {
  const problems: Problem[] = []
  for await (const item of motto.each('listPublishItems', { params: { id: run.id }, query: { failed: 'yes' } }))
    problems.push(item)
  await terminal.record({ ...run, problems }, [...linesOf(run), ...problems.map(problemLine)])
  const isWhole = isSet('dry-run') || run.state === 'done'
  return problems.length === 0 && isWhole ? 0 : 1
}
type Problem = Awaited<ReturnType<Context['motto']['listPublishItems']>>['data'][number]
const problemLine = ({ sku, account, errors }: Problem) =>
  [`${sku}, ${account}`, Object.values(errors).join(' ')] as const
