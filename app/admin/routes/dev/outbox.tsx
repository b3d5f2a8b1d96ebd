import { Fact, Facts } from '#app/admin/ui/facts.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { DevPage } from '#server/http/dev/outbox.ts'

type OutboxProps = Extract<DevPage, { page: 'outbox' }>

const Message = ({ entry }: { entry: OutboxProps['entries'][number] }) => (
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
		<pre className="message-text font-mono">{entry.body}</pre>
	</article>
)

export const Outbox = ({ entries, to, hasMail }: OutboxProps) => (
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
		<p role="status">{entries.length === 0 ? 'No messages yet.' : `${entries.length} newest first.`}</p>
		<ul className="grid gap-8">
			{entries.map((entry, at) => (
				<li key={at} className="border-t border-line-strong pt-6">
					<Message entry={entry} />
				</li>
			))}
		</ul>
	</>
)
