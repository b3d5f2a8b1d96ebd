import { useSearchParams } from 'react-router'

import { PaymentSuccess } from '#app/features/checkout/payment-success.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { lifetimeOffer, paymentPages } from '#content/public.server.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/payment-success.ts'

export const loader = () => ({ words: paymentPages.success, benefits: lifetimeOffer.benefits })

export const meta = ({ loaderData }: Route.MetaArgs) => [
	...pageMeta({ title: 'Your payment', description: loaderData.words.verifying.text, path: paths.paymentSuccess, noIndex: true }),
	{ name: 'referrer', content: 'no-referrer' },
]

export default function PaymentSuccessRoute({ loaderData }: Route.ComponentProps) {
	return <PaymentSuccess {...loaderData} sessionId={useSearchParams()[0].get('session_id') || null} />
}
