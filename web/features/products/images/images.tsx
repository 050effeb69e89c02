import { ActionIcon, Button, Modal } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import type { Image } from '#contract/shapes.ts'
import { useWritable } from '#web/may.tsx'
import { moved } from '#web/form/move.ts'
import { useDragOrder } from '#web/form/use-drag-order.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { ImageTile } from '#web/ui/images/image-tile.tsx'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { Picture } from '#web/ui/images/picture.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import classes from './images.module.css'
import { accepted, mostImages, usePastedFiles, useUpload } from './use-upload.ts'

const ImportDialog = onDemand(async () => (await import('../elsewhere/import-dialog.tsx')).ImportDialog)

/** Of a picture looked at large, in CSS pixels. */
const largeWidth = 640

interface Props {
  value: Image[]
  onChange: (change: (images: Image[]) => Image[]) => void
}

/** The pictures of a product: add, reorder by dragging or with the arrows, look at, delete. */
export function Images({ value, onChange }: Props) {
  const [shown, setShown] = useState<number | null>(null)
  const item = useDragOrder((from, to) => onChange((images) => moved(images, from, to)))
  const writable = useWritable()
  const { uploading, add, failed } = useUpload(value, onChange)
  /** Addresses with which the import begins; undefined while it is closed. */
  const [importing, setImporting] = useState<string>()
  const room = mostImages - value.length - uploading.length
  const open = writable && room > 0
  usePastedFiles(open, add)
  const take = (url: string) =>
    onChange((images) =>
      images.some((image) => image.url === url) ? images : [...images, { url, source: 'cloudinary' }],
    )
  const fromElsewhere = (addresses: string[]) => {
    const others = addresses.filter((url) => !value.some((image) => image.url === url))
    if (others.length > 0) setImporting(others.join('\n'))
  }
  const move = (from: number, to: number) => onChange((images) => moved(images, from, to))
  return (
    <>
      <ul className={classes.images}>
        {value.map(({ url }, index) => (
          <li key={url} {...item(index)}>
            {/* A link, because no browser lets a button be dragged everywhere. */}
            <a
              className={classes.picture}
              href={url}
              draggable={false}
              aria-label={`Preview image ${index + 1}${index === 0 ? ', Main' : ''}`}
              onClick={(event) => {
                event.preventDefault()
                setShown(index)
              }}
            >
              <ImageTile url={url} alt="" tag={index === 0 ? 'Main' : undefined} />
            </a>
            {writable && (
              <div className={classes.pictureTools}>
                <ActionIcon
                  size={24}
                  aria-label={`Move image ${index + 1} to the front`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <Icon name="chevron-left" size="s" />
                </ActionIcon>
                <ActionIcon
                  size={24}
                  aria-label={`Move image ${index + 1} to the back`}
                  disabled={index === value.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <Icon name="chevron-right" size="s" />
                </ActionIcon>
                <ActionIcon
                  size={24}
                  aria-label={`Delete image ${index + 1}`}
                  onClick={() => onChange((images) => images.filter((image) => image.url !== url))}
                >
                  <Icon name="trash" size="s" />
                </ActionIcon>
              </div>
            )}
          </li>
        ))}
        {uploading.map((name) => (
          <li key={name} className={classes.uploading} role="status">
            Uploading {name}
          </li>
        ))}
        {open && <AddTile onFiles={add} onAddresses={fromElsewhere} />}
      </ul>
      {open && (
        <Button
          variant="default"
          size="xs"
          className={classes.import}
          leftSection={<Icon name="link" size="s" />}
          onClick={() => setImporting('')}
        >
          Import images
        </Button>
      )}
      {importing !== undefined && (
        <ImportDialog begin={importing} room={room} onPicture={take} onClose={() => setImporting(undefined)} />
      )}
      {failed && (
        <p className={classes.failed} role="alert">
          {failed}
        </p>
      )}
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        size="xl"
        title={shown === null ? '' : `Image ${shown + 1} of ${value.length}`}
      >
        {shown !== null && (
          <Picture
            className={classes.large}
            url={value[shown]?.url ?? ''}
            alt={`View ${shown + 1}, large`}
            width={largeWidth}
            eager
          />
        )}
      </Modal>
    </>
  )
}

/** Takes files and addresses that are dragged in from outside the page; what else comes is told to be unknown (PRO-233). */
function useDrop({ onFiles, onAddresses }: TileProps) {
  const [over, setOver] = useState(false)
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const files = [...event.dataTransfer.files]
      const addresses = event.dataTransfer.getData('text/uri-list').split(/\r?\n/)
      const urls = addresses.filter((line) => /^https?:/i.test(line))
      if (files.length > 0) onFiles(files)
      else if (urls.length > 0) onAddresses(urls)
      else toast.info('This feature is not supported yet.', { detail: 'Drop image files or an image URL.' })
    },
  }
}

interface TileProps {
  onFiles: (files: File[]) => void
  onAddresses: (addresses: string[]) => void
}

const AddTile = ({ onFiles, onAddresses }: TileProps) => (
  <li>
    <label className={classes.add} {...useDrop({ onFiles, onAddresses })}>
      <Icon name="image" />
      <span>Add</span>
      <span className="small subtle">or drop and paste here</span>
      <input
        className="sr-only"
        type="file"
        accept={accepted}
        multiple
        aria-label="Add images"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </label>
  </li>
)
