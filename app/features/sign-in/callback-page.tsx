import { useState } from 'react'

import type { AuthRefusal } from '#app/lib/auth-refusal.ts'
import { withNextPath } from '#app/lib/next-path.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Alert } from '#app/ui/callout.tsx'
import { paths } from '#contracts/paths.ts'

import { AccountFrame } from './account-frame.tsx'
import { describeCallbackFailure } from './callback-failure.ts'
import { MailSent, NewLinkForm } from './mail-sent.tsx'
import { readNextPath } from './read-callback.ts'
import { SecondFactorGate } from './second-factor-gate.tsx'
import type { SentMail } from './sign-in-state.ts'
import { useCallbackLink, type CallbackState } from './use-callback.ts'

type CallbackPageProps = {
	address: URL
	/** True if the learner was already signed in on arrival. A failure then leads back instead of to the sign-in page. */
	isSignedIn: boolean
	/** Called after sign-in, with the path to go to. */
	onArrived: (path: string) => void
}

/** The /auth/callback page, the target of emailed links and provider sign-ins. */
export function CallbackPage({ address, isSignedIn, onArrived }: CallbackPageProps) {
	const next = readNextPath(address)
	const [arrivedAt, setArrivedAt] = useState<string | null>(null)
	const afterwards = (isRecovery: boolean) => (isRecovery ? paths.resetPassword : (next ?? paths.dashboard))
	const { state, isRecovery, proceed } = useCallbackLink(address, (arrival) => setArrivedAt(afterwards(arrival.isRecovery)))

	if (arrivedAt !== null) return <SecondFactorGate onPassed={() => onArrived(arrivedAt)} onLeft={() => onArrived(paths.login)} />

	switch (state.step) {
		case 'ask':
			return <Ask state={state} isRecovery={isRecovery} onPress={() => void proceed()} />
		case 'working':
			return (
				<AccountFrame title="Signing you in">
					<p role="status">One moment…</p>
				</AccountFrame>
			)
		case 'notice':
			return (
				<AccountFrame title="One confirmation to go" intro={<p>This address is confirmed. Now open the link we sent to the other one.</p>}>
					<LinkButton to={paths.login}>Go to Sign In</LinkButton>
				</AccountFrame>
			)
		case 'failed':
			return (
				<FailedLink
					refusal={state.refusal}
					isRecovery={isRecovery}
					next={next}
					isSignedIn={isSignedIn}
					onRetry={() => void proceed()}
					onArrived={(again) => setArrivedAt(afterwards(again))}
				/>
			)
		case 'empty':
			return (
				<AccountFrame
					title="This link is incomplete"
					intro={<p>Part of the address is missing. Open the link in the email once more, or ask for a new one.</p>}
				>
					<LinkButton to={paths.login}>Ask for a New Link</LinkButton>
				</AccountFrame>
			)
	}
}

type AskProps = { state: Extract<CallbackState, { step: 'ask' }>; isRecovery: boolean; onPress: () => void }

function Ask({ state, isRecovery, onPress }: AskProps) {
	return (
		<AccountFrame
			title={isRecovery ? 'Set a new password' : 'Welcome back'}
			intro={
				state.from === 'site' ? (
					<FromSite account={state.account} />
				) : state.host === null ? (
					<p>Press the button to sign in on this browser. We ask because email apps sometimes open links by themselves.</p>
				) : (
					<p>
						Press the button to go back to <strong>{state.host}</strong>. We ask because email apps sometimes open links by themselves.
					</p>
				)
			}
		>
			<Button size="lg" onClick={onPress}>
				{isRecovery || (state.from === 'mail' && state.host !== null) ? 'Continue' : 'Sign in'}
			</Button>
		</AccountFrame>
	)
}

function FromSite({ account }: { account: string | null }) {
	return (
		<p>
			Press the button to sign in on this browser
			{account && (
				<>
					{' '}
					as <strong>{account}</strong>
				</>
			)}
			. If you didn’t start this sign-in yourself, leave this page: the account may belong to someone else.
		</p>
	)
}

type FailedLinkProps = {
	refusal: AuthRefusal
	isRecovery: boolean
	next: string | null
	isSignedIn: boolean
	onRetry: () => void
	onArrived: (isRecovery: boolean) => void
}

function FailedLink({ refusal, isRecovery, next, isSignedIn, onRetry, onArrived }: FailedLinkProps) {
	const [sent, setSent] = useState<SentMail | null>(null)

	if (sent)
		return (
			<AccountFrame title="A new link">
				<MailSent mail={sent} next={next} onSignedIn={() => onArrived(isRecovery)} onBack={() => setSent(null)} />
			</AccountFrame>
		)
	if (refusal.kind === 'unreachable')
		return (
			<AccountFrame title="We couldn’t reach the server" intro={<p>Your link still works. Check your connection and try again.</p>}>
				<Button onClick={onRetry}>Try Again</Button>
			</AccountFrame>
		)
	const { title, text, wantsNewLink } = describeCallbackFailure(refusal)
	return (
		<AccountFrame title={title}>
			<Alert>
				<p>{text}</p>
			</Alert>
			<div className="mt-8">
				{wantsNewLink && <NewLinkForm isRecovery={isRecovery} next={next} onSent={setSent} />}
				{!wantsNewLink && isSignedIn && <LinkButton to={next ?? paths.dashboard}>Go Back</LinkButton>}
				{!wantsNewLink && !isSignedIn && <LinkButton to={withNextPath(paths.login, next)}>Choose a Way to Sign In</LinkButton>}
			</div>
		</AccountFrame>
	)
}
