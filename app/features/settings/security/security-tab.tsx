import { Link } from 'react-router'

import { LinkButton } from '#app/ui/button.tsx'
import { paths } from '#contracts/paths.ts'

/** How the account is kept, in words (spec B §2: info text), with the ways to what can be changed. */
export function SecurityTab() {
	return (
		<section aria-labelledby="security" className="grid max-w-read justify-items-start gap-4">
			<h2 id="security">Security</h2>
			<p>You can sign in with a code that we email to you, or with a password. A new password ends the sessions of all other devices.</p>
			<LinkButton to={paths.resetPassword} variant="secondary">
				Choose a New Password
			</LinkButton>
			<p>
				A code on your phone can be asked for as a second factor: verify your number under{' '}
				<Link className="link" to={`${paths.settings}?tab=sms`}>
					SMS
				</Link>{' '}
				and switch it on there.
			</p>
		</section>
	)
}
