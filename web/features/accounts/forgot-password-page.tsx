import { useState } from 'react'
import { sendResetPasswordEmail } from '#web/outside/endpoints.ts'
import { isEmail } from '#domain/accounts/password.ts'
import { call } from '#web/call.ts'
import { useTask } from '#web/outside/use-task.tsx'
import { AuthForm, EmailField } from './auth-form.tsx'

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const task = useTask()
  const submit = () => {
    if (!isEmail(email.trim())) return setError('Email is not valid.')
    setError(undefined)
    task.run(async () => {
      await call(sendResetPasswordEmail, { body: { email: email.trim() } })
      task.succeed('Sent Reset Password Email')
    })
  }
  return (
    <AuthForm
      title="Forgot password"
      lead="We’ll email you a link to reset it. The link works once and expires in 30 minutes."
      task={task}
      onSubmit={submit}
      buttons={['Return', 'Send Reset Link']}
    >
      <EmailField value={email} onChange={setEmail} error={error} />
    </AuthForm>
  )
}
