import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Fact, Facts, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readMail } from '#server/console/messages/read-messages.ts'

import { toneOfMail } from './message-parts.tsx'

export const loader = createLoader(readMail)

function Text({ text }: { text: string | null }) {
	if (text === null) return <p className="empty">Its text isn’t shown: it may contain codes or links meant only for the recipient.</p>
	return text === '' ? <p className="empty">Its text was deleted when it was sent.</p> : <div className="message-text">{text}</div>
}

export default function MailPage() {
	const { mail, headers, text, canRetry } = useLoaderData<typeof loader>()
	return (
		<Page title={mail.subject}>
			<Facts>
				<Fact name="Status">
					<StateBadge word={mail.status} tone={toneOfMail(mail.status)} />
				</Fact>
				<Fact name="To">{mail.to_address}</Fact>
				<Fact name="Kind">{mail.name}</Fact>
				<Fact name="Written">
					<Time at={mail.created_at} />
				</Fact>
				<Fact name="Sent">
					<Time at={mail.sent_at} />
				</Fact>
				<Fact name="Attempts">{mail.attempts}</Fact>
				<Fact name="Reason">{mail.last_error ?? '–'}</Fact>
				<Fact name="Mail server ID">{mail.provider_id ?? '–'}</Fact>
				{headers.map(([name, value]) => (
					<Fact key={name} name={name}>
						{value}
					</Fact>
				))}
			</Facts>
			<Text text={text} />
			{canRetry && (
				<ActionForm
					action={`${consolePaths.messages}/${mail.id}/retry`}
					label="Send again"
					note="Sending starts over with all its attempts. If the mail server’s reply was lost, the email may arrive twice."
				/>
			)}
		</Page>
	)
}
