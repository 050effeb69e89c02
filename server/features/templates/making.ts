import type { TemplateAttribute } from '#contract/templates.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import * as queries from './queries.ts'
import { create, save } from './service.ts'

type Content = Omit<Parameters<typeof save>[2], 'attributes' | 'name'> & {
  attributes: Omit<TemplateAttribute, 'id' | 'index'>[]
}

/** Makes a template with what it is to hold; built-in attributes that the content does not name come first. @throws template_taken */
export const make = (ctx: Ctx, name: string, { attributes, ...content }: Content): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    const { id } = await create(ctx, { name, description: '', notes: '' })
    const own = new Map((await queries.attributesOf(ctx, id)).map((a) => [nameKey(a.name), a]))
    const input = attributes.map((a) => {
      const known = own.get(nameKey(a.name))
      own.delete(nameKey(a.name))
      return known ? { ...a, id: known.id, name: known.name } : a
    })
    await save(ctx, id, { ...content, attributes: [...own.values(), ...input] })
    return id
  })
