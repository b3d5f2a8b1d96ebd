import { useCallback, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { ConsentPage, ConsentPending } from '#app/features/consent/consent-page.tsx'
import { SecondFactorGate } from '#app/features/sign-in/second-factor-gate.tsx'
import { withNextPath } from '#app/lib/next-path.ts'
import { QueryProvider } from '#app/lib/query-provider.tsx'
import { useSession } from '#app/lib/stored-session.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/oauth-consent.ts'

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, {
		title: 'Access for an application',
		description: 'An application asks for access to your account.',
		referrer: 'no-referrer',
	})

export default function OauthConsentRoute() {
	const session = useSession()
	const navigate = useNavigate()
	const questionId = useSearchParams()[0].get('authorization_id') ?? ''
	const signInPath = withNextPath(paths.login, `${paths.oauthConsent}?authorization_id=${encodeURIComponent(questionId)}`)
	const goToSignIn = useCallback(() => void navigate(signInPath, { replace: true }), [navigate, signInPath])
	const isHydrated = useHydrated()
	const mustSignIn = isHydrated && session.status !== 'unknown' && session.status !== 'signed-in' && questionId !== ''
	useEffect(() => {
		if (mustSignIn) goToSignIn()
	}, [mustSignIn, goToSignIn])

	if (!isHydrated || session.status === 'unknown' || mustSignIn) return <ConsentPending />
	return (
		<QueryProvider>
			<ConsentPage
				key={questionId}
				authorizationId={questionId}
				signInPath={signInPath}
				secondFactor={(onPassed) => <SecondFactorGate onPassed={onPassed} onLeft={goToSignIn} />}
				leaveTo={(url) => window.location.assign(url)}
			/>
		</QueryProvider>
	)
}
