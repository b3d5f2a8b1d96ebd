import { useEffect, useState, useSyncExternalStore } from 'react'

import { secondFactorPrompt } from '#app/lib/prompt.ts'
import { Button } from '#app/ui/button.tsx'
import { Alert } from '#app/ui/callout.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import type { SecondFactorState } from '#contracts/account.ts'

import { readSecondFactor } from './second-factor-calls.ts'
import { SecondFactorForm } from './second-factor-form.tsx'

/** Dialog for the second factor, one per page. Closing it counts as declining. */
export function FactorDialog() {
	const isAsked = useSyncExternalStore(secondFactorPrompt.hold, secondFactorPrompt.isAsked, () => false)
	return (
		<Dialog title="Confirm that it’s you" isOpen={isAsked} onClose={() => secondFactorPrompt.answer(false)} closeLabel="Cancel">
			{isAsked && <AskForFactor onPassed={() => secondFactorPrompt.answer(true)} />}
		</Dialog>
	)
}

function AskForFactor({ onPassed }: { onPassed: () => void }) {
	const [state, setState] = useState<SecondFactorState | 'loading' | 'failed'>('loading')
	const [attempt, setAttempt] = useState(0)

	useEffect(() => {
		const abort = new AbortController()
		readSecondFactor(abort.signal).then(
			(read) => setState(read),
			() => abort.signal.aborted || setState('failed'),
		)
		return () => abort.abort()
	}, [attempt])

	if (state === 'loading')
		return (
			<p role="status" className="flex items-center gap-3">
				<Spinner /> One moment…
			</p>
		)
	if (state === 'failed' || state.ways.length === 0)
		return (
			<Alert title="We couldn’t reach the server">
				<p>Nothing was changed. Check your connection and try again.</p>
				<Button
					variant="secondary"
					className="mt-3"
					onClick={() => {
						setState('loading')
						setAttempt(attempt + 1)
					}}
				>
					Try Again
				</Button>
			</Alert>
		)
	return <SecondFactorForm ways={state.ways} onPassed={onPassed} />
}
