import { EnrollmentConfirmed } from '#app/features/checkout/enrollment-confirmed.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { paymentPages } from '#content/public.server.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/success.ts'

export const loader = () => ({ words: paymentPages.enrolled })

export const meta = ({ loaderData }: Route.MetaArgs) =>
	pageMeta({ title: loaderData.words.title, description: loaderData.words.text, path: paths.enrollmentSuccess, noIndex: true })

export default function SuccessRoute({ loaderData }: Route.ComponentProps) {
	return <EnrollmentConfirmed words={loaderData.words} />
}
