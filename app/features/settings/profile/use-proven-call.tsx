import { useId, useState, type FormEvent, type ReactNode } from 'react'

import { describeRefusal, type AuthOutcome } from '#app/lib/auth-refusal.ts'
import { guard } from '#app/lib/second-factor/guard.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { CodeField } from '#app/ui/field.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

import { sendReauthentication } from './profile-calls.ts'

type Call<T> = (nonce?: string) => Promise<AuthOutcome<T>>
type Asking = { sent: AuthOutcome | 'sending'; answer: (nonce: string) => Promise<string | null>; giveUp: () => void }

/**
 * A call that the server may want proof for: the second factor, or a code by message. Both are asked for in a dialog, then
 * the call runs again.
 * @returns `prove`, and the `dialog` to stand on the page
 */
export function useProvenCall(): { prove: <T>(call: Call<T>) => Promise<AuthOutcome<T>>; dialog: ReactNode } {
	const [asking, setAsking] = useState<Asking | null>(null)

	function ask<T>(call: Call<T>, refused: AuthOutcome<T>): Promise<AuthOutcome<T>> {
		return new Promise((resolve) => {
			const close = (outcome: AuthOutcome<T>) => {
				setAsking(null)
				resolve(outcome)
			}
			const answer = async (nonce: string) => {
				const outcome = await guard(() => call(nonce))
				if (!outcome.ok && outcome.refusal.kind === 'wrong-code') return describeRefusal(outcome.refusal)
				close(outcome)
				return null
			}
			const question = { answer, giveUp: () => close(refused) }
			setAsking({ ...question, sent: 'sending' })
			void sendReauthentication().then((sent) => setAsking((open) => open && { ...question, sent }))
		})
	}

	async function prove<T>(call: Call<T>): Promise<AuthOutcome<T>> {
		const outcome = await guard(() => call())
		return !outcome.ok && outcome.refusal.kind === 'reauthenticate' ? ask(call, outcome) : outcome
	}

	const dialog = (
		<Dialog title="Confirm that it is you" isOpen={asking !== null} onClose={() => asking?.giveUp()} closeLabel="Cancel">
			{asking && <CodeStep asking={asking} />}
		</Dialog>
	)
	return { prove, dialog }
}

function CodeStep({ asking: { sent, answer } }: { asking: Asking }) {
	const fieldId = useId()
	const [code, setCode] = useState('')
	const [error, setError] = useState<string>()
	const [isBusy, setBusy] = useState(false)

	if (sent === 'sending')
		return (
			<p role="status" className="flex items-center gap-3">
				<Spinner /> Sending you a code…
			</p>
		)
	// A mail that left a moment ago is as good: its code still works.
	if (!sent.ok && sent.refusal.kind !== 'limited') return <p role="alert">{describeRefusal(sent.refusal)}</p>

	async function submit(event: FormEvent) {
		event.preventDefault()
		if (isBusy) return
		setBusy(true)
		const problem = code === '' ? 'Enter the 6-digit code' : await answer(code)
		if (problem === null) return
		setBusy(false)
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
