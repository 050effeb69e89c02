import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ebay } from '#contract/channels/ebay.ts'
import { type RuleSet, actionNames, operators, qualifiers } from '#contract/mappings/mappings.ts'
import { compile } from '../mappings/dynamic.ts'
import { compileValues } from '../mappings/values.ts'
import { brief, stepsOf } from './content/origins.ts'
import { type ListingSource, resolveListing } from './content/resolve.ts'

/*
 * Whatever product, listing template, words of the product alone, rules and value mappings: what is published is what its explanation says
 * last, and who says it is the one that a plain reading of the layers names.
 */

const uuid = '00000000-0000-4000-8000-000000000001'
const names = ['Brand', 'color', 'Size'] as const
const name = fc.constantFrom(...names)
const value = fc.constantFrom('', ' ', 'Blue', 'XL', '30 g', 'a, b', 'é & <b>', 'long '.repeat(60))
const written = fc.constantFrom('', '  ', 'Fixed', 'By {{Brand}}', '{{COLOR}}  {{Size}}', '{{Nothing}}', 'Blue')
const aspects = fc.uniqueArray(fc.record({ name, value: written }), { selector: (entry) => entry.name, maxLength: 3 })
const layer = fc.record({
  title: written,
  description: written,
  subtitle: written,
  condition: fc.constantFrom('', 'Used - Good'),
  returnPolicyId: fc.constantFrom('', 'R1', 'R2'),
  aspects,
})
type Layer = typeof layer extends fc.Arbitrary<infer L> ? L : never
const attribute = fc.record({ name, value, overrideDynamicMapping: fc.boolean() })
const reference = name.map((attributeName) => `{{${attributeName}}}`)
const rule = fc.record({
  uuid: fc.constant(uuid),
  conditionSets: fc.array(
    fc.record({
      uuid: fc.constant(uuid),
      conditions: fc.array(
        fc.record({
          uuid: fc.constant(uuid),
          input: reference,
          operator: fc.constantFrom(...operators),
          qualifier: fc.constantFrom(...qualifiers),
          value,
        }),
        { minLength: 1, maxLength: 2 },
      ),
    }),
    { maxLength: 1 },
  ),
  actions: fc.array(
    fc.record({
      uuid: fc.constant(uuid),
      target: fc.oneof(fc.constant(''), reference, fc.constant('{{Made}}'), fc.constant('{{Vendor}}')),
      action: fc.constantFrom(...actionNames),
      input: fc.oneof(fc.constant(''), reference),
      value: written,
    }),
    { maxLength: 2 },
  ),
})
const rules = fc
  .array(fc.record({ applyTo: fc.constantFrom('title', 'description'), rules: fc.array(rule, { maxLength: 2 }) }), {
    maxLength: 2,
  })
  .map((all) =>
    all.map(
      (ruled, index): RuleSet => ({
        ...(ruled as Pick<RuleSet, 'applyTo' | 'rules'>),
        uuid,
        name: `Mapping ${index}`,
        ownerType: 'Template',
        index,
        active: true,
        enabled: true,
      }),
    ),
  )
const values = fc.array(
  fc.record({
    target: fc.constantFrom('Brand', 'Color', 'Size', 'Condition', 'Tags', 'Vendor'),
    from: value,
    to: value,
  }),
  { maxLength: 4 },
)

const built = (input: {
  attributes: (typeof attribute extends fc.Arbitrary<infer A> ? A : never)[]
  vendor: string
  tags: string[]
  schema: Layer
  own: Layer
  account: string
  rules: RuleSet[]
  values: { target: string; from: string; to: string }[]
}): ListingSource => ({
  product: {
    title: 'A {{color}} shirt',
    description: '<p>Of {{Brand}}</p>',
    condition: 'New',
    price: 5000,
    vendor: input.vendor,
    tags: input.tags,
    images: [],
    attributes: input.attributes,
    sku: 'OB-1',
    barcode: '',
    location: '',
    warehouse: '',
    bin: '',
  },
  variations: [],
  available: 1,
  variesBy: [],
  schema: { name: 'Used', fields: fieldsOf(input.schema) },
  overrides: fieldsOf(input.own),
  account: { returnPolicyId: input.account },
  described: ebay.fields,
  buffer: 0,
  rules: input.rules.length > 0 ? compile(input.rules) : undefined,
  mapValue: compileValues(
    input.values.map(({ target, from, to }, index) => ({
      uuid,
      name: `Values ${index}`,
      index,
      mappings: [{ uuid, targetName: target, values: [{ uuid, targetValue: to, sourceValues: [from] }] }],
    })),
  ),
})
const fieldsOf = ({ aspects: list, ...rest }: Layer) => ({
  ...rest,
  aspects: list.map((aspect) => ({
    aspectName: aspect.name,
    value: aspect.value,
    dataType: 'STRING',
    required: false,
  })),
})
const source = fc.record({
  attributes: fc.uniqueArray(attribute, { selector: (item) => item.name }),
  vendor: fc.constantFrom('', 'Northern'),
  tags: fc.constantFrom<string[]>([], ['men', 'Blue']),
  schema: layer,
  own: layer,
  account: fc.constantFrom('', 'R3'),
  rules,
  values,
})
const runs = { numRuns: 1500 }

/** What is published, by the path under which it is explained. */
function publishedOf({ title, description, condition, vendor, tags, fields }: ReturnType<typeof resolveListing>) {
  const list = fields.aspects as { aspectName: string; value: string | string[] }[]
  return {
    title,
    description,
    condition,
    vendor,
    tags: tags.join(', '),
    subtitle: fields.subtitle as string | undefined,
    returnPolicyId: fields.returnPolicyId as string | undefined,
    ...Object.fromEntries(list.map((aspect) => [`aspects.${aspect.aspectName}`, [aspect.value].flat().join(', ')])),
  }
}

describe('any listing', () => {
  it('is explained by chains whose last link is what is published, and nothing is published without one', () => {
    fc.assert(
      fc.property(source, (input) => {
        const listing = resolveListing(built(input))
        for (const [path, value] of Object.entries(publishedOf(listing))) {
          const last = stepsOf(listing.origins(), path).at(-1)
          expect([path, last?.value ?? '']).toEqual([path, brief(value ?? '')])
        }
      }),
      runs,
    )
  })

  it('says of each field what the product alone says, else the listing template, else the account or the product', () => {
    fc.assert(
      fc.property(source, (input) => {
        const { fields, origins } = resolveListing({ ...built(input), rules: undefined, mapValue: undefined })
        const filled = (text: string) => text !== ''
        const policy = [input.own.returnPolicyId, input.schema.returnPolicyId, input.account].find(filled)
        expect(fields.returnPolicyId ?? '').toBe(policy ?? '')
        expect(stepsOf(origins(), 'returnPolicyId').map(({ from }) => from)).toEqual(
          input.own.returnPolicyId
            ? ['override']
            : input.schema.returnPolicyId
              ? ['schema']
              : input.account
                ? ['account']
                : [],
        )
        const text = (template: string) => {
          const known = new Map(input.attributes.map((own) => [own.name.toLowerCase(), own.value]))
          return template.replaceAll(/\{\{(\w+)\}\}/g, (as: string, attributeName: string) => {
            const replacement = known.get(attributeName.toLowerCase()) ?? ''
            return replacement.trim() === '' ? as : replacement
          })
        }
        for (const attributeName of names) {
          const ofLayer = (layer: Layer) =>
            layer.aspects.find((each) => each.name === attributeName && each.value.trim() !== '')
          const own = input.attributes.find((each) => each.name === attributeName && each.value.trim() !== '')?.value
          const shade = ofLayer(input.own) ?? ofLayer(input.schema)
          const resolved = shade && text(shade.value).trim() !== '' ? text(shade.value) : undefined
          const from =
            resolved === undefined ? (own ? 'attribute' : undefined) : ofLayer(input.own) ? 'override' : 'schema'
          const published = publishedOf({ fields, tags: [] } as never) as Record<string, string | undefined>
          expect([attributeName, published[`aspects.${attributeName}`]?.trim()]).toEqual([
            attributeName,
            (resolved ?? own)?.trim(),
          ])
          expect([attributeName, stepsOf(origins(), `aspects.${attributeName}`)[0]?.from]).toEqual([
            attributeName,
            from,
          ])
        }
      }),
      runs,
    )
  })
})
