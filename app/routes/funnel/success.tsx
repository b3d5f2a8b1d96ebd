import { fromContent } from '#app/content.server.ts'
import { EnrollmentPage } from '#app/features/checkout/enrollment-confirmed.tsx'
import { useEntitlement } from '#app/features/progress/use-entitlement.ts'
import { useSession, useUserId } from '#app/lib/stored-session.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { MAIN_COURSE } from '#domain/gating/course-contents.ts'

import type { Route } from './+types/success.ts'

export const loader = fromContent(({ paymentPages }) => ({ words: paymentPages.enrolled }))

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: loaderData.words.title, description: loaderData.words.text })

export default function SuccessRoute({ loaderData }: Route.ComponentProps) {
	const session = useSession()
	// The page's text only mentions the main course.
	const entitlement = useEntitlement(useUserId(), true)(MAIN_COURSE)
	const enrollment = session.status === 'unknown' ? 'asking' : session.status === 'signed-out' ? 'guest' : entitlement
	return <EnrollmentPage words={loaderData.words} enrollment={enrollment} />
}
