import { useEffect, useId, useState, useSyncExternalStore, type FormEvent } from 'react'

import { describeRefusal, type AuthOutcome } from '#app/lib/auth-refusal.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { CodeField } from '#app/ui/field.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

import { proveSession, sendReauthentication } from './proof-calls.ts'
import { answerProofQuestion, holdProofDialog, isProofAsked } from './proof-question.ts'

/** The one dialog of a page that asks for a code by message. Closing it changes nothing. */
export function ProofDialog() {
	const isAsked = useSyncExternalStore(holdProofDialog, isProofAsked, () => false)
	return (
		<Dialog title="Confirm that it is you" isOpen={isAsked} onClose={() => answerProofQuestion(false)} closeLabel="Cancel">
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
	// After a recent mail this is no problem: its code still works.
	if (!sent.ok && sent.refusal.kind !== 'limited') return <p role="alert">{describeRefusal(sent.refusal)}</p>
	return <CodeStep />
}

function CodeStep() {
	const fieldId = useId()
	const [code, setCode] = useState('')
	const [error, setError] = useState<string>()
	const [isBusy, setBusy] = useState(false)

	async function submit(event: FormEvent) {
		event.preventDefault()
		if (isBusy) return
		setBusy(true)
		const problem = await judge(code)
		setBusy(false)
		if (problem === null) return answerProofQuestion(true)
		setError(problem)
		document.getElementById(fieldId)?.focus()
	}

	return (
		<form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
			<p>You signed in a while ago. We have sent you a code. Enter it to continue.</p>
			<CodeField
				id={fieldId}
				label="6-digit code"
				error={error}
				value={code}
				placeholder="000000"
				onCode={(digits) => {
					setCode(digits)
					setError(undefined)
				}}
			/>
			<div>
				<Button type="submit" pending={isBusy}>
					Confirm
				</Button>
			</div>
		</form>
	)
}

async function judge(code: string): Promise<string | null> {
	if (code === '') return 'Enter the 6-digit code'
	const outcome = await proveSession(code)
	return outcome.ok ? null : describeRefusal(outcome.refusal)
}
