import { useState } from 'react'

import { AccountFrame } from '#app/features/sign-in/account-frame.tsx'
import { MailSent, NewLinkForm } from '#app/features/sign-in/mail-sent.tsx'
import type { SentMail } from '#app/features/sign-in/sign-in-state.ts'
import { useSession, type SessionView } from '#app/lib/stored-session.ts'
import { NewPasswordForm } from '#app/second-factor/new-password-form.tsx'
import { WatchSecondFactor } from '#app/second-factor/watch-second-factor.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast-store.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/reset-password.ts'

/** The /reset-password page. With the session from a recovery link, it sets a new password; without one, it requests that link. */
function ResetPasswordPage({ session }: { session: SessionView }) {
	const [isChanged, setChanged] = useState(false)
	const [sent, setSent] = useState<SentMail | null>(null)

	if (isChanged)
		return (
			<AccountFrame title="Your new password is set" intro={<p>Every other device has been signed out.</p>}>
				<LinkButton to={paths.dashboard}>Go to My Dashboard</LinkButton>
			</AccountFrame>
		)
	if (session.status === 'signed-in') {
		const { email } = session.user
		return (
			<AccountFrame
				title="Set a new password"
				intro={
					<p>
						for <strong>{email}</strong>
					</p>
				}
			>
				<NewPasswordForm
					email={email}
					size="lg"
					onChanged={() => {
						setChanged(true)
						toast({ title: 'Password changed', description: 'Use it the next time you sign in.' })
					}}
				>
					Save new password
				</NewPasswordForm>
			</AccountFrame>
		)
	}
	if (sent)
		return (
			<AccountFrame title="Set a new password">
				<MailSent mail={sent} next={null} onSignedIn={() => setSent(null)} onBack={() => setSent(null)} />
			</AccountFrame>
		)
	return (
		<AccountFrame
			title="Set a new password"
			intro={<p>We’ll email you a link. It brings you back to this page to choose a new password.</p>}
		>
			<NewLinkForm isRecovery next={null} onSent={setSent} />
		</AccountFrame>
	)
}

export { action } from '#app/form-action.server.ts'

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: 'Set a new password', description: 'Set a new password for your account.' })

export default function ResetPasswordRoute() {
	return (
		<>
			<ResetPasswordPage session={useSession()} />
			<WatchSecondFactor />
		</>
	)
}
