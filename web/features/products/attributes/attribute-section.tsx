import type { Template } from '../page/draft.ts'
import { attributesOf } from '../page/draft.ts'
import type { ProductForm } from '../page/form.ts'
import { GenerateAttributes } from '../generate/generate-attributes.tsx'
import { OfferedAttributes } from './offered-attributes.tsx'
import type { useMade } from './use-made.ts'

interface Props {
  form: ProductForm
  template: Template
  productId: number
  made: NonNullable<ReturnType<typeof useMade>>
  /** Keeps the changes. @returns whether they are kept */
  onSave: () => Promise<boolean>
}

/** The attributes of a product that is there, with the button that fills them from its title. */
export const AttributeSection = ({ form, template, productId, made, onSave }: Props) => (
  <>
    <GenerateAttributes form={form} template={template} productId={productId} onSave={onSave} />
    <OfferedAttributes
      templateId={template.id}
      productId={productId}
      template={attributesOf(template)}
      value={form.draft.attributes}
      texts={form.draft}
      made={made}
      onChange={(next) => form.set('attributes', next)}
    />
  </>
)
