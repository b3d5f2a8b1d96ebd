import { useParams } from 'react-router'

import { ReceiptPage } from '#app/features/orders/receipt-page.tsx'
import { RefundPanel } from '#app/features/refund/refund-panel.tsx'
import { QueryProvider } from '#app/lib/query-provider.tsx'
import { useSession, useUserId } from '#app/lib/stored-session.ts'
import { NotFoundPage } from '#app/shell/not-found-page.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'

import type { Route } from './+types/order.ts'

export { action } from '#app/form-action.server.ts'

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	// Not `no-referrer`, with which browsers send `Origin: null` in form posts: our server checks the origin.
	pageMeta(matches, { title: 'Your order', description: 'Your order and receipt, to read, print and keep.', referrer: 'same-origin' })

export default function OrderRoute() {
	const session = useSession()
	const reader = useUserId()
	const { orderId = '' } = useParams()
	if (session.status === 'unknown') return null
	return (
		<QueryProvider>
			<ReceiptPage
				orderId={orderId}
				reader={reader}
				notFound={<NotFoundPage />}
				refund={reader !== null && <RefundPanel orderId={orderId} reader={reader} />}
			/>
		</QueryProvider>
	)
}
