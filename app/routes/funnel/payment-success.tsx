import { useSearchParams } from 'react-router'

import { fromContent } from '#app/content.server.ts'
import { PaymentSuccess } from '#app/features/checkout/payment-success.tsx'
import { useOwnership } from '#app/features/checkout/use-ownership.ts'
import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { ConfirmSignup } from '#app/features/sign-in/confirm-signup.tsx'
import { requestSignInCode } from '#app/lib/auth-calls.ts'
import { useSession, useUserId } from '#app/lib/stored-session.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/payment-success.ts'

export const loader = fromContent(({ offers, paymentPages }) => ({
	words: paymentPages.success,
	benefits: Object.fromEntries(offers.map(({ code, benefits }) => [code, benefits])),
}))

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: 'Your payment', description: loaderData.words.verifying.text, referrer: 'no-referrer' })

export default function PaymentSuccessRoute({ loaderData }: Route.ComponentProps) {
	useProgressSync()
	const session = useSession()
	useOwnership(useUserId())
	return (
		<PaymentSuccess
			{...loaderData}
			sessionId={useSearchParams()[0].get('session_id') || null}
			isGuest={session.status === 'signed-out'}
			renderSignIn={(email) => (
				<ConfirmSignup
					email={email}
					label="6-digit code"
					submitLabel="Sign In and Begin"
					resend={() => requestSignInCode({ email, next: paths.continueLearning })}
				/>
			)}
		/>
	)
}
