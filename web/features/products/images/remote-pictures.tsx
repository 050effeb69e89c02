import { Button } from '@mantine/core'
import { productPictures, retryProductPictures } from '#contract/products/images.ts'
import { isOwn } from '#domain/images/sizes.ts'
import { useRead, useWrite } from '#web/api.ts'
import { useWritable, Writable } from '#web/may.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { CouldNotLoad } from '#web/ui/layout/could-not-load.tsx'
import { plural } from '#web/ui/format.ts'

/** What becomes of pictures that an import linked from another shop; nothing where all are our own. */
export function RemotePictures({ productId, urls }: { productId: number; urls: readonly string[] }) {
  const elsewhere = urls.some((url) => !isOwn(url))
  const pictures = useRead(productPictures, { params: { id: productId } }, { enabled: elsewhere })
  const retry = useWrite(retryProductPictures)
  const writable = useWritable()
  if (!elsewhere) return null
  // Who may only look can do nothing about pictures, nor press a button among these fields.
  if (!pictures.data) return writable && <CouldNotLoad what="Imported images" read={pictures} />
  const { waiting, failed, failures } = pictures.data
  if (waiting > 0)
    return (
      <Callout>
        {plural(waiting, 'image')} from another shop {waiting === 1 ? 'is' : 'are'} being copied to Motto. You can leave
        this page.
      </Callout>
    )
  if (failed === 0) return null
  return (
    <Callout
      tone="warning"
      action={
        <Writable needs="products:write">
          <Button
            size="xs"
            variant="default"
            loading={retry.isPending}
            onClick={() => retry.mutate({ params: { id: productId } })}
          >
            Try again
          </Button>
        </Writable>
      }
    >
      {plural(failed, 'image')} couldn’t be copied and {failed === 1 ? 'is' : 'are'} still shown from the other shop:{' '}
      {[...new Set(failures.map(({ reason }) => reason))].join(' ')}
    </Callout>
  )
}
