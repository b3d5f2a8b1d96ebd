import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'

import { callForOutcome } from '#app/lib/call-function.ts'
import { Loaded } from '#app/lib/loaded.tsx'
import { callApi } from '#app/lib/own-api.ts'
import { useGuardedCall } from '#app/second-factor/guard.ts'
import { Switch } from '#app/ui/choice.tsx'
import type { EmailPreferences } from '#contracts/account.ts'
import { paths } from '#contracts/paths.ts'
import { NEWSLETTER_SWITCH } from '#domain/newsletter/decide-mail.ts'

const KEY = ['preferences']
const readPreferences = (signal: AbortSignal) => callApi<EmailPreferences>('/api/preferences', { signal })
const changeNewsletter = (newsletter: boolean) =>
	callForOutcome(() => callApi<EmailPreferences>('/api/preferences', { method: 'PUT', body: { newsletter } }))

export function NotificationsTab({ email }: { email: string }) {
	const preferences = useQuery({ queryKey: KEY, queryFn: ({ signal }) => readPreferences(signal) })
	return (
		<section aria-labelledby="notifications" className="grid max-w-read grid-cols-1 gap-6">
			<h2 id="notifications">Notifications</h2>
			<section aria-labelledby="email-preferences" className="grid grid-cols-1 gap-4">
				<h3 id="email-preferences">Emails you choose</h3>
				<Loaded query={preferences} what="your preferences" heightClass="min-h-28 sm:min-h-15">
					{(known) => <Newsletter state={known.newsletter} email={email} />}
				</Loaded>
			</section>
			<section aria-labelledby="account-emails" className="grid grid-cols-1 gap-4">
				<h3 id="account-emails">Emails about your account</h3>
				<p className="break-words">
					We always write to {email} when you sign in with a code, when you buy something, and when your account changes. They keep your
					account safe, so you can’t turn them off.
				</p>
			</section>
			<p>
				Text messages have their own tab:{' '}
				<Link className="link" to={`${paths.settings}?tab=sms`}>
					SMS settings
				</Link>
				.
			</p>
		</section>
	)
}

function Newsletter({ state, email }: { state: EmailPreferences['newsletter']; email: string }) {
	const queries = useQueryClient()
	const { isBusy, run } = useGuardedCall()

	async function change(isWanted: boolean) {
		const description = isWanted ? 'You’ll get each new article by email' : 'You won’t get any more articles by email'
		const saved = await run(() => changeNewsletter(isWanted), { title: 'Settings updated', description })
		if (saved) queries.setQueryData(KEY, saved.value)
	}

	if (state === 'closed')
		return (
			<p className="break-words">
				The newsletter can’t be sent to {email}: an email to it bounced or was marked as spam. You can use another address for it.
			</p>
		)
	return (
		<>
			<Switch {...NEWSLETTER_SWITCH} checked={state === 'on'} disabled={isBusy} onChange={(isWanted) => void change(isWanted)} />
			{state === 'waiting' && (
				<p className="text-soft">You signed up but haven’t followed the link in our email yet. You can also confirm with this switch.</p>
			)}
		</>
	)
}
