import { useState, type FormEvent } from 'react'

import { useGuardedCall } from '#app/second-factor/use-guarded-call.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { SIGNUP_NAME_MAX_LENGTH } from '#domain/auth/signup-name.ts'

import { changeName } from './profile-calls.ts'

/** What we call the learner. */
export function NameForm({ name: known }: { name: string }) {
	const { isBusy, run } = useGuardedCall()
	const [name, setName] = useState(known)
	const [error, setError] = useState<string>()

	function submit(event: FormEvent) {
		event.preventDefault()
		const typed = name.trim()
		if (typed === '') return setError('Please enter your name')
		if (typed.length > SIGNUP_NAME_MAX_LENGTH) return setError(`Please use at most ${SIGNUP_NAME_MAX_LENGTH} characters`)
		void run(() => changeName(typed), { title: 'Name saved', description: `We will call you ${typed}` })
	}

	return (
		<form noValidate className="grid w-full max-w-read gap-4" onSubmit={submit}>
			<TextField
				label="Name"
				name="name"
				autoComplete="name"
				value={name}
				error={error}
				onChange={(event) => {
					setName(event.target.value)
					setError(undefined)
				}}
			/>
			<div>
				<Button type="submit" variant="secondary" pending={isBusy}>
					Save Name
				</Button>
			</div>
		</form>
	)
}
