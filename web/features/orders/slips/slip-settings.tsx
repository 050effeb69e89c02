import { Button, FileButton } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type SlipSettings, saveSlipSettings } from '#contract/orders/slips.ts'
import { MOST_RETURN_LINES } from '#domain/orders/slips/sheets.ts'
import { useWrite } from '#web/api.ts'
import { fieldError, messageOf } from '#web/call.ts'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { uploadImage } from '#web/upload.ts'
import classes from './paper.module.css'

/** What all packing slips of the organization show. */
export default function SlipSettingsDialog({ settings, onClose }: { settings: SlipSettings; onClose: () => void }) {
  const [returnAddress, setReturnAddress] = useState(settings.returnAddress)
  const [logo, setLogo] = useState(settings.logo)
  const [upload, setUpload] = useState<{ isRunning: boolean; problem: string }>({ isRunning: false, problem: '' })
  const save = useWrite(saveSlipSettings, {
    onSuccess: () => {
      toast.success('Slip settings saved')
      onClose()
    },
  })
  const take = async (file: File | null) => {
    if (!file) return
    setUpload({ isRunning: true, problem: '' })
    try {
      setLogo(await uploadImage(file))
      setUpload({ isRunning: false, problem: '' })
    } catch (error) {
      setUpload({ isRunning: false, problem: messageOf(error) })
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ body: { returnAddress, logo } })
  }
  const problem = upload.problem || fieldError(save.error, 'logo')
  const dirty = returnAddress !== settings.returnAddress || logo !== settings.logo
  return (
    <FormDialog opened onClose={onClose} title="Slip settings" size={480} dirty={dirty}>
      <form className="stack" onSubmit={submit}>
        <Textarea
          data-autofocus
          label="Return address"
          description={`Below your organization’s name. Up to ${MOST_RETURN_LINES} lines.`}
          rows={4}
          maxLength={400}
          value={returnAddress}
          error={fieldError(save.error, 'returnAddress')}
          onChange={(event) => setReturnAddress(event.currentTarget.value)}
        />
        <div className="row">
          {logo && <img className={classes.preview} src={logo} alt="Logo" />}
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void take(file)}>
            {(button) => (
              <Button {...button} variant="default" size="xs" loading={upload.isRunning}>
                {logo ? 'Replace logo' : 'Upload logo'}
              </Button>
            )}
          </FileButton>
          {logo && (
            <Button variant="subtle" size="xs" onClick={() => setLogo('')}>
              Remove logo
            </Button>
          )}
          <span className="small subtle">PNG, JPEG or WebP, up to 20 MB</span>
        </div>
        {problem && (
          <p className="small" role="alert">
            {problem}
          </p>
        )}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!dirty || upload.isRunning} loading={save.isPending}>
            Save slip settings
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
