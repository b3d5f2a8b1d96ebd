import { useEffect, useState, useSyncExternalStore } from 'react'

import { describeRefusal, type AuthOutcome } from '#app/lib/auth-refusal.ts'
import { CodeForm } from '#app/lib/code-form.tsx'
import { proofPrompt } from '#app/lib/prompt.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

import { reauthenticateSession, sendReauthentication } from './proof-calls.ts'

/** Dialog for a code sent by email or SMS, one per page. Closing it counts as declining. */
export function ProofDialog() {
	const isAsked = useSyncExternalStore(proofPrompt.hold, proofPrompt.isAsked, () => false)
	return (
		<Dialog title="Confirm that it’s you" isOpen={isAsked} onClose={() => proofPrompt.answer(false)} closeLabel="Cancel">
			{isAsked && <AskForCode />}
		</Dialog>
	)
}

function AskForCode() {
	const [sent, setSent] = useState<AuthOutcome | 'sending'>('sending')
	useEffect(() => {
		let isGone = false
		void sendReauthentication().then((outcome) => isGone || setSent(outcome))
		return () => {
			isGone = true
		}
	}, [])

	if (sent === 'sending')
		return (
			<p role="status" className="flex items-center gap-3">
				<Spinner /> Sending you a code…
			</p>
		)
	// A message sent shortly before isn't an error: its code still works.
	if (!sent.ok && sent.refusal.kind !== 'limited') return <p role="alert">{describeRefusal(sent.refusal)}</p>
	return (
		<CodeForm label="Confirm" missing="Enter the 6-digit code" checkCode={checkCode} onPassed={() => proofPrompt.answer(true)}>
			<p>You signed in a while ago. We’ve sent you a code. Enter it to continue.</p>
		</CodeForm>
	)
}

async function checkCode(code: string): Promise<string | null> {
	const outcome = await reauthenticateSession(code)
	return outcome.ok ? null : describeRefusal(outcome.refusal)
}
