import { useState } from 'react'
import { useNavigate } from 'react-router'

import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { CallbackPage } from '#app/features/sign-in/callback-page.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { paths } from '#contracts/paths.ts'

export const meta = () => [
	...pageMeta({ title: 'Sign in', description: 'The end of a sign-in link.', path: paths.authCallback, noIndex: true }),
	{ name: 'referrer', content: 'no-referrer' },
]

export default function AuthCallbackRoute() {
	useProgressSync()
	const navigate = useNavigate()
	const [address] = useState(() => new URL(window.location.href))
	return <CallbackPage address={address} onArrived={(path) => void navigate(path, { replace: true })} />
}
