import { expect, it } from 'vitest'
import { readTree } from './bin/lib/sources.ts'

/** Words that could name any value: a reader has to look up what each of them is. */
const empty = 'one|given|found|kept|held|asked|said|told|wanted|taken|gone'

/** A comment, a text in quotes, a pattern, or what begins or ends code in a template. */
const tokens =
  /\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(?<=[(,=:[!&|?]\s*|=> |return )\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/|[`{}]/g
const restOfTemplate = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{|$)/y

/** Without comments and texts: those are sentences for people, or names on the wire. What a template computes stays. */
function withoutTexts(source: string): string {
  let code = ''
  let end = 0
  const open: string[] = []
  for (const { 0: token, index } of source.matchAll(tokens)) {
    if (index < end) continue // inside a template
    code += source.slice(end, index)
    end = index + token.length
    if (token === '{') open.push(token)
    if (token === '`' || (token === '}' && open.pop() === '${')) {
      restOfTemplate.lastIndex = end
      const rest = restOfTemplate.exec(source)?.[0] ?? ''
      end += rest.length
      if (rest.endsWith('${')) open.push('${')
      code += ' '
    } else code += token === '{' || token === '}' ? token : "''"
  }
  return code + source.slice(end)
}

/** Names that the code itself gives: of values, of functions and of their parameters. Properties may carry the name that the wire or the database has. */
const patterns = [
  `\\b(?:const|let|var) (${empty})(?=\\s*(?:[=:;]|of\\b|in\\b))`,
  `\\bfunction (${empty})\\b`,
  `\\b(?:const|let) \\[[^\\]]*\\b(${empty})\\b[^\\]]*\\]`,
  `(?:^|[^\\w.])(${empty}) =>`,
  `\\((?:(?:[^(){}]|\\{[^{}]*\\})*, )?(?:\\.\\.\\.)?(${empty})(?:[:,?](?:[^(){}]|\\{[^{}]*\\})*)?\\)(?:: [^=;{}]+)? =>`,
  `\\bfunction \\w*\\((?:[^(){}]*, )?(?:\\.\\.\\.)?(${empty})[,:)?]`,
  `\\bcatch \\((${empty})\\)`,
  `\\b(?:const|let) \\{[^{}=]*\\w: (${empty})\\b[^{}]*\\} =`,
  `\\([^()]*\\{[^{}()]*\\w: (${empty})\\b[^{}()]*\\}[^()]*\\)\\s*(?:=>|\\{)`,
].map((pattern) => new RegExp(pattern, 'gm'))

const emptyNames = (source: string): string[] => {
  const code = withoutTexts(source)
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name = '']) => name))
}

it('values, functions and parameters have names that say what they are', () => {
  const named = [...readTree('.')].flatMap(([file, text]) => emptyNames(text).map((name) => `${file}: ${name}`))
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
  'const { reason: said } = refusal',
  'const save = (ctx: Ctx, { params }: Input, asked: Answer) => keep(ctx, params, asked)',
  'const send = ({ url: asked, method }: Call) => http(method, url)',
  'const first = `${a} b`\nconst told = `${c} d`',
  "const accept = 'image/*'\nconst kept = [] // */",
])('a name that says nothing is refused: %s', (line) => expect(emptyNames(line)).toHaveLength(1))

it.each([
  'const order = { found: true, taken: 2 }',
  'const { held } = await read(order)',
  'const sentence = `No order was ${short({ reason: why })} found = ${one}`',
  'const quotes = /[`\'"]/g; say(`const told = 1`)',
  "const sentence = 'No order was found'",
  'const isTaken = (sku: string) => skus.has(sku)',
])('a name on the wire, a text or a longer name is accepted: %s', (line) => expect(emptyNames(line)).toEqual([]))
