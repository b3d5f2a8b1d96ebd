import { useState } from 'react'

import { describeRefusal, type AuthRefusal } from '#app/lib/auth-refusal.ts'
import { scopeWords } from '#app/lib/scope-words.ts'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'

import { answerAuthorizationRequest, type AuthorizationRequest } from './consent-calls.ts'
import { describePlace } from './place-words.ts'

type ConsentFormProps = {
	request: AuthorizationRequest
	onAnswered: (url: string) => void
	/** Called if the server refuses, for example because the learner must sign in again first. */
	onRefused: (refusal: AuthRefusal) => void
}

export function ConsentForm({ request, onAnswered, onRefused }: ConsentFormProps) {
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
				You are signed in as <strong>{email || 'an account without an email address'}</strong>.
				{homepage && ` The application’s website is ${describePlace(homepage)}.`}
			</p>
			{request.isUnchecked && (
				<div className="mt-6">
					<Callout tone="danger" title="We have not checked this application">
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
				It cannot see your lessons, notes or orders, and cannot change anything. You can remove its access at any time under Settings,
				Security.
			</p>
			<p className="mt-5 break-words">
				Either answer takes you to <strong>{describePlace(request.redirectUri)}</strong>. If you did not just come from there, choose no.
			</p>
			{failure && (
				<div className="mt-6">
					<Callout tone="danger" role="alert" title="Your answer was not sent">
						<p>{describeRefusal(failure)}</p>
					</Callout>
				</div>
			)}
			<div className="mt-8 flex flex-wrap gap-4">
				<Button size="lg" pending={answering === 'yes'} disabled={answering === 'no'} onClick={() => void answer('yes')}>
					Allow Access
				</Button>
				<Button size="lg" variant="secondary" pending={answering === 'no'} disabled={answering === 'yes'} onClick={() => void answer('no')}>
					Do Not Allow
				</Button>
			</div>
		</>
	)
}
