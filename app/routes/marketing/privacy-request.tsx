import { useEffect, useState } from 'react'
import { Link } from 'react-router'

import { LinkForm } from '#app/features/privacy-request/link-form.tsx'
import { MailboxPanel } from '#app/features/privacy-request/mailbox-panel.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { useSite } from '#app/shell/site.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/privacy-request.ts'

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
