import { findRefusal } from '#app/lib/own-api.ts'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { formatUtcDay } from '#contracts/format-day.ts'
import type { RefundView } from '#contracts/refunds.ts'
import { openedShare } from '#domain/refunds/describe-refund.ts'
import { findRefundPolicy } from '#domain/refunds/refund-policy.ts'

import { AskForm, WithdrawForm } from './refund-forms.tsx'
import { RefundRecordNote } from './refund-record.tsx'
import { useRefund } from './use-refund.ts'

function RefundMeter({ view: { meter, firstDownloadAt } }: { view: RefundView }) {
	const { opened, total, limitPercent } = meter
	return (
		<div className="grid gap-3">
			<p className="tabular-nums">
				You have opened{' '}
				<strong>
					{opened} of {total} sections: {openedShare(opened, total)}%
				</strong>{' '}
				since you paid. The limit is {limitPercent}%, and what you read before does not count.
			</p>
			<ProgressBar label="Sections opened since you paid" value={opened} max={Math.max(total, 1)} />
			<p>
				{firstDownloadAt === null
					? 'No paid template was downloaded with this order.'
					: `A paid template was first downloaded on ${formatUtcDay(firstDownloadAt)}.`}
			</p>
		</div>
	)
}

type RefundPanelProps = { orderId: string; /** ID of the signed-in user. */ reader: string }

const isNotTheirs = (error: Error) => findRefusal(error)?.status === 404

export function RefundPanel({ orderId, reader }: RefundPanelProps) {
	const refund = useRefund(orderId, reader)
	if (refund.data)
		return (
			<div className="screen-only">
				<Ready orderId={orderId} reader={reader} view={refund.data} />
			</div>
		)
	if (refund.isPending) return <p role="status">Checking how much of the course you have used…</p>
	if (isNotTheirs(refund.error)) return <p>This order belongs to another email address. Sign in with that one to ask.</p>
	return (
		<Callout tone="danger" role="alert" title="We could not look up the refund for this order">
			<Button variant="secondary" className="mt-3" pending={refund.isFetching} onClick={() => void refund.refetch()}>
				Try Again
			</Button>
		</Callout>
	)
}

/** True if there is an amount left to refund and no refund is in progress. */
const mayAsk = ({ amountCents, request }: RefundView) =>
	amountCents > 0 && (request === null || request.state === 'refused' || request.state === 'settled')

function Ready({ orderId, reader, view }: RefundPanelProps & { view: RefundView }) {
	const { request, promise, withdrawal } = view
	return (
		<div className="grid gap-6">
			{request && (
				<RefundRecordNote
					record={request}
					policy={findRefundPolicy(view.policyVersion)}
					currency={view.currency}
					endsAccess={view.endsAccess}
				/>
			)}
			{mayAsk(view) && (
				<>
					<RefundMeter view={view} />
					{(request?.state !== 'refused' || promise.granted) && <AskForm orderId={orderId} reader={reader} view={view} />}
					{withdrawal && !(request?.state === 'refused' && request.kind === 'withdrawal') && (
						<WithdrawForm orderId={orderId} reader={reader} policyVersion={view.policyVersion} withdrawal={withdrawal} />
					)}
				</>
			)}
		</div>
	)
}
