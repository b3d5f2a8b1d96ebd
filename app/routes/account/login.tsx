import { useNavigate, useSearchParams } from 'react-router'

import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { LoginPage } from '#app/features/sign-in/login-page.tsx'
import { parseNextPath } from '#app/lib/next-path.ts'
import { useSession } from '#app/lib/stored-session.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/login.ts'

export { action } from '#app/form-action.server.ts'

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: 'Sign in', description: 'Sign in with your password or with a code that we send by email.' })

export default function LoginRoute() {
	useProgressSync()
	const navigate = useNavigate()
	const next = parseNextPath(useSearchParams()[0].get('next'))
	return (
		<LoginPage
			session={useSession()}
			next={next}
			onSignedIn={() => void navigate(next ?? paths.dashboard, { replace: true })}
			onRecovered={() => void navigate(paths.resetPassword, { replace: true })}
		/>
	)
}
