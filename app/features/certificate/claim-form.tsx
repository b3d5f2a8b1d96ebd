import { Form, Submit } from '#app/lib/form.tsx'
import { ApiError } from '#app/lib/own-api.ts'
import { useForm } from '#app/lib/use-form.ts'
import { TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'
import { CERTIFICATE_NAME_MAX, checkCertificateName } from '#domain/certificates/certificate-name.ts'

import { useClaim } from './use-own-certificate.ts'

const messageOf = (error: unknown) => {
	if (!(error instanceof ApiError) || error.failure.kind === 'unreachable')
		return 'We cannot reach the server. Nothing is lost: try again when you are back online.'
	return error.failure.fields.name ?? error.failure.message
}

/** Asks once for the name to print: it cannot be changed afterwards. */
export function ClaimForm({ userId, suggestedName }: { userId: string; suggestedName: string }) {
	const claim = useClaim(userId)
	const form = useForm(async ({ text }) => {
		const verdict = checkCertificateName(text('name'))
		if (!verdict.ok) return { name: verdict.message }
		try {
			await claim(verdict.name)
		} catch (error) {
			return { form: messageOf(error) }
		}
		toast({ title: 'Your certificate is ready', description: 'It is signed, and anyone can check it.' })
	})

	return (
		<Form of={form} className="grid max-w-read gap-5" trouble="The certificate could not be issued">
			<TextField
				label="Your name on the certificate"
				hint="As you want others to see it, in any alphabet. Your name, the course and the date are public; nothing else is. You cannot change it later."
				name="name"
				autoComplete="name"
				maxLength={CERTIFICATE_NAME_MAX * 2}
				required
				defaultValue={suggestedName}
				error={form.problems.name}
			/>
			<Submit of={form} size="lg">
				{form.isBusy ? 'Signing Your Certificate…' : 'Claim Your Graduation Certificate'}
			</Submit>
		</Form>
	)
}
