import { expect, it } from 'vitest'
import { earliest } from './dates.ts'

const at = (text: string) => new Date(text)

it('the earliest of several moments is found, and what is no moment is passed over', () => {
  expect(earliest([at('2026-11-22T00:00:00Z'), null, at('2026-11-21T00:00:00Z')])).toEqual(at('2026-11-21T00:00:00Z'))
  expect(earliest([at('soon'), at('2026-11-21T00:00:00Z')])).toEqual(at('2026-11-21T00:00:00Z'))
  expect(earliest([null, at('soon')])).toBeNull()
})
