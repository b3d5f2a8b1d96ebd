import { useEffect, useState } from 'react'
import { Link } from 'react-router'

import { type AuthOutcome, describeRefusal } from '#app/lib/auth-refusal.ts'
import { DataFile, showError } from '#app/lib/data-file.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { paths } from '#contracts/paths.ts'
import type { MailboxState } from '#contracts/privacy.ts'

import { eraseMailbox, exportMailbox, LinkForm, openMailbox } from './link-form.tsx'

/** @param token from the emailed link */
export function MailboxPanel({ token }: { token: string }) {
	const [opened, setOpened] = useState<AuthOutcome<MailboxState> | null>(null)
	const [isErased, setErased] = useState(false)
	useEffect(() => void openMailbox(token).then(setOpened), [token])

	if (opened === null)
		return (
			<p role="status" className="flex items-center gap-3">
				<Spinner /> Opening your link…
			</p>
		)
	if (!opened.ok)
		return (
			<>
				<Callout tone="danger" role="alert" title="This link cannot be used">
					<p>{describeRefusal(opened.refusal)}</p>
				</Callout>
				<LinkForm />
			</>
		)
	if (isErased)
		return (
			<Callout title="Your data is deleted" role="status">
				<p>Nothing we store is linked to this address anymore, except your account, if you have one.</p>
			</Callout>
		)
	return <Choices token={token} mailbox={opened.value} onErased={() => setErased(true)} />
}

function Choices({ token, mailbox, onErased }: { token: string; mailbox: MailboxState; onErased: () => void }) {
	async function erase() {
		const outcome = await eraseMailbox(token)
		if (outcome.ok) onErased()
		else showError(describeRefusal(outcome.refusal))
	}

	return (
		<section aria-labelledby="mailbox" className="grid justify-items-start gap-5">
			<h2 id="mailbox" className="break-words">
				Data stored for {mailbox.email}
			</h2>
			{mailbox.hasAccount && (
				<Callout title="You have an account">
					<p>
						This page shows only what you sent or bought without signing in. Your account’s data is in your{' '}
						<Link className="link" to={paths.settings}>
							settings
						</Link>
						.
					</p>
				</Callout>
			)}
			<p className="max-w-read">Messages, applications, your newsletter subscription, and purchases you made without an account.</p>
			<DataFile verb="Download" ask={(format) => exportMailbox(token, format)} />
			<ConfirmButton label="Delete My Data" title="Delete your data?" confirmLabel="Delete My Data" onConfirm={erase}>
				<p>
					Everything stored for this address is deleted right away and cannot be restored: messages, applications, the newsletter
					subscription, and access to what you bought without an account. The record of a payment stays for seven years because tax law
					requires it, but it no longer identifies you.
				</p>
			</ConfirmButton>
		</section>
	)
}
