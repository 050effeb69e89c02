import { expect, it } from 'vitest'
import { codeOf, readSources } from './bin/lib/sources.ts'

/** Words that could name any value: a reader has to look up what each of them is. */
const empty = 'one|given|found|kept|held|asked|said|told|wanted|taken|gone'

/** Texts in quotes are sentences for people, or names on the wire. */
const withoutTexts = (code: string) =>
  code.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''").replace(/`(?:[^`\\$]|\\.)*`/g, '``')

/** Names that the code itself gives: of values, of functions and of their parameters. Properties may carry the name that the wire or the database has. */
const patterns = [
  `\\b(?:const|let|var) (${empty})(?=\\s*(?:[=:;]|of\\b|in\\b))`,
  `\\bfunction (${empty})\\b`,
  `\\b(?:const|let) \\[[^\\]]*\\b(${empty})\\b[^\\]]*\\]`,
  `(?:^|[^\\w.])(${empty}) =>`,
  `\\((?:[^(){}]*, )?(?:\\.\\.\\.)?(${empty})(?:[:,?][^(){}]*)?\\)(?:: [^=;{}]+)? =>`,
  `\\bfunction \\w*\\((?:[^(){}]*, )?(?:\\.\\.\\.)?(${empty})[,:)?]`,
  `\\bcatch \\((${empty})\\)`,
].map((pattern) => new RegExp(pattern, 'gm'))

const emptyNames = (source: string): string[] => {
  const code = withoutTexts(codeOf(source))
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name = '']) => name))
}

it('values, functions and parameters have names that say what they are', () => {
  const named = [...readSources('.')].flatMap(([file, text]) => emptyNames(text).map((name) => `${file}: ${name}`))
  expect(named).toEqual([])
})

it.each([
  'const found = rows[0]',
  'for (const one of orders) ship(one)',
  'const [money, gone] = amounts',
  'orders.filter((one) => one.open)',
  'orders.filter(one => one.open)',
  'const quantity = (given: Order): number => given.quantity',
  'const ask = (...asked: unknown[]) => asked',
  'function save(ctx: Ctx, wanted: Order) {}',
  'function held(orders: Order[]) {}',
])('a name that says nothing is refused: %s', (line) => expect(emptyNames(line)).toHaveLength(1))

it.each([
  'const order = { found: true, taken: 2 }',
  'const { held } = await read(order)',
  "const sentence = 'No order was found'",
  'const isTaken = (sku: string) => skus.has(sku)',
])('a name on the wire, a text or a longer name is accepted: %s', (line) => expect(emptyNames(line)).toEqual([]))
