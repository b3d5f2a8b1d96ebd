import type { FormErrors } from '#app/lib/form.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Honeypot } from '#app/ui/honeypot.tsx'

export const LeadEmail = ({ label, problems }: { label: string; problems: FormErrors }) => (
	<>
		<TextField label={label} type="email" name="email" autoComplete="email" required maxLength={254} error={problems.email} />
		<Honeypot />
	</>
)
