// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { fixImportCells, listImportRows } from '#contract/imports.ts'
import { all, answer, away, nameOf, pressKey, says, show, text, type, until, valueOf } from '#web/testing/screen.tsx'
import { FixCells } from './fix-cells.tsx'
import { emptyMapping } from '../mapping.ts'
import type { Import } from '../upload.ts'
import { useProblems } from './use-problems.ts'

afterEach(away)

const record = { id: 5, kind: 'products', state: 'ready', mapping: emptyMapping } as unknown as Import
const cellsOf = [
  { line: 2, column: 'price', value: 'cheap', problem: 'This is not a number.' },
  { line: 7, column: 'quantity', value: 'many', problem: 'This is not a number.' },
]

function Page() {
  return <FixCells record={record} cells={useProblems(record).cells} />
}

it('cells are corrected where they are listed; a right value leaves the list, a wrong one keeps its reason', async () => {
  let cells = cellsOf
  const { sent } = show(<Page />, {
    answers: [
      answer(
        listImportRows,
        () =>
          ({
            data: cells.map((cell) => ({ sku: `SKU-${cell.line}`, wrongCells: [cell] })),
            items: cells.length,
          }) as never,
      ),
      answer(fixImportCells, ({ body }) => {
        const [fixed] = (body as { cells: { line: number; value: string }[] }).cells
        cells = cells.flatMap((cell) =>
          cell.line !== fixed?.line
            ? [cell]
            : Number.isNaN(Number(fixed.value))
              ? [{ ...cell, value: fixed.value, problem: 'Still not a number.' }]
              : [],
        )
        return record as never
      }),
    ],
  })
  await says('2 cells to fix.')
  expect(await valueOf('price, row 2')).toBe('cheap')
  await type('price, row 2', '12.50')
  pressKey('Enter')
  await until(() => document.activeElement && nameOf(document.activeElement) === 'quantity, row 7')
  await says('1 cell to fix.')
  await type('quantity, row 7', 'a lot')
  pressKey('Enter')
  await says('Still not a number.')
  await type('quantity, row 7', '4')
  pressKey('Enter')
  await until(() => all('field').length === 0)
  expect(sent(fixImportCells).map(({ cells: [cell] }) => cell)).toEqual([
    { line: 2, column: 'price', value: '12.50' },
    { line: 7, column: 'quantity', value: 'a lot' },
    { line: 7, column: 'quantity', value: '4' },
  ])
  expect(text()).not.toContain('to fix')
})
