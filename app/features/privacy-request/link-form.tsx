import { useState } from 'react'

import { type AuthOutcome, describeRefusal } from '#app/lib/auth-refusal.ts'
import { callForOutcome } from '#app/lib/call-function.ts'
import { Form, Submit, useForm } from '#app/lib/form.tsx'
import { callApi, callApiForFile } from '#app/lib/own-api.ts'
import { callApiWithChallenge } from '#app/lib/with-captcha.ts'
import { Callout } from '#app/ui/callout.tsx'
import { EmailField } from '#app/ui/field.tsx'
import { paths } from '#contracts/paths.ts'
import type { MailboxState } from '#contracts/privacy.ts'
import { isEmailAddress, INVALID_EMAIL_MESSAGE } from '#domain/email/email-address.ts'

const EXPORT_TIMEOUT_MS = 60_000

/** Requests a link by email. The response is the same for all addresses, so it doesn't reveal whether an address has an account. */
const requestLink = (email: string): Promise<AuthOutcome> =>
	callForOutcome(async () => {
		await callApiWithChallenge<unknown>('/api/mailbox/link', { body: { email } })
		return null
	})

export const openMailbox = (token: string): Promise<AuthOutcome<MailboxState>> =>
	callForOutcome(() => callApi<MailboxState>('/api/mailbox/open', { body: { token } }))

export const exportMailbox = (token: string, format: 'json' | 'csv'): Promise<AuthOutcome<Blob>> =>
	callForOutcome(() => callApiForFile('/api/mailbox/export', { method: 'POST', body: { token, format }, timeoutMs: EXPORT_TIMEOUT_MS }))

export const eraseMailbox = (token: string): Promise<AuthOutcome> =>
	callForOutcome(async () => {
		await callApi<unknown>('/api/mailbox/erasure', { body: { token } })
		return null
	})

export function LinkForm() {
	const [sentTo, setSentTo] = useState<string | null>(null)
	const form = useForm(async ({ text }) => {
		const address = text('email')
		if (!isEmailAddress(address)) return { email: INVALID_EMAIL_MESSAGE }
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
			<EmailField label="Email" error={form.problems.email} />
			<Submit of={form} size="lg">
				Send me a link
			</Submit>
		</Form>
	)
}
