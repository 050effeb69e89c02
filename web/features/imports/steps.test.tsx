// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listImportRows, listImports, suggestColumns } from '#contract/imports.ts'
import { allAttributes, listTemplates } from '#contract/templates.ts'
import { answer, away, press, refusal, says, show, text, until } from '#web/testing/screen.tsx'
import { MapStep } from './map-step.tsx'
import { emptyMapping } from './mapping.ts'
import { ReviewStep } from './review-step.tsx'
import type { Import } from './upload.ts'

afterEach(away)

const nothing = () => undefined
const one = {
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
  show(<MapStep one={one} onPlanned={nothing} onBack={nothing} />, {
    answers: [
      answer(listImports, { data: [], items: 0 } as never),
      answer(listTemplates, []),
      answer(suggestColumns, []),
      answer(allAttributes, []),
      ...others,
    ],
  })

it('says that earlier imports could not be loaded, and tries again', async () => {
  const before = { ...one, id: 4, fileName: 'before.csv', state: 'done' }
  mapping(answer(listImports, () => (down ? failed : ({ data: [before], items: 1 } as never))))
  await says('How such files were mapped before could not be loaded. The database rests.')
  await says('Product fields')
  await tryAgain()
  await says('These columns are mapped as they were for before.csv')
  expect(text()).not.toContain('could not be loaded')
})

it('says that templates could not be loaded, and tries again', async () => {
  mapping(answer(listTemplates, () => (down ? failed : [])))
  await says('Your templates could not be loaded. The database rests.')
  await tryAgain()
  await says('There is no template yet: make one first.')
  expect(text()).not.toContain('could not be loaded')
})

const route = '/inventory/import/$importId'
const review = (which: (query: Record<string, string>) => boolean) => {
  show(<ReviewStep one={{ ...one, state: 'ready', outcomes: { create: 1, delete: 1 } }} onBack={nothing} />, {
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
  await says('Which rows have problems could not be loaded. The database rests.')
  await says('The file has no row of this kind.')
  await tryAgain()
  await until(() => !text().includes('could not be loaded'))
})
