import { ActionIcon, Button, FileButton } from '@mantine/core'
import { useRef } from 'react'
import { supportFiles } from '#contract/support.ts'
import { Icon } from '../../ui/images/icon.tsx'
import classes from './dialog.module.css'

const megabyte = 1024 * 1024
const size = (bytes: number) =>
  bytes < megabyte ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / megabyte).toFixed(1)} MB`

interface Props {
  files: readonly File[]
  error?: string
  onChange: (files: readonly File[]) => void
}

/** Attachments of a message, added in any number of goes. */
export function SupportFiles({ files, error, onChange }: Props) {
  const reset = useRef<() => void>(null)
  return (
    <div>
      <div className="row wrap">
        <FileButton
          multiple
          resetRef={reset}
          inputProps={{ 'aria-label': 'Attachments' }}
          onChange={(added) => {
            onChange([...files, ...added])
            // The same file may be chosen again after it was taken out.
            reset.current?.()
          }}
        >
          {(button) => (
            <Button {...button} size="xs" variant="default" leftSection={<Icon name="plus" />}>
              Attach files
            </Button>
          )}
        </FileButton>
        <span className="small subtle">
          Up to {supportFiles.most} files, {supportFiles.bytesTogether / megabyte} MB in total
        </span>
      </div>
      {files.length > 0 && (
        <ul className={classes.files} aria-label="Attached files">
          {files.map((file, index) => (
            <li key={`${file.name} ${index}`}>
              <Icon name="file" size="s" />
              <span className="grow ellipsis">{file.name}</span>
              <span className="small subtle">{size(file.size)}</span>
              <ActionIcon
                aria-label={`Remove ${file.name}`}
                onClick={() => onChange(files.filter((_, at) => at !== index))}
              >
                <Icon name="close" size="s" />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p className={classes.wrong} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
