import { expect, it } from 'vitest'
import { offered } from './offered.ts'

const [shirts, shoes] = [
  ['S', 'M'],
  ['42', '43'],
]
const all = [...shirts, ...shoes]

it.each([
  ['PRO-102 of a chosen category what it takes', [], all, shirts, ['S', 'M']],
  ['PRO-102 not what the template has from another category', ['S', '42'], all, shirts, ['S', 'M']],
  ['PRO-102 with what the template has of its own', ['Huge', '42'], all, shirts, ['Huge', 'S', 'M']],
  ['PRO-103 without a category those of all, each once', ['M', 'Huge'], all, all, ['M', 'Huge', 'S', '42', '43']],
  ['the template’s own where no channel says anything', ['Huge'], [], [], ['Huge']],
])('%s', (_title, own, known, taken, options) => expect(offered(own, known, taken)).toEqual(options))
