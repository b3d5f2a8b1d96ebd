import { describeRefusal, type AuthOutcome } from '#app/lib/auth-refusal.ts'
import { Form, Submit, useForm } from '#app/lib/form.tsx'
import { withProof } from '#app/second-factor/guard.ts'
import { TextField } from '#app/ui/field.tsx'

const MAX_NAME = 120

type NameStepProps<T> = {
	suggested: string
	hint?: string
	note?: string
	button: string
	call: (name: string) => Promise<AuthOutcome<T>>
	onDone: (value: T) => void
}

export function NameStep<T>({ suggested, hint, note, button, call, onDone }: NameStepProps<T>) {
	const form = useForm(async ({ text }) => {
		const name = text('name')
		if (name === '') return { name: 'Please enter a name' }
		const outcome = await withProof(() => call(name))
		if (!outcome.ok) return { name: describeRefusal(outcome.refusal) }
		onDone(outcome.value)
	})
	return (
		<Form of={form}>
			<TextField label="Name" name="name" hint={hint} maxLength={MAX_NAME} defaultValue={suggested} error={form.problems.name} />
			{note && <p>{note}</p>}
			<Submit of={form}>{button}</Submit>
		</Form>
	)
}
