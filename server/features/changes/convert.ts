import type {
  convertProduct as convertEndpoint,
  previewConversion as previewEndpoint,
} from '#contract/products/converting.ts'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import { valuesOf, nameKey } from '#domain/products/attributes/values.ts'
import { convert } from '#domain/templates/convert.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError } from '../../errors.ts'
import * as products from '../products/service.ts'
import * as templates from '../templates/service.ts'
import * as queries from './queries.ts'
import { changed } from './work.ts'

type Asked = HandlerInput<typeof convertEndpoint>['body']

/** What becomes of a product's attributes; nothing is locked or written. @throws not_found */
export async function previewConversion(
  ctx: Ctx,
  { productId, productTemplateId, attributes }: Asked,
): Promise<HandlerReply<typeof previewEndpoint>> {
  const product = (await products.presentMany(ctx, [productId])).get(productId)
  if (!product) throw new AppError('not_found')
  const template = await templates.summaryOf(ctx, productTemplateId)
  const { change, rows, missing } = convert(product.product, template.attributes, attributes)
  const values = valuesOf({ ...product.product, ...change })
  const free = template.attributes.filter(({ name }) => !values.get(nameKey(name))?.trim()).map(({ name }) => name)
  return { rows, missing, free }
}

/** Moves a product to another template, as a change set of its own. @throws not_found, invalid_input while it is live, or where a value would be lost unasked */
export const convertProduct = (
  ctx: Ctx,
  { productId, productTemplateId, attributes }: Asked,
): Promise<HandlerReply<typeof convertEndpoint>> =>
  inTransaction(ctx, async (ctx) => {
    const wantedChange: products.Wanted = {
      id: productId,
      levels: true,
      templateId: productTemplateId,
      plan(now, template) {
        if (now.templateId === productTemplateId) return null
        const { change, rows } = convert(now, template.attributes, attributes)
        const wrong = rows.filter(({ problem }) => problem)
        if (wrong.length > 0) return products.failure('invalid_input', wrong[0]?.problem, refusedAt(attributes, wrong))
        const { variations = now.variations ?? [], ...fields } = change
        return {
          attributes: now.attributes,
          ...fields,
          templateId: productTemplateId,
          ...(variations.length > 0 && { variations: variations.map(products.withoutPieces) }),
        }
      },
    }
    const [outcome] = await products.changeMany(ctx, [wantedChange], { reason: 'edit' })
    if (!outcome) throw new AppError('internal')
    if (outcome.state === 'failed') throw new AppError(outcome.code, outcome.message, { fields: outcome.fields })
    const product = await products.get(ctx, productId)
    if (outcome.state === 'unchanged') return { ...product, changeSetId: null }
    const title = `${product.sku}: converted to ${product.template.name}`
    const changeSetId = await queries.insertSet(ctx, { kind: 'edit', title, state: 'done', collected: true })
    await queries.addSettled(ctx, changeSetId, [changed(outcome)])
    return { ...product, changeSetId }
  })

/** The sentence at each choice that cannot be. */
const refusedAt = (choices: Asked['attributes'], wrong: readonly { name: string; problem: string }[]) =>
  Object.fromEntries(
    wrong.flatMap(({ name, problem }) => {
      const at = choices.findIndex((choice) => nameKey(choice.name) === nameKey(name))
      return at < 0 ? [] : [[`attributes.${at}.to`, problem]]
    }),
  )
