import { useEffect, useEffectEvent, useState } from 'react'

import type { SignedInUser } from '#app/lib/stored-session.ts'
import { useSecondFactor } from '#app/second-factor/second-factor-calls.ts'
import { SecondFactorForm } from '#app/second-factor/second-factor-form.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { paths } from '#contracts/paths.ts'

import { MailSent } from './mail-sent.tsx'
import { SignInForm } from './sign-in-form.tsx'
import type { SignInState } from './sign-in-state.ts'

type SessionEndedProps = {
	user: Pick<SignedInUser, 'email' | 'isManaged'>
	isOpen: boolean
	isBack: boolean
	/** Called once the new session has passed all required checks. */
	onDone: () => void
	onLeave: () => void
	leaveLabel: string
}

/** Dialog to sign in again. Unsaved input on the page is kept. */
export function SessionEnded({ user, isOpen, isBack, onDone, onLeave, leaveLabel }: SessionEndedProps) {
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
					<p>One more step: your account needs a second factor.</p>
					<SecondFactorForm ways={question.ways} onPassed={onDone} />
				</div>
			) : user.isManaged ? (
				<SignInElsewhere />
			) : (
				<SignInAgain email={user.email} />
			)}
		</Dialog>
	)
}

function SignInAgain({ email }: { email: string }) {
	const [state, setState] = useState<Extract<SignInState, { step: 'form' | 'sent' }>>({ step: 'form', email })
	// Nothing to do: the component reacts to the new session.
	const stay = () => {}
	return (
		<div className="grid gap-5">
			<p>Sign in again to continue. What you typed is still here.</p>
			{state.step === 'form' ? (
				<SignInForm initialEmail={state.email} next={null} onSignedIn={stay} onSent={(mail) => setState({ step: 'sent', ...mail })} />
			) : (
				<MailSent mail={state} next={null} onSignedIn={stay} onBack={() => setState({ step: 'form', email })} />
			)}
		</div>
	)
}

/** Links managed accounts to the sign-in page. A password or code would sign in to another account with the same email. */
function SignInElsewhere() {
	return (
		<div className="grid justify-items-start gap-5">
			<p>Your organization signs you in. Sign in with single sign-on in a new tab, then come back: what you typed is still here.</p>
			<LinkButton to={paths.login} target="_blank" rel="noopener">
				Sign In in a New Tab
			</LinkButton>
		</div>
	)
}
