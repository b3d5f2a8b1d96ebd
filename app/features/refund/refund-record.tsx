import { Link } from 'react-router'

import { Callout } from '#app/ui/callout.tsx'
import { formatLastUtcDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'
import type { RefundRecord } from '#contracts/refunds.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { describeBusinessDays, describeReasons } from '#domain/refunds/describe-refund.ts'
import type { RefundPolicy } from '#domain/refunds/refund-policy.ts'

/** Shows when the refund is expected. Both times are exclusive ends, so the last full UTC day before each is shown. */
function Expected({ expectedFrom, expectedBy }: RefundRecord) {
	if (expectedFrom === null || expectedBy === null) return null
	return (
		<p>
			Expect it between {formatLastUtcDay(expectedFrom)} and {formatLastUtcDay(expectedBy)}.
		</p>
	)
}

const Refused = ({ record, policy }: { record: RefundRecord; policy: RefundPolicy }) => (
	<Callout title="Your request was not approved" role="status">
		<ul className="list-disc pl-5">
			{record.reasons.map((reason) => (
				<li key={reason}>{describeReasons(policy)[reason]}</li>
			))}
		</ul>
		<p>
			This decision follows the policy automatically. Is there more we should know?{' '}
			<Link className="link" to={paths.contact}>
				Write to us
			</Link>
			, and a person will look at it. This does not affect any rights the law of your country gives you.
		</p>
	</Callout>
)

type Noted = {
	record: RefundRecord
	/** Refund policy of the order. */ policy: RefundPolicy
	currency: string
	/** False if access stays open. */ endsAccess: boolean
}

export function RefundRecordNote({ record, policy, currency, endsAccess }: Noted) {
	const amount = formatMoney(record.amountCents, currency)
	const byHand = record.kind === 'operator' ? <p>Decided by a person.</p> : null
	switch (record.state) {
		case 'refused':
			return <Refused record={record} policy={policy} />
		case 'granted':
		case 'sent':
			return (
				<Callout tone="good" title={`Approved: you get ${amount} back`} role="status">
					<p>{endsAccess ? 'Your access is paused from now on and ends when the money is sent.' : 'Your access stays open.'}</p>
					<Expected {...record} />
					{byHand}
				</Callout>
			)
		case 'settled':
			return (
				<Callout tone="good" title={`${amount} was sent back to you`} role="status">
					<p>Your bank may take {describeBusinessDays(policy)} to show it.</p>
					<Expected {...record} />
					{byHand}
				</Callout>
			)
		case 'failed':
			return (
				<Callout tone="danger" title="The refund did not go through" role="status">
					<p>Our team knows and is looking for another way to pay you. Until then you keep your access.</p>
				</Callout>
			)
	}
}
