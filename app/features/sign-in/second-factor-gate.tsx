import { useEffect, useEffectEvent } from 'react'

import { useSignOut } from '#app/lib/use-sign-out.ts'
import { useSecondFactor } from '#app/second-factor/second-factor-calls.ts'
import { SecondFactorForm } from '#app/second-factor/second-factor-form.tsx'
import { Button } from '#app/ui/button.tsx'

import { AccountFrame } from './account-frame.tsx'

/** Prompts for the second factor after sign-in. Calls `onPassed` immediately if none is required. */
export function SecondFactorGate({ onPassed, onLeft }: { onPassed: () => void; onLeft: () => void }) {
	const question = useSecondFactor(true)
	const pass = useEffectEvent(onPassed)
	const isFree = question.step === 'free'
	useEffect(() => {
		if (isFree) pass()
	}, [isFree])

	if (question.step !== 'needed')
		return (
			<AccountFrame title="Signing you in">
				<p role="status">One moment…</p>
			</AccountFrame>
		)
	return (
		<AccountFrame title="One more step" intro={<p>Your account needs a second factor.</p>}>
			<SecondFactorForm ways={question.ways} onPassed={onPassed} />
			<p className="mt-8">
				<OtherAccountPrompt onLeft={onLeft} />
			</p>
		</AccountFrame>
	)
}

export function OtherAccountPrompt({ onLeft }: { onLeft: () => void }) {
	const { isLeaving, leave } = useSignOut()
	return (
		<Button variant="quiet" pending={isLeaving} onClick={() => void leave().then((isOver) => isOver && onLeft())}>
			Sign in as someone else
		</Button>
	)
}
