import { expect, it } from 'vitest'
import { canReadAttributes, whyNoText } from './guards.ts'

const filled = (count: number) => Array.from({ length: count }, () => ({ value: 'x' }))
it.each([
  ['PRO-266 nothing is written over a text', '<p>Mine</p>', 12, 'Clear the field first to generate a new text.'],
  ['PRO-266 PRO-267 an empty field with ten attributes can be written', '<p>&nbsp;</p>', 10, ''],
  ['PRO-267 nine are too few', '', 9, 'Fill in at least 10 attributes first (9 so far).'],
])('%s', (_title, now, count, why) => expect(whyNoText(now, [...filled(count), { value: ' ' }])).toBe(why))

const [at, over] = ['a'.repeat(50), 'a'.repeat(51)]
it.each([
  [over, over, true],
  [at, over, false],
  [over, `<p>${at}</p>`, false],
  [over, `<p>${over}</p>`, true],
  [`${over} {{Brand}}`, over, false],
  [over, `${over} {{Brand}}`, false],
])(
  'PRO-270 PRO-271 PRO-272 attributes are read from more than 50 characters without placeholders: %s | %s',
  (title, description, can) => expect(canReadAttributes({ title, description })).toBe(can),
)
