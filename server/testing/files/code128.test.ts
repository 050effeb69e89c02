import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { readCode128 } from './code128.ts'

const draw = createRequire(import.meta.url)('jsbarcode') as (into: object, code: string, options: object) => void

function barsOf(code: string): { x: number; width: number }[] {
  const into: { encodings?: { data: string }[] } = {}
  draw(into, code, { format: 'CODE128' })
  const modules = (into.encodings ?? []).map(({ data }) => data).join('')
  return [...modules.matchAll(/1+/g)].map(({ 0: bar, index }) => ({ x: index, width: bar.length }))
}

it('each pair of digits is read, whichever set of characters they are written in', () => {
  const codes = Array.from({ length: 100 }, (_, n) => `SKU-${String(n).padStart(2, '0')}67e${n}`)
  expect(codes.map((code) => readCode128(barsOf(code)))).toEqual(codes)
})
