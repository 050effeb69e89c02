import type { ImportMapping } from '#contract/imports.ts'
import type { Judgement } from '#domain/imports/planning/judge.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import type { Ctx } from '../../../context.ts'
import * as templates from '../../templates/service.ts'

/** Adds attributes to templates whose products have them (IMP-017, IMP-105, IMP-108), before the products that need them. */
export class AddedAttributes {
  readonly #ctx: Ctx
  readonly #wanted: ReadonlySet<string>
  readonly #there = new Map<number, Set<string>>()

  constructor(ctx: Ctx, { addAttributes, attributeMappings, newAttributes }: ImportMapping) {
    this.#ctx = ctx
    this.#wanted = new Set(
      [...(addAttributes ? Object.keys(attributeMappings) : []), ...newAttributes.map((a) => a.name)].map(nameKey),
    )
  }

  get any(): boolean {
    return this.#wanted.size > 0
  }

  async add(judged: readonly Judgement[]): Promise<void> {
    const needed = new Map<number, Map<string, string>>()
    for (const j of judged) {
      const [templateId, named] =
        j.outcome === 'create'
          ? [j.product.templateId, j.product.attributes ?? []]
          : j.outcome === 'update'
            ? [j.templateId, j.read.attributes]
            : [undefined, []]
      if (templateId === undefined) continue
      const names = needed.get(templateId) ?? new Map<string, string>()
      for (const { name, value } of named)
        if (value !== '' && this.#wanted.has(nameKey(name)) && !this.#there.get(templateId)?.has(nameKey(name)))
          names.set(nameKey(name), name)
      needed.set(templateId, names)
    }
    for (const [templateId, names] of needed) {
      if (names.size > 0) await templates.addAttributes(this.#ctx, { templateId, attributes: [...names.values()] })
      this.#there.set(templateId, new Set([...(this.#there.get(templateId) ?? []), ...names.keys()]))
    }
  }
}
