import { Dropzone, type DropzoneProps, type FileRejection } from '@mantine/dropzone'
import type { ReactNode } from 'react'
import classes from './file-drop.module.css'
import { Icon } from '../images/icon.tsx'
import { toast } from '../dialogs/toast.tsx'

interface Props extends Pick<DropzoneProps, 'accept' | 'maxSize' | 'maxFiles' | 'multiple' | 'loading' | 'disabled'> {
  /** "Drop a CSV file here, or click to choose one" */
  children: ReactNode
  /** Name for screen readers. */
  label: string
  onFiles: (files: File[]) => void
}

const refusal = (rejections: FileRejection[]) =>
  rejections.map(({ file, errors }) => `${file.name}: ${errors.map((e) => e.message).join(', ')}`).join('. ')

/** A place to drop files, or to press and choose them. */
export const FileDrop = ({ children, label, onFiles, ...zone }: Props) => (
  <Dropzone
    {...zone}
    // The button inside has the focus, named by its words: the field is hidden, and the zone itself has no role.
    activateOnKeyboard={false}
    enablePointerEvents
    className={classes.drop}
    inputProps={{ 'aria-label': label }}
    onDrop={onFiles}
    onReject={(rejections) => toast.error('This file type isn’t supported.', refusal(rejections))}
  >
    <button type="button" className={classes.inside} disabled={zone.disabled}>
      <Icon name="upload" size="l" />
      {children}
    </button>
  </Dropzone>
)
