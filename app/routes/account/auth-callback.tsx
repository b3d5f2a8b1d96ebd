import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { CallbackPage } from '#app/features/sign-in/callback-page.tsx'
import { readNextPath } from '#app/features/sign-in/read-callback.ts'
import { withNextPath } from '#app/lib/next-path.ts'
import { readSession } from '#app/lib/stored-session.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/auth-callback.ts'

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: 'Sign in', description: 'Finishes signing you in.', referrer: 'no-referrer' })

export default function AuthCallbackRoute() {
	useProgressSync()
	const navigate = useNavigate()
	const [address] = useState(() => new URL(window.location.href))
	const [isSignedIn] = useState(() => readSession().status === 'signed-in')
	// Codes and tokens are read once, then removed from the URL and the history.
	useEffect(() => {
		window.history.replaceState(window.history.state, '', withNextPath(paths.authCallback, readNextPath(address)))
	}, [address])
	return <CallbackPage address={address} isSignedIn={isSignedIn} onArrived={(path) => void navigate(path, { replace: true })} />
}
