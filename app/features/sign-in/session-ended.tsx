import { useState } from 'react'

import { Dialog } from '#app/ui/dialog.tsx'

import { MailSent } from './mail-sent.tsx'
import { SignInForm } from './sign-in-form.tsx'
import type { SignInState } from './sign-in-state.ts'

type SessionEndedProps = {
	email: string
	isOpen: boolean
	/** The person does not want to go on here. */
	onLeave: () => void
}

/** Over a page whose session ended on its own: signing in again here keeps what was typed there. Closes by the new session. */
export function SessionEnded({ email, isOpen, onLeave }: SessionEndedProps) {
	const [state, setState] = useState<SignInState>({ step: 'form', email })
	const stay = () => setState({ step: 'form', email })
	return (
		<Dialog title="Your session has ended" isOpen={isOpen} onClose={onLeave} closeLabel="Leave this page">
			<div className="grid gap-5">
				<p>Sign in again to go on. What you typed is still here.</p>
				{state.step === 'form' ? (
					<SignInForm initialEmail={state.email} next={null} onSignedIn={stay} onSent={(mail) => setState({ step: 'sent', ...mail })} />
				) : (
					<MailSent mail={state} next={null} onSignedIn={stay} onBack={stay} />
				)}
			</div>
		</Dialog>
	)
}
