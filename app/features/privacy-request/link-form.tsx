import { type FormEvent, useState } from 'react'

import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'
import { paths } from '#contracts/paths.ts'
import { isBareAddress } from '#domain/email/email-address.ts'

import { requestLink } from './mailbox-calls.ts'

/** Asks for the link that proves a mailbox. */
export function LinkForm() {
	const [email, setEmail] = useState('')
	const [error, setError] = useState<string>()
	const [isSending, setSending] = useState(false)
	const [sentTo, setSentTo] = useState<string | null>(null)

	async function send(event: FormEvent) {
		event.preventDefault()
		const address = email.trim()
		if (!isBareAddress(address)) return setError('Please enter a valid email address')
		setSending(true)
		const outcome = await requestLink(address)
		setSending(false)
		if (outcome.ok) setSentTo(address)
		else setError(describeRefusal(outcome.refusal))
	}

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
		<form
			noValidate
			className="grid w-full max-w-md gap-5"
			method="post"
			action={paths.privacyRequest}
			onSubmit={(event) => void send(event)}
		>
			<TextField
				label="Email"
				name="email"
				type="email"
				autoComplete="email"
				maxLength={254}
				required
				value={email}
				error={error}
				onChange={(event) => {
					setEmail(event.target.value)
					setError(undefined)
				}}
			/>
			<div>
				<Button type="submit" size="lg" pending={isSending}>
					Send me a link
				</Button>
			</div>
		</form>
	)
}
