// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listImportRows, listImports, planImport, suggestColumns } from '#contract/imports.ts'
import { allAttributes, createTemplate, listTemplates } from '#contract/templates.ts'
import {
  all,
  answer,
  away,
  choose,
  theOne,
  press,
  refusal,
  says,
  show,
  text,
  type,
  until,
} from '#web/testing/screen.tsx'
import { MapStep } from './map-step.tsx'
import { emptyMapping } from './mapping.ts'
import { ReviewStep } from './review-step.tsx'
import { UnusedDelete } from './unused-delete.tsx'
import type { Import } from './upload.ts'

afterEach(away)

const nothing = () => undefined
const file = {
  id: 5,
  kind: 'products',
  fileName: 'new.csv',
  state: 'mapping',
  rows: 2,
  columns: [{ name: 'sku', samples: [], filled: 2, distinct: 2 }],
  mapping: emptyMapping,
  outcomes: {},
  applied: {},
  integrationId: null,
  channel: null,
  createdAt: '2026-11-20T10:00:00.000Z',
} as unknown as Import
const failed = refusal({ status: 500, message: 'The database rests.' })
let down = true
beforeEach(() => {
  down = true
})
async function tryAgain() {
  down = false
  await press('button', 'Try again')
}

const mapping = (...others: ReturnType<typeof answer>[]) =>
  show(<MapStep record={file} onPlanned={nothing} onBack={nothing} />, {
    answers: [
      answer(listImports, { data: [], items: 0 } as never),
      answer(listTemplates, []),
      answer(suggestColumns, []),
      answer(allAttributes, []),
      ...others,
    ],
  })

it('says that earlier imports could not be loaded, and tries again', async () => {
  const before = { ...file, id: 4, fileName: 'before.csv', state: 'done' }
  mapping(answer(listImports, () => (down ? failed : ({ data: [before], items: 1 } as never))))
  await says('Previous mapping could not be loaded. The database rests.')
  await says('Product fields')
  await tryAgain()
  await says('Using the mapping from before.csv')
  expect(text()).not.toContain('could not be loaded')
})

it('a file of which no column is recognized is pointed out before it is mapped', async () => {
  const columns = ['foo', 'bar'].map((name) => ({ name, samples: [], filled: 2, distinct: 2 }))
  show(<MapStep record={{ ...file, columns } as unknown as Import} onPlanned={nothing} onBack={nothing} />, {
    answers: [
      answer(listImports, { data: [], items: 0 } as never),
      answer(listTemplates, []),
      answer(suggestColumns, []),
      answer(allAttributes, []),
    ],
  })
  await says('No column was recognized: “foo”, “bar”. Check that this is the right file.')
})

it('says that templates could not be loaded, and tries again', async () => {
  mapping(answer(listTemplates, () => (down ? failed : [])))
  await says('Your templates could not be loaded. The database rests.')
  await tryAgain()
  await says('No templates yet. Create one for these products.')
  expect(text()).not.toContain('could not be loaded')
})

const plates = {
  id: 8,
  name: 'Plates',
  details: '',
  products: 0,
  attributes: 5,
  channels: [],
  updatedAt: file.createdAt,
}

it('a new kind of product gets its template on the spot; a name that is taken is told at the field', async () => {
  let isThere = false
  const { sent } = mapping(
    answer(listTemplates, () => (isThere ? [plates] : [])),
    answer(createTemplate, ({ body }) => {
      if ((body as { productTemplate: { name: string } }).productTemplate.name === 'Mugs')
        return refusal({ status: 409, code: 'template_taken', message: 'There is a template “Mugs” already.' })
      isThere = true
      return { id: 8 }
    }),
    answer(planImport, () => file as never),
  )
  await says('No templates yet. Create one for these products.')
  await press('button', 'New Template')
  const dialog = await theOne('dialog', 'New Template')
  await press('button', 'Create', dialog)
  await says('Name field is required.', dialog)
  await type('Name', 'Mugs', dialog)
  await press('button', 'Create', dialog)
  await says('There is a template “Mugs” already.', dialog)
  await type('Name', ' Plates ', dialog)
  await press('button', 'Create', dialog)
  await until(async () => ((await theOne('field', 'Template')) as HTMLInputElement).value === 'Plates')
  await until(() => all('dialog').length === 0)
  await press('button', 'Continue to Review')
  await until(() => sent(planImport).length === 1)
  expect(sent(createTemplate).map(({ productTemplate }) => productTemplate.name)).toEqual(['Mugs', 'Plates'])
  expect(sent(planImport)[0]).toMatchObject({ template: 8, templateColumn: null, addAttributes: true })
})

it('a template that is made once its dialog was closed leaves what was mapped meanwhile', async () => {
  let made = () => {}
  const late = new Promise<void>((resolve) => (made = resolve))
  const { sent } = mapping(
    answer(createTemplate, async () => {
      await late
      return { id: 8 }
    }),
    answer(planImport, () => file as never),
  )
  await press('button', 'New Template')
  const dialog = await theOne('dialog', 'New Template')
  await type('Name', 'Plates', dialog)
  await press('button', 'Create', dialog)
  await until(() => sent(createTemplate).length === 1)
  await press('button', 'Cancel', dialog)
  await press('field', 'From a column')
  await choose('Column with template names', 'sku')
  made()
  await says('Template Created.')
  await press('button', 'Continue to Review')
  await until(() => sent(planImport).length === 1)
  expect(sent(planImport)[0]).toMatchObject({ template: null, templateColumn: 'sku' })
})

it('says that it does not know which templates are new, and tries again', async () => {
  show(
    <ReviewStep
      record={{ ...file, state: 'ready', mapping: { ...emptyMapping, createTemplates: true } }}
      onBack={nothing}
    />,
    {
      at: '/inventory/import/5',
      route: '/inventory/import/$importId',
      answers: [
        answer(listTemplates, () => (down ? failed : [])),
        answer(listImportRows, { data: [], items: 0, itemsCapped: false } as never),
      ],
    },
  )
  await says('The list of new templates could not be loaded. The database rests.')
  await tryAgain()
  await until(() => !text().includes('could not be loaded'))
})

it('IMP-109 templates that a column names and that are not there are made where somebody asks for it', async () => {
  const { sent } = mapping(answer(planImport, () => file as never))
  const next = async () => {
    const before = sent(planImport).length
    await until(async () => !(await theOne('button', 'Continue to Review')).matches(':disabled, [data-loading]'))
    await press('button', 'Continue to Review')
    await until(() => sent(planImport).length === before + 1)
  }
  await press('field', 'From a column')
  await choose('Column with template names', 'sku')
  await says('If off, rows without an existing template are skipped.')
  await next()
  await press('switch', /^Create missing templates/)
  await says('Rows without a template are skipped.')
  await next()
  await press('field', 'One template for all rows')
  await press('field', 'From a column')
  await choose('Column with template names', 'sku')
  await next()
  expect(sent(planImport).map(({ createTemplates }) => createTemplates)).toEqual([false, true, false])
})

const route = '/inventory/import/$importId'
const review = (which: (query: Record<string, string>) => boolean) => {
  show(<ReviewStep record={{ ...file, state: 'ready', outcomes: { create: 1, delete: 1 } }} onBack={nothing} />, {
    at: '/inventory/import/5',
    route,
    answers: [
      answer(listImportRows, ({ query }) =>
        down && which(query)
          ? failed
          : ({
              data: query.outcome === 'delete' ? [{ row: 1, sku: 'GONE-1', templateName: '', outcome: 'delete' }] : [],
              items: query.outcome === 'delete' ? 1 : 0,
              itemsCapped: false,
            } as never),
      ),
    ],
  })
}

it('says that what is deleted could not be listed, and tries again', async () => {
  review(({ outcome }) => outcome === 'delete')
  await says('The list of products to be deleted could not be loaded. The database rests.')
  await says('1 product will be deleted.')
  await tryAgain()
  await says('GONE-1')
  expect(text()).not.toContain('could not be loaded')
})

it('says that the rows with problems could not be counted, and tries again', async () => {
  review(({ problems }) => problems !== undefined)
  await says('The rows with problems could not be loaded. The database rests.')
  await says('No rows with this result.')
  await tryAgain()
  await until(() => !text().includes('could not be loaded'))
})

const mapped = { ...emptyMapping, fieldMappings: { sku: 'sku' } }
const deletions = {
  ...file,
  columns: [
    ...file.columns,
    { index: 1, name: 'DELETE', samples: [{ value: 'DELETE', rows: 1 }], filled: 1, distinct: 1 },
  ],
  mapping: mapped,
}

it('rows that say DELETE in a column that is not mapped are reviewed as deletions with one click', async () => {
  const { sent } = show(<UnusedDelete record={deletions} />, { answers: [answer(planImport, file as never)] })
  await says('1 row is marked DELETE.')
  await press('button', 'Map it and review deletions')
  await until(() => sent(planImport).length === 1)
  expect(sent(planImport)[0]?.fieldMappings).toEqual({ sku: 'sku', delete: 'DELETE' })
})

it('a mapped column of deletions needs no such question', () => {
  show(<UnusedDelete record={{ ...deletions, mapping: { ...mapped, fieldMappings: { delete: 'DELETE' } } }} />)
  expect(text()).toBe('')
})
