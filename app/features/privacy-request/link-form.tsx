import { useState } from 'react'

import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { Form, Submit } from '#app/lib/form.tsx'
import { useForm } from '#app/lib/use-form.ts'
import { Callout } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'
import { paths } from '#contracts/paths.ts'
import { isEmailAddress, NOT_AN_ADDRESS } from '#domain/email/email-address.ts'

import { requestLink } from './mailbox-calls.ts'

/** Form that requests a link by email to prove ownership of an address. */
export function LinkForm() {
	const [sentTo, setSentTo] = useState<string | null>(null)
	const form = useForm(async ({ text }) => {
		const address = text('email')
		if (!isEmailAddress(address)) return { email: NOT_AN_ADDRESS }
		const outcome = await requestLink(address)
		if (!outcome.ok) return { email: describeRefusal(outcome.refusal) }
		setSentTo(address)
	})

	if (sentTo !== null)
		return (
			<Callout title="Please check your inbox" role="status">
				<p>
					An email with a link is on its way to <strong className="break-words">{sentTo}</strong>. Open the link to download your data or to
					delete it.
				</p>
			</Callout>
		)
	return (
		<Form of={form} className="grid w-full max-w-md gap-5" action={paths.privacyRequest}>
			<TextField label="Email" name="email" type="email" autoComplete="email" maxLength={254} required error={form.problems.email} />
			<Submit of={form} size="lg">
				Send me a link
			</Submit>
		</Form>
	)
}
