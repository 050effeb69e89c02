import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Action, type Condition, type RuleSet, operators, qualifiers } from '#contract/mappings/mappings.ts'
import { MOST_METERED, Meter } from '../products/attributes/meter.ts'
import { nameKey } from '../products/attributes/values.ts'
import { MOST_COST, compile, costOf, inOrder } from './dynamic.ts'

let made = 0
const uuid = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`
const condition = (
  input: string,
  operator: Condition['operator'],
  value: string,
  qualifier: Condition['qualifier'] = 'all',
) => ({
  uuid: uuid(),
  input,
  operator,
  qualifier,
  value,
})
const action = (target: string, name: Action['action'], value = '', input = ''): Action => ({
  uuid: uuid(),
  target,
  action: name,
  value,
  input,
})
const blocks = (...sets: Condition[][]) => sets.map((conditions) => ({ uuid: uuid(), conditions }))
const mapping = (more: Partial<RuleSet>): RuleSet => ({
  uuid: uuid(),
  name: 'Words',
  applyTo: 'title',
  ownerType: 'Template',
  index: 0,
  active: true,
  enabled: true,
  rules: [],
  ...more,
})
const rule = (sets: Condition[][], ...actions: Action[]) => ({ uuid: uuid(), conditionSets: blocks(...sets), actions })

const sample: Record<string, string> = {
  Brand: 'Nikon',
  Mount: 'Nikon Z',
  Weight: '415 g',
  Hood: '62.5',
  Size: '10 x 20 x 30',
  Pieces: '3',
  Empty: '',
  SKU: 'NL-1',
}
const product = (values: Record<string, string> = sample, overridden: string[] = []) => ({
  title: 'Prime lens {{Mount}}',
  description: '<p>Sharp</p>',
  values: new Map(Object.entries(values).map(([name, value]) => [nameKey(name), value])),
  overridden: new Set(overridden.map(nameKey)),
})
const run = (rules: RuleSet['rules'], input = product()) => compile([mapping({ rules })])(input)
const holds = (...sets: Condition[][]) =>
  run([rule(sets, action('{{Mark}}', 'set value', 'yes'))]).values.get('mark') === 'yes'

describe('a condition', () => {
  it.each<[string, string, Condition['operator'], string, boolean]>([
    ['MAP-035', '{{Brand}}', 'equals', 'nikon', true],
    ['MAP-035', '{{Brand}}', 'equals', 'Canon, Nikon', true],
    ['MAP-035', '{{Brand}}', 'equals', 'Nik', false],
    ['MAP-035 blank is equal to nothing,', '{{Empty}}', 'equals', '', true],
    ['MAP-035 a reference as the value,', '{{Brand}}', 'equals', '{{Maker}}, {{Brand}}', true],
    ['MAP-036', '{{Brand}}', 'not equals', 'Canon', true],
    ['MAP-036 none of several,', '{{Brand}}', 'not equals', 'Canon, Nikon', false],
    ['MAP-037', '{{Mount}}', 'contains', 'on z', true],
    ['MAP-037 nothing is contained in nothing,', '{{Mount}}', 'contains', '', false],
    ['MAP-038', '{{Mount}}', 'not contains', 'F, E', true],
    ['MAP-038', '{{Mount}}', 'not contains', 'F, Z', false],
    ['MAP-039', '{{Weight}}', 'less than', '416', true],
    ['MAP-039', '{{Weight}}', 'less than', '415', false],
    ['MAP-039 a word is no number,', '{{Brand}}', 'less than', '9', false],
    ['MAP-040', '{{Weight}}', 'greater than', '99.5', true],
    ['MAP-040', '{{Empty}}', 'greater than', '-1', false],
    ['MAP-041', '{{Weight}},{{Hood}}', 'sum less than', '478', true],
    ['MAP-041', '{{Weight}},{{Hood}}', 'sum less than', '477.5', false],
    ['MAP-042', '{{Weight}},{{Hood}},{{Brand}}', 'sum greater than', '477', true],
    ['MAP-042 words add up to nothing,', '{{Brand}}', 'sum greater than', '-1', false],
    ['MAP-026 names without braces,', 'Brand, Mount', 'contains', 'nikon', true],
    ['without an input', '', 'equals', '', false],
  ])('%s %s %s "%s" holds: %s', (_id, input, operator, value, expected) =>
    expect(holds([condition(input, operator, value)])).toBe(expected),
  )
  it.each<[string, Condition['qualifier'], string, boolean]>([
    ['MAP-044', 'all', 'nikon', true],
    ['MAP-044', 'all', 'z', false],
    ['MAP-045', 'any', 'z', true],
    ['MAP-045', 'any', 'e-mount', false],
    ['MAP-046', 'none', 'e-mount', true],
    ['MAP-046', 'none', 'z', false],
  ])('%s MAP-065 %s of Brand and Mount contains "%s": %s', (_id, qualifier, value, expected) =>
    expect(holds([condition('{{Brand}},{{Mount}}', 'contains', value, qualifier)])).toBe(expected),
  )
  const yes = condition('Brand', 'equals', 'Nikon')
  const no = condition('Brand', 'equals', 'Canon')
  it.each<[string, Condition[][], boolean]>([
    ['MAP-059 a block holds when all of it does', [[yes, yes]], true],
    ['MAP-059 a block does not hold when one of it does not', [[yes, no]], false],
    ['MAP-060 one block is enough', [[no], [yes]], true],
    ['MAP-060 no block holds', [[no], [yes, no]], false],
    ['MAP-067 without conditions it applies', [], true],
    ['MAP-093 a block without conditions is none', [[], [no]], false],
  ])('%s', (_title, sets, expected) => expect(holds(...sets)).toBe(expected))
})

describe('an action', () => {
  it.each<[string, Action, string]>([
    ['MAP-048 MAP-051 sets an attribute', action('{{Kind}}', 'set value', 'For {{Brand}}'), 'For Nikon'],
    ['MAP-048 takes over another attribute', action('{{Kind}}', 'use value', '', '{{Mount}}'), 'Nikon Z'],
    ['MAP-049 appends as a word', action('{{Brand}}', 'append', 'Japan'), 'Nikon Japan'],
    ['MAP-050 prepends as a word', action('{{Brand}}', 'prepend', 'For'), 'For Nikon'],
    [
      'MAP-052 joins inputs, blanks left out',
      action('{{Kind}}', 'join with', ' / ', '{{Brand}},{{Empty}},{{Mount}}'),
      'Nikon / Nikon Z',
    ],
    ['MAP-052 appends joined inputs', action('{{Brand}}', 'append', ', ', '{{Mount}},{{Hood}}'), 'Nikon Nikon Z, 62.5'],
    ['MAP-053 splits an input', action('{{Kind}}', 'split by', ' x ', '{{Size}}'), '10, 20, 30'],
    ['MAP-055 adds', action('{{Kind}}', 'sum all', '', '{{Weight}},{{Hood}},{{Brand}}'), '477.5'],
    ['MAP-056 multiplies', action('{{Kind}}', 'multiply all', '', '{{Hood}},{{Pieces}}'), '187.5'],
    ['MAP-057 takes the highest', action('{{Kind}}', 'max', '', '{{Weight}},{{Hood}}'), '415'],
    ['MAP-058 takes the lowest', action('{{Kind}}', 'min', '', '{{Weight}},{{Hood}}'), '62.5'],
    ['takes nothing from what holds nothing', action('{{Brand}}', 'append', '{{Empty}}'), 'Nikon'],
    ['adds no words', action('{{Brand}}', 'sum all', '', '{{Mount}}'), 'Nikon'],
  ])('%s', (_title, example, expected) => {
    const { values } = run([rule([], example)])
    expect(values.get(example.target === '{{Brand}}' ? 'brand' : 'kind')).toBe(expected)
  })
  it('MAP-053 MAP-054 splits over several targets, and joins several targets into each', () => {
    const { values } = run([rule([], action('{{Length}},{{Width}},{{Height}}', 'split by', 'x', '{{Size}}'))])
    expect(['length', 'width', 'height'].map((name) => values.get(name))).toEqual(['10', '20', '30'])
    const joined = run([rule([], action('{{Brand}},{{Mount}}', 'join with', '-'))]).values
    expect([joined.get('brand'), joined.get('mount')]).toEqual(['Nikon-Nikon Z', 'Nikon-Nikon Z'])
    const sum = run([rule([], action('{{Weight}},{{Hood}}', 'sum all'))]).values
    expect([sum.get('weight'), sum.get('hood')]).toEqual(['477.5', '477.5'])
  })
  it('adds without the dust of binary fractions', () =>
    expect(
      run([rule([], action('{{Sum}}', 'sum all', '', 'A,B'))], product({ A: '0.1', B: '0.2' })).values.get('sum'),
    ).toBe('0.3'))
  it('MAP-003 MAP-008 rewrites what its mapping applies to where it names nothing, and keeps references', () => {
    const { texts, changes } = run([rule([], action('', 'append', 'by {{Brand}}'))])
    expect(texts.title).toBe('Prime lens {{Mount}} by {{Brand}}')
    expect(changes).toMatchObject([
      { target: 'title', isText: true, before: 'Prime lens Nikon Z', after: 'Prime lens Nikon Z by Nikon', rule: 1 },
    ])
    const description = compile([
      mapping({ applyTo: 'description', rules: [rule([], action('', 'use value', '<p>New</p>'))] }),
    ])
    expect(description(product()).texts).toEqual({ title: 'Prime lens {{Mount}}', description: '<p>New</p>' })
  })
  it('MAP-067 a rule without actions changes nothing', () => expect(run([rule([])]).changes).toEqual([]))
  it('MAP-100 leaves attributes alone that override dynamic mapping, and what names the product', () => {
    const { values, changes } = run(
      [rule([], action('{{Brand}},{{Mount}},{{SKU}}', 'set value', 'X'))],
      product(sample, ['mount']),
    )
    expect([values.get('brand'), values.get('mount'), values.get('sku')]).toEqual(['X', 'Nikon Z', 'NL-1'])
    expect(changes.map(({ target }) => target)).toEqual(['Brand'])
  })
  it('leaves a text alone that would become longer than any', () => {
    const grow = rule([], ...Array.from({ length: 20 }, () => action('{{A}}', 'append', '{{A}}')))
    const { values } = run([grow], product({ A: 'x'.repeat(10_000) }))
    expect(values.get('a')?.length).toBeLessThanOrEqual(200_000)
  })
})

describe('several mappings', () => {
  const sets = (name: string, more: Partial<RuleSet>) =>
    mapping({ name, ...more, rules: [rule([], action('{{Log}}', 'append', name))] })
  it('MAP-101 MAP-102 run the template’s own first, then by index, and later ones see what earlier ones made', () => {
    const all = [
      sets('d', { ownerType: 'Global', index: 1 }),
      sets('c', { ownerType: 'Global', index: 0 }),
      sets('b', { index: 2 }),
      sets('a', { index: 1 }),
    ]
    expect(compile(all)(product()).values.get('log')).toBe('a b c d')
    expect(inOrder(all).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
    const second = mapping({
      index: 1,
      rules: [rule([[condition('{{Log}}', 'equals', 'a')]], action('{{Seen}}', 'set value', 'yes'))],
    })
    expect(compile([sets('a', {}), second])(product()).values.get('seen')).toBe('yes')
  })
  it('MAP-016 MAP-017 run only when they are active, and enabled for the product', () => {
    const all = [sets('a', { active: false }), sets('b', { enabled: false }), sets('c', {})]
    expect(compile(all)(product()).values.get('log')).toBe('c')
  })
  it('cost at most so much; what is beyond that is left out and named', () => {
    const values = Array.from({ length: 100 }, (_, n) => `v${n}`).join(',')
    const dear = (name: string, index: number) =>
      mapping({
        name,
        index,
        rules: Array.from({ length: 11 }, () =>
          rule([[condition('{{Brand}}', 'equals', values)]], action('{{Log}}', 'append', name)),
        ),
      })
    expect(costOf(dear('one', 0))).toBe(1111)
    const { left } = compile([dear('one', 0), dear('two', 1), sets('three', { index: 2 })])(product())
    expect(left.map(({ name }) => name)).toEqual(['two', 'three'])
    expect(MOST_COST).toBe(2000)
  })
  it('an action costs what it reads and changes, and a name that is repeated counts once', () => {
    const costs = (...actions: Action[]) => costOf({ rules: [rule([], ...actions)] })
    const many = Array.from({ length: 30 }, (_, n) => `A${n}`).join(',')
    expect(costs(action('', 'append', 'x'), action('{{Mark}}', 'set value', 'y'))).toBe(2)
    expect(costs(action(many, 'set value', 'x'), action('{{Mark}}', 'join with', '-', many))).toBe(60)
    expect(costs(action(many, 'use value', '', many))).toBe(900)
    expect(costs(action('{{Mark}}', 'join with', '-', Array(5000).fill('Log').join()))).toBe(1)
  })
  it('values that are longer together than any text are neither joined nor split: they would fill the memory', () => {
    const names = Array.from({ length: 900 }, (_, n) => `Log ${n}`)
    const long = product(Object.fromEntries(names.map((name) => [name, 'word '.repeat(1800)])))
    const split = (input: readonly string[]) =>
      run([rule([], action('Mark,Note', 'split by', ' ', input.join()))], long).values.get('mark')
    expect([split(names), split(names.slice(0, 3))]).toEqual([undefined, 'word'])
  })
})

/** The characters of all texts that a run splits. */
function countSplit(run: () => void): number {
  let characters = 0
  const split = String.prototype.split as (this: string, ...rest: unknown[]) => string[]
  const spy = vi.spyOn(String.prototype, 'split').mockImplementation(function (this: string, ...rest: unknown[]) {
    characters += this.length
    return split.apply(this, rest)
  } as never)
  onTestFinished(() => spy.mockRestore())
  run()
  return characters
}

describe('rules that read and write too much', () => {
  const long = product({ A: 'ab '.repeat(3333) })
  const grow = rule([], ...Array.from({ length: 5 }, () => action('{{A}}', 'append', '', 'A')))
  const hostile = [
    grow,
    ...Array.from({ length: 30 }, () => rule([], ...Array(50).fill(action('B', 'split by', ' ', 'A')))),
  ]

  it('a text that rules made long is split only as often as the budget of characters allows', () => {
    const once = compile([mapping({ rules: hostile })])
    expect(countSplit(() => once(long))).toBeLessThan(MOST_METERED)
  })

  it('the rule at which the budget ran out is named, and no later one changes the product', () => {
    const words = mapping({ name: 'Words', rules: hostile })
    const after = mapping({ index: 1, rules: [rule([], action('', 'append', 'late'))] })
    const { stopped, texts, changes } = compile([words, after])(long)
    expect(stopped).toEqual({ mapping: { uuid: words.uuid, name: 'Words' }, rule: 2 })
    expect(texts.title).toBe('Prime lens {{Mount}}')
    expect(changes.every(({ mapping: { name } }) => name === 'Words')).toBe(true)
  })

  const condition20 = (operator: Condition['operator'], value: string) =>
    rule([Array.from({ length: 20 }, () => condition('{{A}}', operator, value))], action('{{Mark}}', 'set value', 'x'))
  const references = '{{A}}'.repeat(2000)
  it.each<[string, RuleSet['rules'][number]]>([
    ['appends to itself', rule([], ...Array(20).fill(action('{{A}}', 'append', '', 'A')))],
    ['prepends to itself', rule([], ...Array(20).fill(action('{{A}}', 'prepend', '', 'A')))],
    ['splits', rule([], action('{{A}}', 'append', '', 'A'), ...Array(40).fill(action('B', 'split by', ' ', 'A')))],
    ['joins', rule([], ...Array(40).fill(action('B', 'join with', 'x'.repeat(9000), 'A,A2,A3')))],
    ['uses another attribute', rule([], ...Array(40).fill(action('B', 'use value', '', 'A')))],
    ['sets references', rule([], ...Array(40).fill(action('B', 'set value', references)))],
    ['asks for references', condition20('equals', references)],
    ['looks inside for many values', condition20('contains', Array(90).fill('x').join())],
    ['adds', rule([], ...Array(40).fill(action('B', 'sum all', '', 'A,N')))],
    [
      'sets a long text for many attributes',
      rule([], action(Array.from({ length: 1000 }, (_, n) => `T${n}`).join(), 'set value', 'x'.repeat(9000))),
    ],
  ])('a rule that %s counts at most one step beyond the budget', (_title, hostileRule) => {
    const meter = new Meter()
    const values = new Map([
      ['a', 'ab '.repeat(3333)],
      ['n', '1'.repeat(90)],
    ])
    compile([mapping({ rules: Array(10).fill(hostileRule) })])({ ...product(), values, meter })
    // A step reads or writes no more than a text can have.
    expect(meter.spent).toBeLessThanOrEqual(MOST_METERED + 200_000 * 25)
  })

  it('rules of an ordinary product use less than a hundredth of the budget', () => {
    const meter = new Meter()
    const rules = Array.from({ length: 40 }, () =>
      rule([[condition('{{Brand}}', 'equals', 'Nikon, Canon')]], action('', 'append', 'for {{Mount}}')),
    )
    expect(compile([mapping({ rules })])({ ...product(), meter }).stopped).toBeUndefined()
    expect(meter.spent).toBeLessThan(MOST_METERED / 100)
  })
})

describe('any rules over any product', () => {
  const random = (seed: number) => () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
  const names = ['A', 'B', 'C']
  const words = ['1', '2.5', '30 g', 'red', 'Red', 'blue red', '', '-4']
  const arbitrary = (seed: number) => {
    const next = random(seed)
    const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T
    const some = (of: readonly string[]) => Array.from({ length: 1 + Math.floor(next() * 2) }, () => pick(of))
    const makeCondition = () =>
      condition(
        some(names)
          .map((n) => `{{${n}}}`)
          .join(','),
        pick(operators),
        some(words).join(','),
        pick(qualifiers),
      )
    const changes = () =>
      action(
        `{{${pick(names)}}}`,
        pick(['set value', 'append', 'prepend', 'sum all', 'join with', 'min'] as const),
        pick(words),
        next() < 0.4
          ? some(names)
              .map((n) => `{{${n}}}`)
              .join(',')
          : '',
      )
    const rules = Array.from({ length: 3 }, () =>
      rule(
        Array.from({ length: Math.floor(next() * 3) }, () =>
          Array.from({ length: 1 + Math.floor(next() * 2) }, makeCondition),
        ),
        changes(),
      ),
    )
    return { rules, input: product(Object.fromEntries(names.map((name) => [name, pick(words)]))) }
  }

  /** What MAP-059, MAP-060 and MAP-065 say, word for word. */
  const number = (text: string) => (/^-?\d+(\.\d+)?( g)?$/.test(text) ? Number.parseFloat(text) : undefined)
  const matches = (operator: string, input: string, values: string[]): boolean => {
    const same = values.map((value) => value.toLowerCase())
    const compare = (by: (a: number, b: number) => boolean) =>
      values.some((value) => {
        const [a, b] = [number(input), number(value)]
        return a !== undefined && b !== undefined && by(a, b)
      })
    if (operator === 'equals') return same.includes(input.toLowerCase())
    if (operator === 'not equals') return !same.includes(input.toLowerCase())
    if (operator === 'contains') return same.some((v) => v && input.toLowerCase().includes(v))
    if (operator === 'not contains') return same.every((v) => !v || !input.toLowerCase().includes(v))
    return compare(operator.includes('less') ? (a, b) => a < b : (a, b) => a > b)
  }
  const model = ({ input, operator, qualifier, value }: Condition, values: Map<string, string>): boolean => {
    const all = [...new Set(input.match(/[ABC]/g) ?? [])].map((name) => values.get(name.toLowerCase()) ?? '')
    const numbers = all.flatMap((text) => number(text) ?? [])
    const inputs = operator.startsWith('sum')
      ? [numbers.length ? String(numbers.reduce((a, b) => a + b, 0)) : 'none']
      : all
    const results = inputs.map((text) => matches(operator.replace('sum ', ''), text, value.split(',')))
    return qualifier === 'all' ? !results.includes(false) : results.includes(true) === (qualifier === 'any')
  }

  it('MAP-059 MAP-060 MAP-065 decides as the plain reading of the rules does, for 2,000 products', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const { rules, input } = arbitrary(seed)
      const [first] = rules
      const marked = compile([
        mapping({
          rules: [
            {
              uuid: uuid(),
              conditionSets: first?.conditionSets ?? [],
              actions: [action('{{Mark}}', 'set value', 'yes')],
            },
          ],
        }),
      ])(input)
      const sets = first?.conditionSets ?? []
      const expected =
        sets.length === 0 || sets.some(({ conditions }) => conditions.every((entry) => model(entry, input.values)))
      expect([seed, marked.values.get('mark') === 'yes']).toEqual([seed, expected])
    }
  })
  it('tells changes whose last one is what is there, and the first of which began with what was there', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const { rules, input } = arbitrary(seed)
      const { values, changes } = run(rules, input)
      for (const name of names) {
        const own = changes.filter(({ target }) => target === name)
        expect(own.at(-1)?.after ?? input.values.get(name.toLowerCase())).toBe(values.get(name.toLowerCase()))
        if (own[0]) expect(own[0].before).toBe(input.values.get(name.toLowerCase()))
        for (const [at, change] of own.entries()) if (at > 0) expect(change.before).toBe(own[at - 1]?.after)
      }
    }
  })
})
