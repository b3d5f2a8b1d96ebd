import { useState } from 'react'

import { signInWithProvider } from '#app/lib/auth-calls.ts'
import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { nameOfProvider } from '#app/lib/sign-in-ways.ts'
import { Button } from '#app/ui/button.tsx'

type OtherWaysProps = {
	/** Provider names from the server; if empty, no provider is shown. */
	providers: readonly string[]
	next: string | null
	onSingleSignOn?: (() => void) | undefined
}

export function OtherWays({ providers, next, onSingleSignOn }: OtherWaysProps) {
	const [leavingFor, setLeavingFor] = useState<string | null>(null)
	const [error, setError] = useState<string | null>(null)

	async function leaveFor(provider: string) {
		if (leavingFor) return
		setLeavingFor(provider)
		setError(null)
		const outcome = await signInWithProvider(provider, next)
		setLeavingFor(null)
		if (!outcome.ok) setError(describeRefusal(outcome.refusal))
	}

	if (providers.length === 0 && !onSingleSignOn) return null
	return (
		<section aria-label="Other ways to sign in" className="mt-6 border-t-2 border-dotted border-line-strong pt-6">
			<p className="mb-4">{providers.length > 0 ? 'Or use an account you already have.' : 'Or sign in through your school or company.'}</p>
			<div className="flex flex-wrap gap-3">
				{providers.map((provider) => (
					<Button
						key={provider}
						variant="secondary"
						className="grow"
						pending={leavingFor === provider}
						onClick={() => void leaveFor(provider)}
					>
						Continue with {nameOfProvider(provider)}
					</Button>
				))}
				{onSingleSignOn && (
					<Button variant="secondary" className="grow" onClick={onSingleSignOn}>
						Use single sign-on
					</Button>
				)}
			</div>
			{error && (
				<p role="alert" className="mt-3 font-semibold text-danger-ink">
					{error}
				</p>
			)}
		</section>
	)
}
