import { useEffect, useState } from 'react'
import { resetPassword } from '#web/outside/endpoints.ts'
import { call } from '#web/call.ts'
import { hashed } from '#web/outside/sign-in.ts'
import { useTask } from '#web/outside/use-task.tsx'
import { parseSearch, text } from '#web/search.ts'
import { AuthForm } from './auth-form.tsx'
import { PasswordPair, refusalOf } from './password-pair.tsx'

/** Time to read that it worked, in milliseconds (ACC-116). */
const redirectMs = 2000

const arrival = parseSearch(location.search)
const uuid = text(arrival.uuid)
const code = text(arrival.code)

export function ResetPasswordPage() {
  const [form, setForm] = useState({ password: '', again: '' })
  const [tried, setTried] = useState(false)
  const task = useTask()
  useEffect(() => {
    if (!code) location.replace('/forgotPassword')
  }, [])
  const submit = () => {
    setTried(true)
    if (!uuid || !code || !form.password || !form.again) return
    const refusal = refusalOf(form)
    if (refusal) return task.fail(refusal)
    task.run(async () => {
      await call(resetPassword, {
        body: { uuid, code, password: hashed(form.password), checkPassword: hashed(form.again) },
      })
      task.succeed('Successfully reset password. Redirecting to login', { label: 'Go now', href: '/login' })
      setTimeout(() => location.assign('/login'), redirectMs)
    })
  }
  return (
    <AuthForm
      title="Reset password"
      lead="You’ll be logged out on all devices."
      task={task}
      onSubmit={submit}
      buttons={['Back', 'Reset Password']}
    >
      <PasswordPair
        labels={['New Password', 'Confirm New Password']}
        value={form}
        onChange={(change) => setForm({ ...form, ...change })}
        tried={tried}
      />
    </AuthForm>
  )
}
