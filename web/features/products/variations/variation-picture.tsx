import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { Image } from '#contract/shapes.ts'
import { variationPictures } from '#domain/products/variations/image.ts'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { plural } from '#web/ui/format.ts'
import { ImageTile } from '#web/ui/images/image-tile.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import type { DraftVariation } from '../page/draft.ts'
import { valueOf } from './variation-values.ts'
import classes from './variations.module.css'

interface Props {
  rows: readonly DraftVariation[]
  /** Whose picture is chosen first. */
  at: number
  /** The attributes by which the template varies. */
  names: readonly string[]
  ofProduct: readonly Image[]
  onChange: (rows: DraftVariation[]) => void
  onClose: () => void
}

/** Which of the product's pictures a variation shows on channels; the same for all that share a value, where that is wanted. */
export function VariationPicture({ rows, at, names, ofProduct, onChange, onClose }: Props) {
  const group = useId()
  const row = rows[at]
  const [chosen, setChosen] = useState(() => (row && variationPictures(row, ofProduct)[0]) ?? '')
  const [scope, setScope] = useState('one')
  if (!row) return null
  const offered = [...new Map([...ofProduct, ...row.images].map((image) => [image.url, image])).values()]
  const shared = names.flatMap((name, index) => {
    const value = valueOf(row, name).trim()
    const like = value === '' ? [] : rows.filter((other) => valueOf(other, name).trim() === value)
    return like.length > 1 && like.length < rows.length
      ? [{ value: String(index), label: `All ${plural(like.length, 'variation')} with ${name} ${value}`, like }]
      : []
  })
  const scopes = [
    { value: 'one', label: 'This variation', like: [row] },
    ...shared,
    ...(rows.length > 1 ? [{ value: 'all', label: `All ${plural(rows.length, 'variation')}`, like: [...rows] }] : []),
  ]
  const use = () => {
    const meant = new Set(scopes.find(({ value }) => value === scope)?.like)
    onChange(
      rows.map((other) => (meant.has(other) ? withPicture(other, chosen, { ofProduct, own: row.images }) : other)),
    )
    onClose()
  }
  const label = row.name || `variation ${at + 1}`
  return (
    <FormDialog opened onClose={onClose} title={`Image of ${label}`} size={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          use()
        }}
      >
        <div className={dialog.body}>
          {offered.length === 0 ? (
            <p className="muted">No images yet. Add images to the product first.</p>
          ) : (
            <>
              <fieldset className={classes.choices}>
                <legend className="muted">Used on channels that support variation images.</legend>
                {['', ...offered.map(({ url }) => url)].map((url, n) => (
                  <label key={url} className={classes.choice}>
                    <input
                      type="radio"
                      className="sr-only"
                      name={group}
                      data-autofocus={url === chosen || undefined}
                      checked={url === chosen}
                      onChange={() => setChosen(url)}
                      aria-label={url ? `Image ${n}` : 'No image'}
                    />
                    {url ? <ImageTile url={url} alt="" /> : <span className={classes.none}>None</span>}
                  </label>
                ))}
              </fieldset>
              {scopes.length > 1 && (
                <Select
                  label="Use image for"
                  allowDeselect={false}
                  data={scopes.map(({ value, label }) => ({ value, label }))}
                  value={scope}
                  onChange={(value) => setScope(value ?? 'one')}
                />
              )}
            </>
          )}
        </div>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {offered.length === 0 ? 'Close' : 'Cancel'}
          </Button>
          {offered.length > 0 && <Button type="submit">Use</Button>}
        </DialogFooter>
      </form>
    </FormDialog>
  )
}

/** @param from where the picture may stand: with the product, or as another variation's own */
function withPicture(
  row: DraftVariation,
  url: string,
  from: { ofProduct: readonly Image[]; own: readonly Image[] },
): DraftVariation {
  if (!url) return { ...row, images: [], selectedImages: [] }
  const elsewhere = from.ofProduct.some((image) => image.url === url)
    ? undefined
    : from.own.find((image) => image.url === url)
  const images = elsewhere && !row.images.some((image) => image.url === url) ? [elsewhere, ...row.images] : row.images
  return { ...row, images, selectedImages: [url] }
}
