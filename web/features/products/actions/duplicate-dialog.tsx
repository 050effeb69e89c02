import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { copySku, duplicateProduct } from '#contract/products/products.ts'
import { useRead, useWrite } from '#web/api.ts'
import type { ApiError } from '#web/call.ts'
import { useSkuTaken } from '#web/form/products/sku-taken.ts'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import type { Product } from '../page/draft.ts'
import { skuChars } from '../page/form.ts'
import classes from '../page/products.module.css'

/** Asks for the SKU of a copy, and makes it. */
export function DuplicateDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const navigate = useNavigate()
  const suggested = useRead(copySku, { params: { id: product.id } })
  const [typed, setTyped] = useState<string>()
  const [tried, setTried] = useState(false)
  const sku = (typed ?? suggested.data?.sku ?? '').trim()
  const skuProblem = useSkuTaken(typed === undefined ? '' : sku)
  const copy = useWrite(duplicateProduct, {
    quiet: true,
    onSuccess: ({ id }) => {
      toast.success('Product duplicated.', { detail: sku })
      onClose()
      void navigate({ to: '/product/$productId', params: { productId: String(id) }, ignoreBlocker: true })
    },
  })
  const problem = skuProblem ?? (tried && !sku ? 'Enter a SKU for the copy.' : problemOf(copy.error))
  return (
    <FormDialog opened onClose={onClose} title={`Duplicate ${product.sku}`} size={440}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (sku && !skuProblem && !copy.isPending) copy.mutate({ params: { id: product.id }, body: { sku } })
        }}
      >
        <div className={dialog.body}>
          <TextInput
            data-autofocus
            label="SKU of the copy"
            description={problem ? undefined : 'Everything is copied except stock, which starts at 0.'}
            placeholder={suggested.isPending ? 'Finding an unused SKU…' : undefined}
            maxLength={skuChars}
            autoComplete="off"
            classNames={{ input: classes.monoInput }}
            value={typed ?? suggested.data?.sku ?? ''}
            error={problem}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              if (copy.isError) copy.reset()
            }}
          />
        </div>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={copy.isPending}>
            Create copy
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}

function problemOf(error: ApiError | null): string | undefined {
  if (!error) return undefined
  const ofVariation = !error.fields.sku && Object.keys(error.fields).some((field) => field.startsWith('variations.'))
  return ofVariation
    ? 'One of its variations would get a SKU that’s already in use. Enter a different SKU.'
    : (error.fields.sku ?? error.message)
}
