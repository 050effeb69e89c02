import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Image } from '#contract/shapes.ts'
import { NoSignature, uploadImage } from '#web/upload.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'

/** What may be chosen (PRO-225). */
export const accepted = '.png,.jpeg,.jpg'
const isAccepted = (file: File) => /\.(png|jpe?g)$/i.test(file.name)
/** Most pictures of one product. */
export const mostImages = 24

/** Uploads chosen files one after another; a name that is there already is dropped (PRO-236). */
export function useUpload(value: readonly Image[], onChange: (change: (images: Image[]) => Image[]) => void) {
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
        console.warn('Error uploading image.', file.name, error instanceof Error ? error.message : '')
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

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Takes pictures from the clipboard, wherever on the page one pastes but into a field. Browsers call every copied picture the same. */
export function usePastedFiles(active: boolean, onFiles: (files: File[]) => void) {
  const pasted = useRef(0)
  const take = useEffectEvent((event: ClipboardEvent) => {
    if (isTyping(event.target) || document.querySelector('[role="dialog"]')) return
    const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (files.length === 0) return
    event.preventDefault()
    onFiles(
      files.map((file) =>
        file.name === 'image.png' ? new File([file], `Pasted ${(pasted.current += 1)}.png`, { type: file.type }) : file,
      ),
    )
  })
  useEffect(() => {
    if (!active) return undefined
    const listen = (event: ClipboardEvent) => take(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [active])
}
