import { openAsBlob } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { basename } from 'node:path'
import type { types } from '../../client/index.ts'
import { type Command, type Context, UsageError } from '../command.ts'

type Import = types.Import
type Step = Import['state']

export const importCommands: Command[] = [
  {
    name: 'import',
    summary: 'Import products from a CSV file, after a preview',
    arguments: [{ name: 'FILE', summary: 'A file with a header row; columns are matched by their names' }],
    options: {
      template: { summary: 'The template of new products, by its name; needed when you have several', value: 'NAME' },
      preview: { summary: 'Only show what would change', flag: true },
      yes: { summary: 'Import without asking', flag: true, short: 'y' },
      new: { summary: 'Leave products alone that exist already', flag: true },
    },
    examples: ['motto import stock.csv', 'motto import stock.csv --template Mugs --yes --json'],
    async run(context) {
      const { motto, argument, isSet } = context
      const named = await templateNamed(context)
      const uploaded = await upload(context, argument('FILE'))
      const { mapping } = await reached(context, uploaded, 'mapping')
      const template =
        named ?? mapping.template ?? (mapping.templateColumn === null ? await onlyTemplate(context) : null)
      const body = { ...mapping, template, updateExisting: !isSet('new') }
      const plan = await motto.planImport({ params: { id: uploaded.id }, body })
      const ready = await reached(context, plan, 'ready')
      if (isSet('preview')) return report(context, ready, ready.outcomes)
      if (!(await mayGoOn(context, ready))) {
        await motto.cancelImport({ params: { id: ready.id } })
        throw new Error('Nothing was imported.')
      }
      const applied = await motto.applyImport({ params: { id: ready.id } })
      const done = await reached(context, applied, 'done')
      return report(context, done, done.applied)
    },
  },
]

async function templateNamed({ motto, text }: Context): Promise<number | undefined> {
  const name = text('template')
  if (name === undefined) return undefined
  const templates = await motto.listTemplates()
  const { id } = templates.find((template) => template.name.toLowerCase() === name.toLowerCase()) ?? {}
  if (id === undefined)
    throw new UsageError(`There is no template "${name}". Yours: ${templates.map((t) => t.name).join(', ')}.`)
  return id
}

/** With one template there is nothing to choose. */
async function onlyTemplate({ motto }: Context): Promise<number | null> {
  const [first, ...others] = await motto.listTemplates()
  return first && others.length === 0 ? first.id : null
}

async function upload({ motto }: Context, file: string): Promise<Import> {
  const form = new FormData()
  await access(file, constants.R_OK).catch(() => {
    throw new UsageError(`${file} cannot be read. Check its name.`)
  })
  form.set('file', await openAsBlob(file), basename(file))
  return motto.uploadImport({ body: form })
}

/** Waits for a step of an import. @throws when it fails or is stopped before */
async function reached({ motto, terminal }: Context, { id }: Import, step: Step): Promise<Import> {
  for (;;) {
    const now = await motto.getImport({ params: { id } })
    if (now.state === step) return now
    if (now.state === 'failed') throw new Error(now.error || 'The file could not be imported.')
    if (now.state === 'cancelled') throw new Error('The import was stopped.')
    await terminal.pause()
  }
}

/** Whether the person, or the option, agrees to what the preview shows. */
async function mayGoOn({ terminal, isSet }: Context, ready: Import): Promise<boolean> {
  if (isSet('yes')) return true
  if (!terminal.isInteractive)
    throw new UsageError('Add --yes to import without a question, or --preview to look only.')
  for (const [label, value] of linesOf(ready, ready.outcomes)) terminal.note(`${label}: ${value}`)
  return /^y(es)?$/i.test(await terminal.ask('Import this? [y/N] '))
}

type Row = Awaited<ReturnType<Context['motto']['listImportRows']>>['data'][number]

/** Prints the outcome, with each row of which something cannot be taken. @returns 0 where there is none */
async function report({ motto, terminal }: Context, now: Import, counts: Import['outcomes']): Promise<number> {
  const problems: Row[] = []
  for await (const row of motto.each('listImportRows', {
    params: { id: now.id },
    query: { problems: 'true', limit: 500 },
  }))
    problems.push(row)
  await terminal.record({ ...now, problems }, [
    ...linesOf(now, counts),
    ...problems.map(problemLine),
    ...(now.state === 'done' && now.changeSetId !== null ? [['Undo', `motto undo ${now.changeSetId}`] as const] : []),
  ])
  return problems.length === 0 ? 0 : 1
}
/** The row by its line in the file. What is wrong with a cell alone is left out, and the rest of its row imported. */
const problemLine = ({ line, sku, errors }: Row): [string, string] => [
  [`Line ${line}`, ...(sku ? [sku] : [])].join(', '),
  Object.entries(errors)
    .map(([column, sentence]) => (column ? `${column}: ${sentence}` : sentence))
    .join(' '),
]

const words: Record<keyof Import['outcomes'], string> = {
  create: 'Created',
  update: 'Updated',
  unchanged: 'Unchanged',
  delete: 'Deleted',
  skip: 'Skipped',
  error: 'Rejected',
}
const linesOf = ({ id, rows }: Import, counts: Import['outcomes']): [string, unknown][] => [
  ['Import', id],
  ['Rows', rows],
  ...(Object.keys(words) as (keyof typeof words)[]).flatMap((outcome): [string, unknown][] =>
    counts[outcome] ? [[words[outcome], counts[outcome]]] : [],
  ),
]
