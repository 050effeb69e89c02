import { useState } from 'react'
import { sendResetPasswordEmail } from '#web/outside/endpoints.ts'
import { isEmail } from '#domain/accounts/password.ts'
import { call } from '#web/call.ts'
import { AuthLayout } from '#web/outside/auth-layout.tsx'
import auth from '#web/outside/auth.module.css'
import { Field } from '#web/outside/field.tsx'
import plain from '#web/outside/plain.module.css'
import { useTask } from '#web/outside/use-task.tsx'

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
    <AuthLayout title="Forgot password" lead="A link to set a new one comes by mail. It works once, for 30 minutes.">
      <form
        className={auth.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
          error={error}
        />
        <div className={auth.buttons}>
          <a href="/login" className={plain.secondary}>
            Return
          </a>
          <button type="submit" className={plain.primary} disabled={task.busy}>
            Send Reset Link
          </button>
        </div>
      </form>
      {task.notice}
    </AuthLayout>
  )
}
