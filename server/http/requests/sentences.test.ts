import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sentenceOf } from './sentences.ts'

const messageOf = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value, { error: sentenceOf })
  return Object.fromEntries((error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]))
}

describe('what is wrong with an input', () => {
  it('is said in a sentence, at its place', () => {
    const schema = z.object({
      name: z.string().min(1).max(5),
      title: z.string(),
      pin: z.string().min(4),
      price: z.number().min(0).max(10),
      ids: z.array(z.number().int()).min(1).max(2),
      sort: z.enum(['sku', 'title']),
      ok: z.literal(true),
      id: z.uuid(),
      either: z.union([z.number(), z.boolean()]),
    })
    expect(
      messageOf(schema, {
        name: '',
        title: 5,
        pin: '1',
        price: -1,
        ids: [],
        sort: 'x',
        ok: false,
        id: 'x',
        either: 'x',
      }),
    ).toEqual({
      name: 'This is required.',
      title: 'Must be a text.',
      pin: 'At least 4 characters.',
      price: 'At least 0.',
      ids: 'At least 1 item.',
      sort: 'Must be one of sku, title.',
      ok: 'Must be true.',
      id: 'This value isn’t valid.',
      either: 'This value isn’t valid.',
    })
    expect(
      messageOf(schema, {
        name: 'longer',
        title: 'x',
        pin: '1234',
        price: 11,
        ids: [1, 2.5],
        sort: 'sku',
        ok: true,
        id: crypto.randomUUID(),
        either: 1,
      }),
    ).toEqual({
      name: 'At most 5 characters.',
      price: 'At most 10.',
      'ids.1': 'Must be a whole number.',
    })
    expect(messageOf(z.array(z.number()).max(2), [1, 2, 3])).toEqual({ '': 'At most 2 items.' })
  })
  it('names what is missing', () => {
    expect(
      messageOf(z.object({ a: z.string(), b: z.number(), c: z.enum(['x']), d: z.union([z.string(), z.number()]) }), {}),
    ).toEqual({
      a: 'This is required.',
      b: 'This is required.',
      c: 'This is required.',
      d: 'This is required.',
    })
  })
  it('leaves the contract its own words', () => {
    expect(messageOf(z.object({ sku: z.string('Give an SKU.').min(1, 'SKU is required.') }), { sku: '' })).toEqual({
      sku: 'SKU is required.',
    })
    expect(messageOf(z.object({ sku: z.string('Give an SKU.') }), {})).toEqual({ sku: 'Give an SKU.' })
  })
})
