import { getTemplate, allAttributes } from '#contract/templates.ts'
import { listDynamicMappings } from '#contract/mappings/mappings.ts'
import { getProduct } from '#contract/products/products.ts'
import { useRead } from '#web/api.ts'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { useState } from 'react'
import { DynamicEditor } from './dynamic-editor.tsx'
import classes from './dynamic.module.css'

interface Props {
  templateId: number
  /** The product whose switches are shown. */
  productId?: number | undefined
  /** What it opens with: `title`, `description`, or a rule as `{mapping}.{number}`. */
  at: string
  onClose: () => void
}

/** Rules of dynamic mapping: of a template, and global ones. */
export function DynamicDialog({ templateId, productId, at, onClose }: Props) {
  const template = useRead(getTemplate, { params: { id: templateId } })
  const product = useRead(getProduct, { params: { id: productId ?? 0 } }, { enabled: productId !== undefined })
  const mappings = useRead(listDynamicMappings, { query: { parentId: templateId, childId: productId } })
  const everywhere = useRead(allAttributes)
  const [dirty, setDirty] = useState(false)
  const reads = [template, mappings, everywhere, ...(productId === undefined ? [] : [product])]
  const failed = reads.find((read) => read.isError && !read.data)
  const sku = product.data?.sku
  return (
    <FormDialog
      opened
      onClose={onClose}
      dirty={dirty}
      size={1216}
      yOffset={24}
      classNames={{ inner: classes.inner, content: classes.dialog, body: classes.dialogBody }}
      title={
        <span className={classes.title}>
          Dynamic Mapping{' '}
          <small className="subtle">
            {template.data?.name}
            {sku && ` for ${sku}`}
          </small>
        </span>
      }
    >
      {failed ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : template.data && mappings.data && everywhere.data && (productId === undefined || product.data) ? (
        <DynamicEditor
          template={template.data}
          product={product.data}
          mappings={mappings.data}
          everywhere={everywhere.data.map(({ name }) => name)}
          at={at}
          onDirty={setDirty}
          onClose={onClose}
        />
      ) : (
        <FormSkeleton fields={6} label="Loading the rules" />
      )}
    </FormDialog>
  )
}
