import type { ImportMapping } from '#contract/imports.ts'
import type { ReadProduct } from '#domain/imports/planning/product.ts'
import { NAME_LENGTH } from '#domain/imports/mapping/fields.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import type { Ctx } from '../../../context.ts'
import * as templates from '../../templates/service.ts'

/** As the contract of templates has it. */
const MOST_OF_TEMPLATE = 3

/** Makes the options of a file, such as Shopify's Color, variation attributes of the templates that the import makes or may extend. */
export class OptionAttributes {
  readonly #ctx: Ctx
  readonly #extends: boolean
  readonly #there = new Map<number, Set<string>>()

  constructor(ctx: Ctx, { addAttributes }: ImportMapping) {
    this.#ctx = ctx
    this.#extends = addAttributes
  }

  /** @param made templates of this import that did not exist before */
  async add(products: readonly { templateId: number; read: ReadProduct }[], made: ReadonlySet<number>): Promise<void> {
    const byTemplate = Map.groupBy(
      products.filter(({ templateId }) => this.#extends || made.has(templateId)),
      ({ templateId }) => templateId,
    )
    for (const [templateId, group] of byTemplate) {
      const names = new Map(
        group.flatMap(({ read }) => optionNames(read).map((name) => [nameKey(name), name] as const)),
      )
      const there = this.#there.get(templateId) ?? new Set()
      const added = [...names].flatMap(([key, name]) => (there.has(key) ? [] : [name]))
      this.#there.set(templateId, there.union(new Set(names.keys())))
      if (added.length > 0) await this.#extend(templateId, added)
    }
  }

  async #extend(templateId: number, names: readonly string[]): Promise<void> {
    const { attributes, variations } = await templates.addAttributes(this.#ctx, { templateId, attributes: [...names] })
    const spelled = new Map(attributes.map(({ name }) => [nameKey(name), name]))
    const chosen = new Set([...variations, ...names].map((name) => spelled.get(nameKey(name)) ?? name))
    const shown = [...chosen].slice(0, Math.max(MOST_OF_TEMPLATE, variations.length))
    if (shown.length > variations.length) await templates.save(this.#ctx, templateId, { variations: shown })
  }
}

/** The names of what distinguishes the variations of a product. */
const optionNames = ({ variations }: ReadProduct) =>
  variations.flatMap(({ attributes }) =>
    attributes.flatMap(({ name, value }) => (value.trim() === '' || name.length > NAME_LENGTH ? [] : [name.trim()])),
  )
