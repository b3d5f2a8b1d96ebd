import { useEffect, useRef, useState } from 'react'

import { useSecondFactor } from '#app/second-factor/second-factor-calls.ts'
import { SecondFactorForm } from '#app/second-factor/second-factor-form.tsx'
import { Callout } from '#app/ui/callout.tsx'

import { CodeEntry, type CodeEntryProps } from './code-entry.tsx'
import { OtherAccountPrompt } from './second-factor-gate.tsx'

/** Confirms the sign-up with a code. An existing account may also need its second factor. */
export function ConfirmSignup(props: Omit<CodeEntryProps, 'onSignedIn'>) {
	const [step, setStep] = useState<'code' | 'factor' | 'done'>('code')
	if (step === 'done') return <Confirmed />
	if (step === 'code') return <CodeEntry {...props} onSignedIn={() => setStep('factor')} />
	return <AskFactor onPassed={() => setStep('done')} onLeft={() => setStep('code')} />
}

function AskFactor({ onPassed, onLeft }: { onPassed: () => void; onLeft: () => void }) {
	const question = useSecondFactor(true)
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus(), [question.step])

	if (question.step === 'free') return <Confirmed />
	if (question.step === 'asking') return <p role="status">One moment…</p>
	return (
		<div className="grid gap-4">
			<h3 ref={heading} tabIndex={-1} className="outline-none">
				One more step
			</h3>
			<p>You already have an account with this address, and it needs a second factor.</p>
			<SecondFactorForm ways={question.ways} onPassed={onPassed} />
			<p>
				<OtherAccountPrompt onLeft={onLeft} />
			</p>
		</div>
	)
}

function Confirmed() {
	return (
		<Callout tone="good" role="status" title="You’re signed in">
			<p>Your progress is now saved to your account.</p>
		</Callout>
	)
}
