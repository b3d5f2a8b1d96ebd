import { useState } from 'react'

import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { CodeEntry } from '#app/features/sign-in/code-entry.tsx'
import { Confirmed } from '#app/features/sign-in/confirmed.tsx'
import { SignupPage } from '#app/features/signup/signup-page.tsx'
import { requestSignupCode } from '#app/lib/auth-calls.ts'
import { formatPrice } from '#app/lib/format-price.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { downloadById, lifetimeOffer, signup } from '#content/public.server.ts'
import site from '#content/site.json'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/signup.ts'

export const loader = () => ({
	words: signup,
	template: downloadById(signup.template.downloadId),
	offerText: `${formatPrice(lifetimeOffer.amountCents)} once instead of ${formatPrice(lifetimeOffer.regularAmountCents)}`,
})

export const meta = ({ loaderData }: Route.MetaArgs) =>
	pageMeta({ title: loaderData.words.page.title, description: loaderData.words.page.text, path: paths.signup, image: '/og/signup.png' })

export default function SignupRoute({ loaderData }: Route.ComponentProps) {
	useProgressSync()
	const [isConfirmed, setConfirmed] = useState(false)
	const { words } = loaderData

	return (
		<SignupPage
			{...loaderData}
			brand={site.name}
			renderCodeEntry={(user) =>
				isConfirmed ? (
					<Confirmed />
				) : (
					<CodeEntry
						email={user.email}
						label={words.confirm.codeLabel}
						submitLabel={words.confirm.submitLabel}
						resend={() => requestSignupCode({ ...user, next: paths.courseModule(1) })}
						onSignedIn={() => setConfirmed(true)}
					/>
				)
			}
		/>
	)
}
