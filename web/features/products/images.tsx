import { ActionIcon, Modal } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import type { Image } from '#contract/shapes.ts'
import { useWritable } from '#web/may.tsx'
import { moved } from '#web/form/move.ts'
import { useDragOrder } from '#web/form/use-drag-order.ts'
import { NoSignature, uploadImage } from '#web/upload.ts'
import { ImageTile } from '#web/ui/file-drop.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { toast } from '#web/ui/toast.tsx'
import classes from './images.module.css'

/** What may be chosen (PRO-225). */
const accepted = '.png,.jpeg,.jpg'
const isAccepted = (file: File) => /\.(png|jpe?g)$/i.test(file.name)
/** Most pictures of one product. */
const mostImages = 24
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
        {writable && value.length + uploading.length < mostImages && <AddTile onFiles={add} />}
      </ul>
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

/** Uploads chosen files one after another; a name that is there already is dropped (PRO-236). */
function useUpload(value: readonly Image[], onChange: Props['onChange']) {
  const [uploading, setUploading] = useState<string[]>([])
  const [failed, setFailed] = useState('')
  const names = useRef(new Map<string, string>())
  const isThere = (name: string) =>
    uploading.includes(name) || value.some((image) => names.current.get(image.url) === name)
  const add = async (chosen: File[]) => {
    const files = [
      ...new Map(chosen.filter((f) => isAccepted(f) && !isThere(f.name)).map((f) => [f.name, f])).values(),
    ].slice(0, mostImages - value.length - uploading.length)
    const refused = chosen.filter((file) => !isAccepted(file))
    setFailed(
      refused.length ? `Only .png, .jpeg and .jpg files can be added: ${refused.map((f) => f.name).join(', ')}.` : '',
    )
    setUploading((now) => [...now, ...files.map((f) => f.name)])
    for (const file of files) {
      try {
        const url = await uploadImage(file)
        names.current.set(url, file.name)
        onChange((images) =>
          images.some((image) => image.url === url) ? images : [...images, { url, source: 'cloudinary' }],
        )
      } catch (error) {
        setFailed(
          error instanceof NoSignature
            ? 'Cannot upload images.'
            : `${file.name}: ${error instanceof Error ? error.message : 'Cannot upload images.'}`,
        )
        toast.error('Cannot upload images.', error instanceof Error ? error.message : undefined)
      } finally {
        setUploading((now) => now.filter((name) => name !== file.name))
      }
    }
  }
  return { uploading, failed, add: (files: File[]) => void add(files) }
}

/** Takes files that are dragged in from outside the page. */
function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
}

const AddTile = ({ onFiles }: { onFiles: (files: File[]) => void }) => (
  <li>
    <label className={classes.add} {...useFileDrop(onFiles)}>
      <Icon name="image" />
      <span>Add</span>
      <span className="small subtle">or drop files</span>
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
