import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'

import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import type { SecondFactorState } from '#contracts/account.ts'

import { readSecondFactor } from './second-factor-calls.ts'
import { SecondFactorForm } from './second-factor-form.tsx'

/**
 * Runs a call that the server may refuse until the second factor was shown: then a dialog asks for it, and the call runs
 * again. Closing the dialog leaves everything as it was.
 */
export type Guard = <T>(call: () => Promise<AuthOutcome<T>>) => Promise<AuthOutcome<T>>

const GuardContext = createContext<Guard>((call) => call())

export const useGuard = (): Guard => useContext(GuardContext)

/** Holds the one dialog of a page. @param onPassed told when the session was lifted */
export function GuardProvider({ children, onPassed }: { children: ReactNode; onPassed?: () => void }) {
	const [asking, setAsking] = useState<{ answer: (isPassed: boolean) => void } | null>(null)
	const ask = () => new Promise<boolean>((resolve) => setAsking({ answer: resolve }))

	const guard: Guard = async (call) => {
		const outcome = await call()
		if (outcome.ok || outcome.refusal.kind !== 'second-factor') return outcome
		return (await ask()) ? call() : outcome
	}
	const finish = (isPassed: boolean) => {
		asking?.answer(isPassed)
		setAsking(null)
		if (isPassed) onPassed?.()
	}

	return (
		<GuardContext value={guard}>
			{children}
			<Dialog title="Confirm that it is you" isOpen={asking !== null} onClose={() => finish(false)} closeLabel="Cancel">
				<AskForFactor onPassed={() => finish(true)} />
			</Dialog>
		</GuardContext>
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
			<Callout tone="danger" role="alert" title="We could not reach the server">
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
			</Callout>
		)
	return <SecondFactorForm ways={state.ways} onPassed={onPassed} />
}
