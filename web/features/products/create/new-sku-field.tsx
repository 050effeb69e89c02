import { TextInput } from '@mantine/core'
import { SkuPrefixes } from '#web/form/products/sku-prefixes.tsx'
import { useSkuTaken } from '#web/form/products/sku-taken.ts'
import { type ProductForm, skuChars } from '../page/form.ts'
import classes from '../page/products.module.css'

/** The SKU of a new product, with prefixes to count on from (PRO-081, PRO-094). */
export function NewSkuField({ form, templateId }: { form: ProductForm; templateId: number }) {
  const skuProblem = useSkuTaken(form.draft.sku)
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
        error={form.errorOf('sku') ?? skuProblem}
        onChange={(event) => form.set('sku', event.currentTarget.value)}
        onBlur={() => form.touch('sku')}
      />
      <SkuPrefixes templateId={templateId} onPick={take} />
    </div>
  )
}
