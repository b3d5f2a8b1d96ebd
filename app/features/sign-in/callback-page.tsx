import { useState } from 'react'

import { describeRefusal, type AuthRefusal } from '#app/lib/auth-refusal.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { paths } from '#contracts/paths.ts'

import { AccountFrame } from './account-frame.tsx'
import { MailSent } from './mail-sent.tsx'
import { NewLinkForm } from './new-link-form.tsx'
import { nextPathOf } from './read-callback.ts'
import { SecondFactorGate } from './second-factor-gate.tsx'
import type { SentMail } from './sign-in-state.ts'
import { useCallbackLink } from './use-callback.ts'

type CallbackPageProps = {
	address: URL
	/** Called once somebody is signed in, with the path to go to. */
	onArrived: (path: string) => void
}

/** /auth/callback: the end of a link from an email. */
export function CallbackPage({ address, onArrived }: CallbackPageProps) {
	const next = nextPathOf(address)
	const [arrivedAt, setArrivedAt] = useState<string | null>(null)
	const afterwards = (isRecovery: boolean) => (isRecovery ? paths.resetPassword : (next ?? paths.dashboard))
	const { state, isRecovery, proceed } = useCallbackLink(address, (arrival) => setArrivedAt(afterwards(arrival.isRecovery)))

	if (arrivedAt !== null) return <SecondFactorGate onPassed={() => onArrived(arrivedAt)} onLeft={() => onArrived(paths.login)} />

	switch (state.step) {
		case 'ask':
			return (
				<AccountFrame
					title={isRecovery ? 'Set a new password' : 'Welcome back'}
					intro={<p>One press, and this browser is signed in. We ask, because mail programs open links too.</p>}
				>
					<Button size="lg" onClick={() => void proceed()}>
						{isRecovery ? 'Continue' : 'Sign in'}
					</Button>
				</AccountFrame>
			)
		case 'working':
			return (
				<AccountFrame title="Signing you in">
					<p role="status">One moment…</p>
				</AccountFrame>
			)
		case 'notice':
			return (
				<AccountFrame title="One step is done" intro={<p>{state.message}</p>}>
					<LinkButton to={paths.login}>Go to sign in</LinkButton>
				</AccountFrame>
			)
		case 'failed':
			return (
				<FailedLink
					refusal={state.refusal}
					isRecovery={isRecovery}
					next={next}
					onRetry={() => void proceed()}
					onArrived={(again) => setArrivedAt(afterwards(again))}
				/>
			)
		case 'empty':
			return (
				<AccountFrame
					title="This link is not complete"
					intro={<p>Part of the address is missing. Copy the whole link from the email, or ask for a new one.</p>}
				>
					<LinkButton to={paths.login}>Ask for a new link</LinkButton>
				</AccountFrame>
			)
	}
}

type FailedLinkProps = {
	refusal: AuthRefusal
	isRecovery: boolean
	next: string | null
	onRetry: () => void
	onArrived: (isRecovery: boolean) => void
}

/** What went wrong with a link, and a new one without another page. */
function FailedLink({ refusal, isRecovery, next, onRetry, onArrived }: FailedLinkProps) {
	const [sent, setSent] = useState<SentMail | null>(null)

	if (sent)
		return (
			<AccountFrame title="A new link">
				<MailSent mail={sent} next={next} onSignedIn={() => onArrived(isRecovery)} onBack={() => setSent(null)} />
			</AccountFrame>
		)
	if (refusal.kind === 'unreachable')
		return (
			<AccountFrame title="We could not reach the server" intro={<p>Your link is still good. Check your connection and try again.</p>}>
				<Button onClick={onRetry}>Try again</Button>
			</AccountFrame>
		)
	return (
		<AccountFrame title={refusal.kind === 'expired' ? 'This link has expired' : 'This link does not work'}>
			<Callout tone="danger" role="alert">
				<p>
					{refusal.kind === 'expired'
						? 'Every link works once and for ten minutes. An older link also ends when a newer one is sent.'
						: describeRefusal(refusal)}
				</p>
			</Callout>
			<div className="mt-8">
				<NewLinkForm isRecovery={isRecovery} next={next} onSent={setSent} />
			</div>
		</AccountFrame>
	)
}
