import { Link } from 'react-router'

import { LinkButton } from '#app/ui/button.tsx'
import { paths } from '#contracts/paths.ts'

import { Applications, Identities } from './identities.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { AuthenticatorApps, SecurityKeys } from './second-factors.tsx'
import { Sessions } from './sessions.tsx'

/** @param isManaged true if only the organization's provider can sign the account in, so it has no password or passkeys */
export function SecurityTab({ isManaged }: { isManaged: boolean }) {
	return (
		<section aria-labelledby="security" className="grid grid-cols-1 gap-10">
			<div className="grid max-w-read justify-items-start gap-4">
				<h2 id="security">Security</h2>
				{isManaged ? (
					<p>You sign in through your organization. If you add a second factor here, we ask for it after that.</p>
				) : (
					<>
						<p>You can sign in with a code that we email to you, or with a password. A new password signs out all your other devices.</p>
						<LinkButton to={paths.resetPassword} variant="secondary">
							Choose a New Password
						</LinkButton>
					</>
				)}
			</div>
			<AuthenticatorApps />
			<SecurityKeys />
			<RecoveryCodes />
			<p className="max-w-read">
				A text to your phone can be the second factor too: verify your number under{' '}
				<Link className="link" to={`${paths.settings}?tab=sms`}>
					SMS
				</Link>{' '}
				and switch it on there.
			</p>
			{!isManaged && <Passkeys />}
			<Sessions />
			<Applications />
			<Identities />
		</section>
	)
}
