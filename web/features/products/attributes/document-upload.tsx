import { Button, FileButton } from '@mantine/core'
import { useId, useState } from 'react'
import { type DocumentKind, documentKinds, withDocument } from '#domain/safety/safety.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { uploadDocument } from '#web/upload.ts'
import classes from './attributes-grid.module.css'

const MOST_BYTES = 10 * 1024 * 1024
const accepted = '.pdf,.png,.jpg,.jpeg'
const OTHER = 'Other safety document'

interface Props {
  name: string
  value: string
  onChange: (value: string) => void
}

/** Adds an uploaded file to the links of safety documents. It counts with the save of the product, and is put back with it. */
export default function DocumentUpload({ name, value, onChange }: Props) {
  const [kind, setKind] = useState<string>(OTHER)
  const [state, setState] = useState<{ busy: boolean; problem: string; added: string }>(idle)
  const id = useId()
  async function add(file: File | null) {
    if (!file) return
    const problem = problemOf(file)
    if (problem) return setState({ ...idle, problem })
    setState({ ...idle, busy: true })
    try {
      const url = await uploadDocument(file)
      onChange(withDocument(value, url, documentKinds.find((known: DocumentKind) => known === kind) ?? ''))
      setState({ ...idle, added: file.name })
    } catch (error) {
      setState({ ...idle, problem: `${file.name}: ${error instanceof Error ? error.message : 'Try again.'}` })
    }
  }
  return (
    <div className={classes.suggested} role="group" aria-label={`Upload for ${name}`}>
      <Select
        aria-label="Kind of document"
        size="xs"
        data={[OTHER, ...documentKinds]}
        value={kind}
        allowDeselect={false}
        onChange={(next) => setKind(next ?? OTHER)}
      />
      <FileButton accept={accepted} onChange={(file) => void add(file)}>
        {(props) => (
          <Button {...props} variant="default" size="compact-xs" loading={state.busy} aria-describedby={id}>
            Upload document
          </Button>
        )}
      </FileButton>
      <span id={id} className="subtle small">
        PDF, PNG or JPEG, up to 10 MB
      </span>
      <span className="small" role="status">
        {state.added && `${state.added} was added.`}
      </span>
      {state.problem && (
        <span className={classes.uploadProblem} role="alert">
          {state.problem}
        </span>
      )}
    </div>
  )
}
const idle = { busy: false, problem: '', added: '' }

function problemOf({ name, size }: File): string {
  if (!/\.(pdf|png|jpe?g)$/i.test(name)) return `${name} is no PDF, PNG or JPEG file.`
  return size > MOST_BYTES ? `${name} is larger than 10 MB.` : ''
}
