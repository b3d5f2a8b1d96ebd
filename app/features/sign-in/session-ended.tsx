import { useEffect, useEffectEvent, useState } from 'react'

import { SecondFactorForm } from '#app/lib/second-factor/second-factor-form.tsx'
import { useSecondFactor } from '#app/lib/second-factor/use-second-factor.ts'
import { Dialog } from '#app/ui/dialog.tsx'

import { MailSent } from './mail-sent.tsx'
import { SignInForm } from './sign-in-form.tsx'
import type { SignInState } from './sign-in-state.ts'

type SessionEndedProps = {
	email: string
	isOpen: boolean
	/** A new session stands, begun here or in another tab. */
	isBack: boolean
	/** The new session has shown all that the account asks for. */
	onDone: () => void
	/** The person does not want to sign in now. */
	onLeave: () => void
	leaveLabel: string
}

/** Over a page whose session ended on its own: signing in again here keeps what was typed there. */
export function SessionEnded({ email, isOpen, isBack, onDone, onLeave, leaveLabel }: SessionEndedProps) {
	const question = useSecondFactor(isBack)
	const finish = useEffectEvent(onDone)
	const isFree = question.step === 'free'
	useEffect(() => {
		if (isFree) finish()
	}, [isFree])

	return (
		<Dialog title="Your session has ended" isOpen={isOpen} onClose={onLeave} closeLabel={leaveLabel}>
			{question.step === 'needed' ? (
				<div className="grid gap-5">
					<p>One more step: your account asks for a second factor.</p>
					<SecondFactorForm ways={question.ways} onPassed={onDone} />
				</div>
			) : (
				<SignInAgain email={email} />
			)}
		</Dialog>
	)
}

function SignInAgain({ email }: { email: string }) {
	const [state, setState] = useState<Extract<SignInState, { step: 'form' | 'sent' }>>({ step: 'form', email })
	// The new session itself leads on.
	const stay = () => {}
	return (
		<div className="grid gap-5">
			<p>Sign in again to go on. What you typed is still here.</p>
			{state.step === 'form' ? (
				<SignInForm initialEmail={state.email} next={null} onSignedIn={stay} onSent={(mail) => setState({ step: 'sent', ...mail })} />
			) : (
				<MailSent mail={state} next={null} onSignedIn={stay} onBack={() => setState({ step: 'form', email })} />
			)}
		</div>
	)
}
