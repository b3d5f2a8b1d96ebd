import { useNavigate } from 'react-router'

import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { CodeEntry } from '#app/features/sign-in/code-entry.tsx'
import { SignupPage } from '#app/features/signup/signup-page.tsx'
import { requestSignupCode } from '#app/lib/auth-calls.ts'
import { formatPrice } from '#app/lib/format-price.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { toast } from '#app/ui/toast-store.ts'
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
	pageMeta({ title: loaderData.words.page.title, description: loaderData.words.page.text, path: paths.signup })

export default function SignupRoute({ loaderData }: Route.ComponentProps) {
	useProgressSync()
	const navigate = useNavigate()
	const { words } = loaderData

	function onSignedIn() {
		toast({ title: 'You are signed in', description: 'Your progress is now saved to your account.' })
		void navigate(words.welcome.startButton.href)
	}

	return (
		<SignupPage
			{...loaderData}
			brand={site.name}
			renderCodeEntry={(user) => (
				<CodeEntry
					email={user.email}
					label={words.confirm.codeLabel}
					submitLabel={words.confirm.submitLabel}
					resend={() => requestSignupCode({ ...user, next: paths.courseModule(1) })}
					onSignedIn={onSignedIn}
				/>
			)}
		/>
	)
}
