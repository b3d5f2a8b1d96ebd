import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { Form, Submit } from '#app/lib/form.tsx'
import { useForm } from '#app/lib/use-form.ts'
import { guard } from '#app/second-factor/guard.ts'
import { TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'
import { NAME_TOO_LONG, SIGNUP_NAME_MAX_LENGTH } from '#domain/auth/signup-name.ts'

import { changeName } from './profile-calls.ts'

/** What we call the learner. */
export function NameForm({ name: known }: { name: string }) {
	const form = useForm(async ({ text }) => {
		const name = text('name')
		if (name === '') return { name: 'Please enter your name' }
		if (name.length > SIGNUP_NAME_MAX_LENGTH) return { name: NAME_TOO_LONG }
		const outcome = await guard(() => changeName(name))
		if (!outcome.ok) return { name: describeRefusal(outcome.refusal) }
		toast({ title: 'Name saved', description: `We will call you ${name}` })
	})
	return (
		<Form of={form} className="grid w-full max-w-read gap-4">
			<TextField label="Name" name="name" autoComplete="name" defaultValue={known} error={form.problems.name} />
			<Submit of={form} variant="secondary">
				Save Name
			</Submit>
		</Form>
	)
}
