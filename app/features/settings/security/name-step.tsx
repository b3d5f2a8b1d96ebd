import { useState, type FormEvent } from 'react'

import { describeRefusal, type AuthOutcome } from '#app/lib/auth-refusal.ts'
import { guard } from '#app/second-factor/guard.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

const MOST_NAME = 120

type NameStepProps<T> = {
	/** Initial value of the field. */
	suggested: string
	hint: string
	/** What comes next, shown above the button. */
	note?: string
	button: string
	call: (name: string) => Promise<AuthOutcome<T>>
	onDone: (value: T) => void
}

/** A second factor begins with the name by which it is known later. */
export function NameStep<T>({ suggested, hint, note, button, call, onDone }: NameStepProps<T>) {
	const [name, setName] = useState(suggested)
	const [error, setError] = useState<string>()
	const [isBusy, setBusy] = useState(false)

	async function submit(event: FormEvent) {
		event.preventDefault()
		if (isBusy) return
		if (name.trim() === '') return setError('Please enter a name')
		setBusy(true)
		const outcome = await guard(() => call(name.trim()))
		setBusy(false)
		if (outcome.ok) return onDone(outcome.value)
		return setError(describeRefusal(outcome.refusal))
	}

	return (
		<form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
			<TextField
				label="Name"
				hint={hint}
				value={name}
				maxLength={MOST_NAME}
				error={error}
				onChange={(event) => {
					setName(event.target.value)
					setError(undefined)
				}}
			/>
			{note && <p>{note}</p>}
			<div>
				<Button type="submit" pending={isBusy}>
					{button}
				</Button>
			</div>
		</form>
	)
}
