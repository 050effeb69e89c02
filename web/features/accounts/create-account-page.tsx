import { useState } from 'react'
import { createAccount, updateUser } from '#web/outside/endpoints.ts'
import { isEmail } from '#domain/accounts/password.ts'
import { call } from '#web/call.ts'
import { Field } from '#web/outside/field.tsx'
import { hashed } from '#web/outside/sign-in.ts'
import { useTask } from '#web/outside/use-task.tsx'
import { AuthForm, EmailField } from './auth-form.tsx'
import { PasswordPair, refusalOf } from './password-pair.tsx'

export function CreateAccountPage() {
  const [form, setForm] = useState({ email: '', name: '', password: '', again: '' })
  const [emailError, setEmailError] = useState<string>()
  const [tried, setTried] = useState(false)
  const task = useTask()
  const set = (change: Partial<typeof form>) => setForm({ ...form, ...change })
  const checkEmail = () => {
    const error = isEmail(form.email.trim()) ? undefined : 'Please insert a valid email'
    setEmailError(error)
    return !error
  }
  const submit = () => {
    setTried(true)
    if (!checkEmail()) return
    const refusal = refusalOf(form)
    if (refusal) return task.fail(refusal)
    task.run(async () => {
      await call(createAccount, {
        body: { email: form.email.trim(), password: hashed(form.password), checkPassword: hashed(form.again) },
      })
      // Signing up does not take a name (ACC-097): it is the first thing saved on the new profile. One that cannot be kept does not
      // hold up an account that exists by now; it can be entered there later.
      if (form.name.trim())
        await call(updateUser, { body: { user: { name: form.name.trim() } } }).catch(() => undefined)
      location.assign('/confirmEmail')
    })
  }
  return (
    <AuthForm
      title="Create your account"
      lead="First your account. Next, your organization."
      task={task}
      onSubmit={submit}
      buttons={['Return', 'Create']}
    >
      <EmailField
        value={form.email}
        onChange={(email) => set({ email })}
        onBlur={() => form.email && checkEmail()}
        error={emailError}
      />
      <Field label="Name" autoComplete="name" value={form.name} onChange={(name) => set({ name })} />
      <PasswordPair labels={['Password', 'Re-Enter Password']} value={form} onChange={set} tried={tried} />
    </AuthForm>
  )
}
