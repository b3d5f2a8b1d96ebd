import { fromContent } from '#app/content.server.ts'
import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { ConfirmSignup } from '#app/features/sign-in/confirm-signup.tsx'
import { OtherWays } from '#app/features/sign-in/other-ways.tsx'
import { SignupPage } from '#app/features/signup/signup-page.tsx'
import { requestSignupCode } from '#app/lib/auth-calls.ts'
import { useSignInWays } from '#app/lib/sign-in-ways.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { useSite } from '#app/shell/site.ts'
import { paths } from '#contracts/paths.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'

import type { Route } from './+types/signup.ts'

export { action } from '#app/form-action.server.ts'

export const loader = fromContent(({ downloadById, signup, site }) => ({
	words: signup,
	template: isHiddenPage(site, paths.careerPath) ? null : downloadById(signup.template.downloadId),
	offerText: signup.welcome.offerText,
}))

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, {
		title: loaderData.words.page.title,
		description: loaderData.words.page.text,
		path: paths.signup,
		image: '/og/signup.png',
	})

export default function SignupRoute({ loaderData }: Route.ComponentProps) {
	useProgressSync()
	const ways = useSignInWays()
	const { words } = loaderData
	const next = paths.courseModule(1)

	return (
		<SignupPage
			{...loaderData}
			brand={useSite().name}
			otherWays={ways && <OtherWays providers={ways.providers} next={next} />}
			renderCodeEntry={(user) => (
				<ConfirmSignup
					email={user.email}
					label={words.confirm.codeLabel}
					submitLabel={words.confirm.submitLabel}
					resend={() => requestSignupCode({ ...user, next })}
				/>
			)}
		/>
	)
}
