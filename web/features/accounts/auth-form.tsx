import type { ReactNode } from 'react'
import { AuthLayout } from '#web/outside/auth-layout.tsx'
import auth from '#web/outside/auth.module.css'
import { Field } from '#web/outside/field.tsx'
import plain from '#web/outside/plain.module.css'
import type { Task } from '#web/outside/use-task.tsx'

interface Props {
  title: string
  lead: string
  task: Task
  onSubmit: () => void
  /** What the two buttons say: back to the login, and on. */
  buttons: readonly [back: string, on: string]
  children: ReactNode
}

/** A form outside the app: an account made, a password forgotten or set anew. */
export const AuthForm = ({ title, lead, task, onSubmit, buttons: [back, on], children }: Props) => (
  <AuthLayout title={title} lead={lead}>
    <form
      className={auth.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <div className={auth.buttons}>
        <a href="/login" className={plain.secondary}>
          {back}
        </a>
        <button type="submit" className={plain.primary} disabled={task.busy}>
          {on}
        </button>
      </div>
    </form>
    {task.notice}
  </AuthLayout>
)

interface EmailProps {
  value: string
  onChange: (email: string) => void
  onBlur?: (() => void) | undefined
  error: string | undefined
}

export const EmailField = (props: EmailProps) => (
  <Field label="Email" type="email" autoComplete="username" required {...props} />
)
