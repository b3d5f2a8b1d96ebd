import { useEffect, useState } from 'react'
import { Link } from 'react-router'

import { LinkForm, eraseMailbox, exportMailbox, openMailbox } from '#app/features/privacy-request/link-form.tsx'
import { type AuthOutcome, describeRefusal } from '#app/lib/auth-refusal.ts'
import { DataFileButtons, showError } from '#app/lib/data-file.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { useSite } from '#app/shell/site.ts'
import { Alert, Callout } from '#app/ui/callout.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { paths } from '#contracts/paths.ts'
import type { MailboxState } from '#contracts/privacy.ts'

import type { Route } from './+types/privacy-request.ts'

/** @param token from the emailed link */
function MailboxPanel({ token }: { token: string }) {
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
				<Alert title="This link can’t be used">
					<p>{describeRefusal(opened.refusal)}</p>
				</Alert>
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
			<DataFileButtons verb="Download" ask={(format) => exportMailbox(token, format)} />
			<ConfirmButton label="Delete My Data" title="Delete your data?" confirmLabel="Delete My Data" onConfirm={erase}>
				<p>
					Everything stored for this address is deleted right away and can’t be restored: messages, applications, the newsletter
					subscription, and access to what you bought without an account. Tax law requires us to keep payment records for seven years,
					without your name, and any invoices unchanged.
				</p>
			</ConfirmButton>
		</section>
	)
}

export { action } from '#app/form-action.server.ts'

const DESCRIPTION = 'Download or delete what we keep about you, without an account. We email you a link that proves the address is yours.'

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: 'Your data without an account', description: DESCRIPTION })

/** The token is in the fragment, which browsers don't send, so it appears in no server log. */
const readToken = () => new URLSearchParams(window.location.hash.slice(1)).get('token')

export default function PrivacyRequestRoute() {
	const { supportEmail } = useSite()
	const [token, setToken] = useState<string | null>(null)
	useEffect(() => {
		const read = () => setToken(readToken())
		read()
		window.addEventListener('hashchange', read)
		return () => window.removeEventListener('hashchange', read)
	}, [])
	return (
		<div className="page grid min-h-[60vh] content-start justify-items-start gap-8 py-12 lg:py-16">
			<div className="grid gap-4">
				<h1>Your data, without an account</h1>
				<p className="max-w-read text-lg">
					Did you buy as a guest, subscribe, write to us or apply? You can get a copy of what we keep, or have it deleted. If you have an
					account, you can do both in your{' '}
					<Link className="link" to={paths.settings}>
						settings
					</Link>
					.
				</p>
			</div>
			{token === null ? <LinkForm /> : <MailboxPanel key={token} token={token} />}
			<noscript>
				<p className="max-w-read">
					The link in the email needs JavaScript. You can also write to {supportEmail} from the address the data belongs to.
				</p>
			</noscript>
		</div>
	)
}
