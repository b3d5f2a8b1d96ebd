import { ResetPasswordPage } from '#app/features/sign-in/reset-password-page.tsx'
import { useSession } from '#app/lib/stored-session.ts'
import { WatchSecondFactor } from '#app/second-factor/watch-second-factor.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'

import type { Route } from './+types/reset-password.ts'

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
