import { TextInput } from '@mantine/core'
import { SkuPrefixes } from '#web/form/products/sku-prefixes.tsx'
import { type ProductForm, skuChars } from '../page/form.ts'
import classes from '../page/products.module.css'

interface Props {
  form: ProductForm
  /** That another product has this SKU; what is said here also keeps the wizard from its next step. */
  problem: string | undefined
  templateId: number
}

/** The SKU of a new product, with prefixes to count on from (PRO-081, PRO-094). */
export function NewSkuField({ form, problem, templateId }: Props) {
  const take = (sku: string) => form.set('sku', sku)
  return (
    <div className={classes.skuRow}>
      <TextInput
        className="grow"
        label="SKU"
        required
        maxLength={skuChars}
        autoComplete="off"
        classNames={{ input: classes.monoInput }}
        value={form.draft.sku}
        error={form.errorOf('sku') ?? problem}
        onChange={(event) => form.set('sku', event.currentTarget.value)}
        onBlur={() => form.touch('sku')}
      />
      <SkuPrefixes templateId={templateId} onPick={take} />
    </div>
  )
}
