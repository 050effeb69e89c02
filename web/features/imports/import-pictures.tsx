import { importPictures } from '#contract/products/images.ts'
import { useRead } from '#web/api.ts'
import { number, plural } from '#web/ui/format.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { CouldNotLoad } from '#web/ui/layout/could-not-load.tsx'
import { Link } from '#web/ui/link.tsx'

/** How many that could not be copied are named. */
const named = 5

/** How far the copying of the pictures is that a file named, and which could not be had; nothing where it named none. */
export function ImportPictures({ importId }: { importId: number }) {
  const pictures = useRead(importPictures, { params: { id: importId } })
  if (!pictures.data) return <CouldNotLoad what="Image copy progress" read={pictures} />
  const { waiting, copied, failed, failures } = pictures.data
  const all = waiting + copied + failed
  if (all === 0) return null
  if (waiting > 0)
    return (
      <Callout>
        Copying images to Motto: {number(copied + failed)} of {number(all)}. Until it’s done, images load from the
        original shop. You can leave this page.
      </Callout>
    )
  if (failed === 0) return <Callout tone="success">{plural(copied, 'image')} copied to Motto.</Callout>
  return (
    <Callout tone="warning">
      <div>
        {number(copied)} of {plural(all, 'image')} copied to Motto. {number(failed)} couldn’t be copied and{' '}
        {failed === 1 ? 'is' : 'are'} still shown from the other shop:
      </div>
      <ul>
        {failures.slice(0, named).map(({ productId, sku, url, reason }) => (
          <li key={`${productId} ${url}`}>
            <Link to="/product/$productId" params={{ productId: String(productId) }}>
              {sku}
            </Link>
            : {reason}
          </li>
        ))}
      </ul>
      {failed > named && <div>See the product pages for the rest.</div>}
    </Callout>
  )
}
