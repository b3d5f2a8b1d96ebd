import { SiteHeader } from '#app/admin/ui/site-header.tsx'
import { TimelineItem } from '#app/admin/ui/timeline.tsx'
import { useStandaloneData } from '#app/admin/ui/use-given.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { paths } from '#contracts/paths.ts'
import { describeDueTime } from '#domain/support/support-hours.ts'
import type { RequestPage } from '#server/http/requests/request-page.ts'

type Thread = Extract<RequestPage, { page: 'thread' }>

const STATES = { open: ['waiting for us', 'accent'], answered: ['answered', 'good'], closed: ['closed', 'plain'] } as const

function Status({ ticket: { status, dueAt } }: Pick<Thread, 'ticket'>) {
	const [words, tone] = STATES[status]
	return (
		<p className="flex flex-wrap items-center gap-3">
			<Badge tone={tone}>{words}</Badge>
			{status === 'open' && `We answer by ${describeDueTime(dueAt.getTime())}.`}
		</p>
	)
}

const Messages = ({ ticket, siteName }: Pick<Thread, 'ticket'> & { siteName: string }) => (
	<ol className="grid gap-4">
		{ticket.messages.map(({ id, isOurs, body, at, time }) => (
			<TimelineItem key={id} className="grid gap-2">
				<p>
					<strong>{isOurs ? siteName : 'You'}</strong>{' '}
					<time className="text-soft" dateTime={at.toISOString()}>
						{time}
					</time>
				</p>
				<div className="message-text">{body}</div>
			</TimelineItem>
		))}
	</ol>
)

const ReplyForm = ({ action, replyId, longest, typed, error, ticket }: Thread) => (
	<form method="post" action={action} className="grid max-w-160 gap-3">
		<input type="hidden" name="reply" value={replyId} />
		<TextArea
			id="text"
			name="text"
			label="Your reply"
			hint={
				ticket.status === 'open'
					? 'We read it along with your other messages.'
					: 'We’ll answer by email, and you can read the answer here too.'
			}
			rows={7}
			maxLength={longest}
			required
			defaultValue={typed}
			error={error ?? undefined}
		/>
		<div>
			<Button type="submit">Send reply</Button>
		</div>
	</form>
)

/** Shows a ticket to its sender, who opens it from the link in a reply. */
export default function RequestsRoute() {
	const page = useStandaloneData<RequestPage>()
	const title = page.page === 'thread' ? page.ticket.subject : page.title
	return (
		<>
			<title>{`${title} · ${page.siteName}`}</title>
			<SiteHeader siteName={page.siteName} />
			<main className="page grid max-w-3xl gap-6 pt-6 pb-16">
				<h1 className="text-2xl">{title}</h1>
				{page.page === 'thread' ? (
					<>
						<Status ticket={page.ticket} />
						<Messages ticket={page.ticket} siteName={page.siteName} />
						<div id="end" className="grid gap-4">
							{page.isSent && <Callout role="status">We got your reply. We’ll answer by email.</Callout>}
							<ReplyForm {...page} />
						</div>
					</>
				) : (
					<>
						<p role="alert">{page.text}</p>
						<p>
							<a href={paths.contact}>Contact us</a>
						</p>
					</>
				)}
			</main>
		</>
	)
}
