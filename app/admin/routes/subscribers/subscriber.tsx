import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { Fact, Facts, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readSubscriber } from '#server/console/subscribers/subscribers.ts'

import { ConsentTime, describeMissingConsent, SubscriptionState } from './subscription-words.tsx'

export const loader = createLoader(readSubscriber)

type Subscriber = Awaited<ReturnType<typeof loader>>

const ENDED_BY = new Map([
	['reader', ' by the subscriber'],
	['operator', ' in the console'],
])

function Words({ words, isImported }: Pick<Subscriber, 'words' | 'isImported'>) {
	if (words !== null) return <div className="message-text">{words}</div>
	if (isImported) return <p className="empty">Not asked yet. We’ll email them when it’s their turn.</p>
	return (
		<p className="empty">
			This consent is older than our record of consent texts. See the history of <code>content/</code> at the time of the request.
		</p>
	)
}

export default function SubscriberPage() {
	const {
		id,
		email,
		status,
		coversNewsletters,
		firstName,
		requested,
		source,
		isVerifiedByAccount,
		confirmed,
		endedAt,
		endedBy,
		canEnd,
		...consent
	} = useLoaderData<typeof loader>()
	return (
		<Page title={email}>
			<Facts>
				<Fact name="Status">
					<SubscriptionState status={status} />
					<p className="text-soft">{describeMissingConsent({ status, coversNewsletters })}</p>
				</Fact>
				<Fact name="First name">{firstName ?? '–'}</Fact>
				<Fact name="Requested">
					<ConsentTime at={requested} />
				</Fact>
				<Fact name="Source">{source}</Fact>
				<Fact name="Confirmed">
					{confirmed === null ? '–' : <ConsentTime at={confirmed} />}
					{isVerifiedByAccount && <p className="text-soft">through the account’s verified address</p>}
				</Fact>
				<Fact name="Unsubscribed">
					<Time at={endedAt} />
					{endedAt && ENDED_BY.get(endedBy ?? '')}
				</Fact>
			</Facts>
			<h2>Consent text</h2>
			<Words {...consent} />
			<p>
				<Link to={`${consolePaths.messages}?address=${encodeURIComponent(email)}`}>Emails to this address</Link>
			</p>
			{canEnd && (
				<>
					<h2>Unsubscribe</h2>
					<ConfirmForm
						action={`${consolePaths.subscribers}/${id}/end`}
						label="End subscription"
						title={`Unsubscribe ${email}?`}
						fields={[{ name: 'reason', label: 'Reason', hint: 'Required. Kept in the activity log. Don’t include names.', maxLength: 300 }]}
						consequences={[
							['They lose', 'Newsletters and articles by email. Receipts and course emails still arrive.'],
							[
								'Afterwards',
								status === 'confirmed'
									? 'You can undo it for 15 minutes. Then only the subscriber can subscribe again.'
									: 'Only the subscriber can subscribe again.',
							],
						]}
						hasReason={false}
						isGuarded={false}
					/>
				</>
			)}
		</Page>
	)
}
