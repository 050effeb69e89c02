import { Button, Modal } from '@mantine/core'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { plural } from '#web/ui/format.ts'
import { MakeForm, type ToMake } from './make-form.tsx'

interface Props extends ToMake {
  name: string
  params: { integrationId: number }
  onClose: () => void
}

/** Asks what products are made like. */
export const MakeProducts = ({ which, count, name, params, onClose }: Props) => (
  <Modal opened onClose={onClose} title={`Import ${plural(count, 'listing')}`}>
    <MakeForm
      {...{ which, name, params }}
      foot={(go, isBusy) => (
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isBusy} onClick={go}>
            Continue to Review
          </Button>
        </DialogFooter>
      )}
    />
  </Modal>
)
