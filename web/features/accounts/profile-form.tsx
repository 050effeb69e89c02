import { Button, FileButton, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { getUser, updateUser } from '#contract/accounts.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { useWrite } from '#web/api.ts'
import { sessionChanged } from '#web/session.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { useLeaveGuard } from '#web/ui/dialogs/leave-guard.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { NoSignature, uploadImage } from '#web/upload.ts'
import { Textarea } from '#web/ui/inputs/textarea.tsx'

const pictures = 'image/png,image/jpeg'

interface Props {
  user: CallReply<typeof getUser>
  endpoint: typeof updateUser
}

/** Name, biography and picture; the email stays as it is (ACC-134..ACC-139). */
export function ProfileForm({ user, endpoint }: Props) {
  const [form, setForm] = useState({ name: user.name, description: user.description })
  const dirty = form.name !== user.name || form.description !== user.description
  const save = useWrite(endpoint, {
    onSuccess: () => {
      sessionChanged()
      toast.success('Successfully updated.')
    },
  })
  useLeaveGuard(dirty, 'Your profile changes')
  const submit = () => save.mutate({ body: { user: { id: user.id, ...form } } })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Picture user={user} endpoint={endpoint} />
      <TextInput
        label="Email"
        value={user.email}
        disabled
        description={user.emailConfirmed ? undefined : 'Not confirmed yet'}
      />
      <TextInput
        label="Name"
        value={form.name}
        maxLength={120}
        autoComplete="name"
        error={save.error?.fields['user.name']}
        onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
      />
      <Textarea
        label="Biography"
        value={form.description}
        maxLength={2000}
        error={save.error?.fields['user.description']}
        onChange={(event) => setForm({ ...form, description: event.currentTarget.value })}
      />
      <div>
        <Button type="submit" disabled={!dirty} loading={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}

function Picture({ user, endpoint }: Props) {
  const [uploading, setUploading] = useState(false)
  const save = useWrite(endpoint, {
    quiet: true,
    onSuccess: () => {
      sessionChanged()
      toast.success('Successfully updated profile image.')
    },
    onError: () => toast.error('Failed to update profile image.'),
  })
  const take = async (file: File | null) => {
    if (!file) return
    setUploading(true)
    try {
      const image = await uploadImage(file)
      save.mutate({ body: { user: { id: user.id, image } } })
    } catch (error) {
      toast.error(error instanceof NoSignature ? error.message : 'Failed to upload profile image.')
    } finally {
      setUploading(false)
    }
  }
  return (
    <div className="row">
      <Avatar name={user.name || user.email} image={user.image} size={56} />
      <FileButton accept={pictures} onChange={(file) => void take(file)}>
        {(button) => (
          <Button {...button} variant="default" size="xs" loading={uploading || save.isPending}>
            Change image
          </Button>
        )}
      </FileButton>
      <span className="small subtle">PNG or JPEG</span>
    </div>
  )
}
