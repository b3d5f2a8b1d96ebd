import { Link } from 'react-router'

import { paths } from '#contracts/paths.ts'

/** What is mailed to the learner, and how each kind of it ends (spec B §2: info text). */
export function NotificationsTab({ email }: { email: string }) {
	return (
		<section aria-labelledby="notifications" className="grid max-w-read gap-4">
			<h2 id="notifications">Notifications</h2>
			<p className="break-words">
				We write to {email} when you sign in with a code, when you buy something, and when your account changes.
			</p>
			<p>
				The newsletter brings each new article to whoever confirmed a subscription. Every issue has a link that ends it; without an issue at
				hand,{' '}
				<Link className="link" to={paths.unsubscribe}>
					ask for that link
				</Link>
				.
			</p>
			<p>
				Text messages have a tab of their own:{' '}
				<Link className="link" to={`${paths.settings}?tab=sms`}>
					SMS settings
				</Link>
				.
			</p>
		</section>
	)
}
