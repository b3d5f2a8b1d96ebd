import { Fact, Facts } from '#app/admin/ui/facts.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { DevPage } from '#server/http/dev/outbox.ts'

type OutboxProps = Extract<DevPage, { page: 'outbox' }>

const Message = ({ id, hasHtml, entry }: OutboxProps['messages'][number]) => (
	<article className="grid gap-3">
		<h2 className="text-xl">{entry.subject || 'Text message'}</h2>
		<Facts>
			<Fact name="To">{entry.to}</Fact>
			<Fact name="Channel">{entry.channel}</Fact>
			<Fact name="Status">{entry.status}</Fact>
			<Fact name="Time">
				<time dateTime={entry.created_at}>{entry.created_at}</time>
			</Fact>
		</Facts>
		<div className={hasHtml ? 'grid gap-4 lg:grid-cols-2' : undefined}>
			{hasHtml && (
				<iframe
					sandbox=""
					loading="lazy"
					title={`${entry.subject} as HTML`}
					src={`/dev/outbox/${id}/html`}
					className="h-160 w-full min-w-0 border border-line-strong"
				/>
			)}
			<pre className="message-text min-w-0 font-mono">{entry.body}</pre>
		</div>
	</article>
)

export const Outbox = ({ messages, to, hasMail }: OutboxProps) => (
	<>
		<form method="get" className="filter">
			<TextField id="to" name="to" type="text" label="Only messages to" defaultValue={to ?? ''} autoComplete="off" />
			<Button type="submit" variant="secondary">
				Show
			</Button>
		</form>
		{hasMail && (
			<p>
				<a href="/dev/mail">All emails with sample data</a>
			</p>
		)}
		<p role="status">
			{messages.length === 0 ? 'No messages yet.' : messages.length === 1 ? '1 message' : `${messages.length} messages, newest first`}
		</p>
		<ul className="grid gap-8">
			{messages.map((message) => (
				<li key={message.id} className="border-t border-line-strong pt-6">
					<Message {...message} />
				</li>
			))}
		</ul>
	</>
)
