import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'

import { describeRefusal, type AuthRefusal } from '#app/lib/auth-refusal.ts'
import { scopeWords } from '#app/lib/scope-words.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Alert, Callout } from '#app/ui/callout.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { paths } from '#contracts/paths.ts'

import { openAuthorizationRequest, answerAuthorizationRequest, type AuthorizationRequest } from './consent-calls.ts'
import { describeDestination } from './describe-destination.ts'

type ConsentFormProps = {
	request: AuthorizationRequest
	onAnswered: (url: string) => void
	/** Called if the server refuses, for example because the learner must sign in again first. */
	onRefused: (refusal: AuthRefusal) => void
}

function ConsentForm({ request, onAnswered, onRefused }: ConsentFormProps) {
	const [answering, setAnswering] = useState<'yes' | 'no' | null>(null)
	const [failure, setFailure] = useState<AuthRefusal | null>(null)
	const { application, homepage, email } = request

	async function answer(word: 'yes' | 'no') {
		setAnswering(word)
		setFailure(null)
		const outcome = await answerAuthorizationRequest(request.id, word === 'yes')
		if (outcome.ok) return onAnswered(outcome.value)
		setAnswering(null)
		if (outcome.refusal.kind === 'unreachable' || outcome.refusal.kind === 'limited') setFailure(outcome.refusal)
		else onRefused(outcome.refusal)
	}

	return (
		<>
			<h1 className="break-words">{application} wants access to your account</h1>
			<p className="mt-4 break-words">
				You’re signed in as <strong>{email || 'an account without an email address'}</strong>.
				{homepage && ` The application’s website is ${describeDestination(homepage)}.`}
			</p>
			{request.isUnchecked && (
				<div className="mt-6">
					<Callout tone="danger" title="We haven’t checked this application">
						<p>It registered itself here, and it chose its own name and website. Allow access only if you know who runs it.</p>
					</Callout>
				</div>
			)}
			<h2 className="mt-8 text-xl">If you allow it, it can read</h2>
			<ul className="mt-3 grid list-disc gap-1 ps-6">
				{scopeWords(request.scopes).map((words) => (
					<li key={words}>{words}</li>
				))}
			</ul>
			<p className="mt-5">
				It can’t see your lessons, notes or orders, and can’t change anything. You can remove its access at any time under Settings,
				Security.
			</p>
			<p className="mt-5 break-words">
				Either answer takes you to <strong>{describeDestination(request.redirectUri)}</strong>. If you didn’t just come from there, don’t
				allow it.
			</p>
			{failure && (
				<div className="mt-6">
					<Alert title="Your answer wasn’t sent">
						<p>{describeRefusal(failure)}</p>
					</Alert>
				</div>
			)}
			<div className="mt-8 flex flex-wrap gap-4">
				<Button size="lg" pending={answering === 'yes'} disabled={answering === 'no'} onClick={() => void answer('yes')}>
					Allow Access
				</Button>
				<Button size="lg" variant="secondary" pending={answering === 'no'} disabled={answering === 'yes'} onClick={() => void answer('no')}>
					Don’t Allow
				</Button>
			</div>
		</>
	)
}

type ConsentPageProps = {
	authorizationId: string
	/** URL of the sign-in page, which redirects back to this request. */
	signInPath: string
	secondFactor: (onPassed: () => void) => ReactNode
	leaveTo: (url: string) => void
}

/** The /oauth/consent page (docs/adr/0328). */
export function ConsentPage({ authorizationId, signInPath, secondFactor, leaveTo }: ConsentPageProps) {
	const [leaving, setLeaving] = useState<string | null>(null)
	const [refused, setRefused] = useState<AuthRefusal | null>(null)
	const opened = useQuery({
		queryKey: ['authorization-request', authorizationId],
		queryFn: () => openAuthorizationRequest(authorizationId),
		enabled: authorizationId !== '',
		// Loading the request may already approve it, so it is never repeated automatically.
		staleTime: Infinity,
		retry: false,
		refetchOnReconnect: false,
	})
	const leave = useEffectEvent(leaveTo)
	const destination = leaving ?? (opened.data?.ok && opened.data.value.kind === 'answered' ? opened.data.value.url : null)
	useEffect(() => {
		if (destination !== null) leave(destination)
	}, [destination])

	const again = () => {
		setRefused(null)
		void opened.refetch()
	}
	if (authorizationId === '') return <Over title="This link is incomplete" text="Go back to the application and start again from there." />
	if (destination !== null) return <Leaving url={destination} />
	if (opened.data === undefined || opened.isFetching) return <ConsentPending />
	const refusal = refused ?? (opened.data.ok ? null : opened.data.refusal)
	if (refusal) return refusal.kind === 'second-factor' ? secondFactor(again) : <Refused {...{ refusal, signInPath }} onRetry={again} />
	if (!opened.data.ok || opened.data.value.kind !== 'request') return <ConsentPending />
	return (
		<ConsentLayout>
			<ConsentForm request={opened.data.value.request} onAnswered={setLeaving} onRefused={setRefused} />
		</ConsentLayout>
	)
}

export const ConsentLayout = ({ children }: { children: ReactNode }) => (
	<div className="page min-h-[60vh] py-10 lg:py-16">
		<div className="max-w-read">{children}</div>
	</div>
)

export const ConsentPending = () => (
	<ConsentLayout>
		<h1>An application wants to access your account</h1>
		<p role="status" className="mt-4 flex items-center gap-3">
			<Spinner /> One moment…
		</p>
	</ConsentLayout>
)

/** Page shown during the redirect to the application, with a link for browsers that block automatic redirects. */
const Leaving = ({ url }: { url: string }) => (
	<ConsentLayout>
		<h1>Returning to the application</h1>
		<p role="status" className="mt-4">
			Taking you to {describeDestination(url)}…
		</p>
		<p className="mt-6">
			<a className="link" href={url}>
				Continue
			</a>
		</p>
	</ConsentLayout>
)

function Over({ title, text }: { title: string; text: string }) {
	return (
		<ConsentLayout>
			<h1>{title}</h1>
			<p className="mt-4">{text}</p>
			<p className="mt-8">
				<LinkButton to={paths.dashboard} variant="secondary">
					Go to your dashboard
				</LinkButton>
			</p>
		</ConsentLayout>
	)
}

function Refused({ refusal, signInPath, onRetry }: { refusal: AuthRefusal; signInPath: string; onRetry: () => void }) {
	if (refusal.kind === 'signed-out')
		return (
			<ConsentLayout>
				<h1>Please sign in first</h1>
				<p className="mt-4">An application wants to access your account. Sign in, and we’ll show you what it is asking for.</p>
				<p className="mt-8">
					<LinkButton to={signInPath}>Sign In</LinkButton>
				</p>
			</ConsentLayout>
		)
	if (refusal.kind === 'unreachable' || refusal.kind === 'limited')
		return (
			<ConsentLayout>
				<h1>We couldn’t load the request</h1>
				<p role="alert" className="mt-4">
					{describeRefusal(refusal)}
				</p>
				<p className="mt-8">
					<Button onClick={onRetry}>Try Again</Button>
				</p>
			</ConsentLayout>
		)
	return (
		<Over
			title="This request has expired"
			text="You may have already answered it, it may be older than ten minutes, or it may belong to someone else. Go back to the application and start again from there."
		/>
	)
}
