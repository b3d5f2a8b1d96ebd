import { useSearchParams } from 'react-router'

import { fromContent } from '#app/content.server.ts'
import { PaymentCanceled } from '#app/features/checkout/payment-canceled.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { offerPath, paths } from '#contracts/paths.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'

import type { Route } from './+types/payment-canceled.ts'

export const loader = fromContent(({ offers, paymentPages, site }) => ({
	words: paymentPages.canceled,
	showsTrial: !isHiddenPage(site, paths.freeTrial),
	orderIdLabel: paymentPages.success.paid.orderIdLabel,
	questions: Object.fromEntries(offers.map(({ code, commonQuestions }) => [code, commonQuestions])),
	pages: Object.fromEntries(offers.map(({ code }) => [code, offerPath(offers, code) ?? paths.offer])),
}))

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: loaderData.words.title, description: loaderData.words.text, referrer: 'no-referrer' })

export default function PaymentCanceledRoute({ loaderData }: Route.ComponentProps) {
	return <PaymentCanceled {...loaderData} query={useSearchParams()[0]} />
}
