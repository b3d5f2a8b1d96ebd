import type { FormErrors } from '#app/lib/form.tsx'
import { EmailField } from '#app/ui/field.tsx'
import { Honeypot } from '#app/ui/honeypot.tsx'

export const LeadEmail = ({ label, problems }: { label: string; problems: FormErrors }) => (
	<>
		<EmailField label={label} error={problems.email} />
		<Honeypot />
	</>
)
